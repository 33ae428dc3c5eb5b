import type { Command, Input } from '#contract/define.ts'
import type { ApiProblem } from '../api/request.ts'
import { useCommand } from '../api/useCommand.ts'
import { toast } from '../ui/toast.ts'
import { useIsMounted } from '../ui/useUnmount.ts'

interface Words {
  /** What stands before the reason of a refusal: `No se eliminó la imagen.` */
  readonly failed: string
  readonly done: string
}

interface Agreed<C extends Command> {
  readonly busy: boolean
  /** The refusal, as a sentence. */
  readonly problem: string | null
  /** Does it, then runs `onDone`: with false when its question has been dismissed meanwhile. */
  readonly run: (input: Input<C>, onDone: (isAsked: boolean) => void) => Promise<void>
}

/** An act that a question stands before. The question may be dismissed while it is done: then a toast tells a refusal. */
export function useAgreed<C extends Command>(
  command: C,
  { failed, done }: Words,
  onProblem?: (problem: ApiProblem) => void,
): Agreed<C> {
  const isMounted = useIsMounted()
  const sentenceOf = ({ message }: ApiProblem) => `${failed} ${message}`
  const act = useCommand(command, (problem) => {
    onProblem?.(problem)
    if (!isMounted.current) toast(sentenceOf(problem), { tone: 'danger' })
  })
  return {
    busy: act.busy,
    problem: act.problem && sentenceOf(act.problem),
    run: async (input, onDone) => {
      if (!(await act.run(input))) return
      onDone(isMounted.current)
      toast(done)
    },
  }
}
