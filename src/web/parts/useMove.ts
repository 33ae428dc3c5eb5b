import type { Command, Input } from '#contract/define.ts'
import { useCommand } from '../api/useCommand.ts'
import { settle, toast } from '../ui/toast.ts'

interface Moving<C extends Command> {
  readonly busy: boolean
  /** Whether it moved. */
  readonly move: (input: Input<C>) => Promise<boolean>
}

/** Moves one row of a list. What goes wrong stands in the corner until the row has moved after all. */
export function useMove<C extends Command>(command: C, rowId: string): Moving<C> {
  const about = `orden ${rowId}`
  const { busy, run } = useCommand(command, ({ message }) =>
    toast(`No se cambió el orden. ${message}`, { tone: 'danger', about }),
  )
  async function move(input: Input<C>): Promise<boolean> {
    const done = (await run(input)) !== undefined
    if (done) settle(about)
    return done
  }
  return { busy, move }
}
