import { useCallback } from 'react'
import type { Command, Input } from '#contract/define.ts'
import type { ApiProblem } from '../api/request.ts'
import { useCommand, type Running, type UseCommand } from '../api/useCommand.ts'
import { dismissAbout, toast } from '../ui/toast.ts'

interface Fault {
  /** Of what it tells: the same act on the same thing settles it. */
  readonly about: string
  /** What stands before the reason: `No se colocó.` */
  readonly before: string
}

/**
 * An act without room of its own for what goes wrong: that stands in the corner until the act is done after all. `run` is
 * the same function at every render.
 */
export function useToldCommand<C extends Command>(command: C, { about, before }: Fault): UseCommand<C> {
  const tell = useCallback(
    ({ message }: ApiProblem) => toast(`${before} ${message}`, { tone: 'danger', about }),
    [about, before],
  )
  const act = useCommand(command, tell)
  const { run: perform } = act
  const run = useCallback(
    async (input: Input<C>, running?: Running) => {
      const output = await perform(input, running)
      if (output !== undefined) dismissAbout(about)
      return output
    },
    [about, perform],
  )
  return { ...act, run }
}
