import { useCallback, useRef, useState } from 'react'
import type { Command, Input, Output } from '#contract/define.ts'
import { feed } from '../live/tab.ts'
import { dismissAbout, toast } from '../ui/toast.ts'
import { useIsMounted } from '../ui/useMount.ts'
import { send, session, type ApiProblem, type Sending } from './session.ts'
import { refusalOf } from './useTask.ts'

/** The longest wait for the live views to show an accepted command. Usually a few ms; without a stream the whole time. */
const SHOWN_MS = 400

export interface RunOptions extends Sending {
  /** Called when the server has accepted the command, with the revision that contains the change. */
  readonly onDone?: (revision: number) => void
}

export interface UseCommand<C extends Command> {
  readonly busy: boolean
  readonly problem: ApiProblem | null
  /** Sends the command, unless it is under way. Resolves to its output, or to `undefined` when it was refused: see `problem`. */
  readonly run: (input: Input<C>, running?: RunOptions) => Promise<Output<C> | undefined>
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
  onAccepted?: () => void,
): UseCommand<C> {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const isRunning = useRef(false)

  const run = useCallback(
    async (input: Input<C>, { onDone, ...sending }: RunOptions = {}) => {
      // The server could run two commands in either order.
      if (isRunning.current) return undefined
      isRunning.current = true
      // The outcome belongs to the person who sent the command, unless the command itself changes the person.
      const isSame = session.samePerson()
      const isOthers = () => !command.asVisitante && !isSame()
      setBusy(true)
      setProblem(null)
      try {
        const { output, revision } = await send(command, input, sending)
        onDone?.(revision)
        // No view of a visitor's page shows what a visitor may do: a sign-in, a registration.
        if (!command.roles.includes('visitante')) await feed.reached(revision, SHOWN_MS)
        if (isOthers()) return undefined
        onAccepted?.()
        return output
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
