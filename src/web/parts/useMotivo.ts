import { useRef } from 'react'
import type { Command, Input } from '#contract/define.ts'
import { useCommand, type ApiProblem } from '../api/command.ts'
import { dismissAbout, toast } from '../ui/toast.ts'
import { useIsMounted } from '../ui/useMount.ts'
import { askAct, type Act } from './ActDialog.tsx'

type Change<C extends Command> = Pick<Act<C, 'motivo'>, 'question' | 'command' | 'input' | 'failed' | 'done' | 'onDone'>

/** Asks for the reason of a change, and sends the change with it. */
function askMotivo<C extends Command>(change: Change<C>): void {
  askAct<C, 'motivo'>({
    ...change,
    text: 'Ya hay calificaciones. El motivo queda en la bitácora, con tu nombre.',
    act: 'Guardar',
    busyText: 'Guardando...',
    fields: [{ name: 'motivo', label: 'Motivo' }],
  })
}

/**
 * Returns a function for the refusals of a command: it asks for the reason when the server wants one. False: another refusal,
 * or the screen is gone.
 */
export function useMotivo(): <C extends Command>(problem: ApiProblem, change: Change<C>) => boolean {
  const isMounted = useIsMounted()
  return ({ code }, change) => {
    const isAsked = code === 'motivo.required' && isMounted.current
    if (isAsked) askMotivo(change)
    return isAsked
  }
}

interface Texts {
  /** The question of the dialog, when the server wants a reason. */
  readonly question: string
  /** The toast after the change. */
  readonly done: string
}

interface CommandWithMotivo<C extends Command> {
  readonly busy: boolean
  /** Resolves to whether the change is saved already. */
  readonly save: (input: Input<C>, texts: Texts) => Promise<boolean>
}

/** A command that may want a reason. Another refusal shows in a toast: `failed`, then why. */
export function useCommandWithMotivo<C extends Command>(command: C, failed: string): CommandWithMotivo<C> {
  const ask = useMotivo()
  const change = useRef<Change<C>>(null)
  const { busy, run } = useCommand(
    command,
    (problem) => {
      if (change.current && ask(problem, change.current)) return
      toast(`${failed} ${problem.message}`, { tone: 'danger', about: failed })
    },
    () => dismissAbout(failed),
  )
  const save: CommandWithMotivo<C>['save'] = async (input, { question, done }) => {
    if (busy) return false
    change.current = { question, command, input, failed, done, onDone: () => dismissAbout(failed) }
    const isSaved = (await run(input)) !== undefined
    if (isSaved) toast(done)
    return isSaved
  }
  return { busy, save }
}
