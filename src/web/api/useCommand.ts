import { useCallback, useRef, useState } from 'react'
import type { Command, Input, Output } from '#contract/define.ts'
import { dismissAbout, toast } from '../ui/toast.ts'
import { useIsMounted } from '../ui/useMount.ts'
import { refusalOf, type Answer, type ApiProblem, type Sending } from './request.ts'
import { sendUntilShown } from './send.ts'
import { session } from './session.ts'

export interface UseCommand<C extends Command> {
  readonly busy: boolean
  readonly problem: ApiProblem | null
  /**
   * Sends the command, unless it is under way. Resolves to its output, or to `undefined` when it was refused (see `problem`) or
   * when the person answered no to a question of the server.
   */
  readonly run: (input: Input<C>, sending?: Sending) => Promise<Output<C> | undefined>
  readonly clear: () => void
}

/**
 * Runs one command of a screen. `busy` lasts until the live views show the change (400 ms at most), so that a second press
 * starts from the new state. `onProblem` receives refusals where the screen has no place to show `problem`; `onAccepted` runs
 * when no other person has the tab by then.
 *
 * @example
 * const remove = useCommand(deleteCategoria)
 * const isDone = (await remove.run({ id })) !== undefined
 * return <Button busy={remove.busy}>Eliminar</Button>
 */
export function useCommand<C extends Command>(
  command: C,
  onProblem?: (problem: ApiProblem) => void,
  onAccepted?: (answer: Answer<Output<C>>) => void,
): UseCommand<C> {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const isRunning = useRef(false)

  const run = useCallback(
    async (input: Input<C>, sending: Sending = {}) => {
      // The server could run two commands in either order.
      if (isRunning.current) return undefined
      isRunning.current = true
      // The outcome belongs to the person who sent the command, unless the command itself changes the person.
      const isSame = session.samePerson()
      const isOthers = () => !command.asVisitante && !isSame()
      setBusy(true)
      setProblem(null)
      try {
        const answer = await sendUntilShown(command, input, sending)
        if (!answer || isOthers()) return undefined
        onAccepted?.(answer)
        return answer.output
      } catch (error) {
        const refusal = refusalOf(error)
        if (isOthers()) return undefined
        setProblem(refusal)
        onProblem?.(refusal)
        return undefined
      } finally {
        isRunning.current = false
        setBusy(false)
      }
    },
    [command, onProblem, onAccepted],
  )
  const clear = useCallback(() => setProblem(null), [])
  return { busy, problem, run, clear }
}

/**
 * A command whose refusal the screen shows beside its control, as `fault`. A toast tells it when the control is gone by then.
 * `before`: the sentence before the reason.
 */
export function useCommandInPlace<C extends Command>(
  command: C,
  before: string,
): UseCommand<C> & { readonly fault: string | null } {
  const isMounted = useIsMounted()
  const faultOf = ({ message }: ApiProblem): string => `${before} ${message}`
  const one = useCommand(command, (problem) => {
    if (!isMounted.current) toast(faultOf(problem), { tone: 'danger' })
  })
  return { ...one, fault: one.problem && faultOf(one.problem) }
}

interface RefusalToast {
  /** The subject of the toast: a later success of the same command on the same item removes it. */
  readonly about: string
  /** The sentence before the reason: `No se colocó.` */
  readonly before: string
}

/**
 * A command whose refusal shows in a toast, until the command succeeds or the person dismisses the toast. `run` is the same
 * function at every render.
 */
export function useCommandWithToast<C extends Command>(command: C, { about, before }: RefusalToast): UseCommand<C> {
  const onProblem = useCallback(
    ({ message }: ApiProblem) => toast(`${before} ${message}`, { tone: 'danger', about }),
    [about, before],
  )
  const onAccepted = useCallback(() => dismissAbout(about), [about])
  return useCommand(command, onProblem, onAccepted)
}

interface Task extends Pick<UseCommand<Command>, 'busy' | 'problem'> {
  readonly run: () => Promise<void>
}

/** Runs the act of a button that is more than one command, and rejects with `ApiProblem` when it is refused. */
export function useTask(act: () => Promise<void>): Task {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const run = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      await act()
    } catch (error) {
      setProblem(refusalOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, run }
}
