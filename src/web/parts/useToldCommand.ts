import type { Command, Input } from '#contract/define.ts'
import type { Sending } from '../api/request.ts'
import { useCommand, type UseCommand } from '../api/useCommand.ts'
import { settle, toast } from '../ui/toast.ts'

interface Fault {
  /** Of what it tells: the same act on the same thing settles it. */
  readonly about: string
  /** What stands before the reason: `No se colocó.` */
  readonly before: string
}

/** An act without room of its own for what goes wrong: that stands in the corner until the act is done after all. */
export function useToldCommand<C extends Command>(command: C, { about, before }: Fault): UseCommand<C> {
  const act = useCommand(command, ({ message }) => toast(`${before} ${message}`, { tone: 'danger', about }))
  async function run(input: Input<C>, sending?: Sending): ReturnType<typeof act.run> {
    const output = await act.run(input, sending)
    if (output !== undefined) settle(about)
    return output
  }
  return { ...act, run }
}
