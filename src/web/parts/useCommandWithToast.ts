import { useCallback } from 'react'
import type { Command, Input } from '#contract/define.ts'
import type { ApiProblem } from '../api/request.ts'
import { useCommand, type Running, type UseCommand } from '../api/useCommand.ts'
import { dismissAbout, toast } from '../ui/toast.ts'

interface Refused {
  /** The subject of the toast: a later success of the same command on the same item removes it. */
  readonly about: string
  /** The sentence before the reason: `No se colocó.` */
  readonly before: string
}

/**
 * A command whose refusal shows in a toast, until the command succeeds or the person dismisses the toast. `run` is the same
 * function at every render.
 */
export function useCommandWithToast<C extends Command>(command: C, { about, before }: Refused): UseCommand<C> {
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
