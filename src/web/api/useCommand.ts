import { useCallback, useState } from 'react'
import type { Command, Input, Output } from '#contract/define.ts'
import { feed } from '../live/tab.ts'
import { ApiProblem, type Sending } from './request.ts'
import { send } from './send.ts'

/** How long a done act stays busy for its picture to arrive. Usually a few ms; without a stream, not for ever. */
const PICTURE_MS = 400

export interface UseCommand<C extends Command> {
  readonly busy: boolean
  readonly problem: ApiProblem | null
  /** Does it, unless it is being done. The output, or nothing when it was refused: then `problem` says why. */
  readonly run: (input: Input<C>, sending?: Sending) => Promise<Output<C> | undefined>
  readonly clear: () => void
}

/**
 * One act of a screen. It stays busy until the live view shows what it did, so that nobody presses twice on a picture
 * that is about to change. `onProblem`: for an act that has no room of its own to say what went wrong.
 */
export function useCommand<C extends Command>(command: C, onProblem?: (problem: ApiProblem) => void): UseCommand<C> {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ApiProblem | null>(null)

  const run = useCallback(
    async (input: Input<C>, sending?: Sending) => {
      setBusy(true)
      setProblem(null)
      try {
        const { output, revision } = await send(command, input, sending)
        await feed.reached(revision, PICTURE_MS)
        return output
      } catch (error) {
        const refusal = problemOf(error)
        setProblem(refusal)
        onProblem?.(refusal)
        return undefined
      } finally {
        setBusy(false)
      }
    },
    [command, onProblem],
  )
  const clear = useCallback(() => setProblem(null), [])
  return { busy, problem, run, clear }
}

/** Anything else than a refusal is our own fault: it goes on to where faults are shown whole. */
function problemOf(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error
  throw error
}
