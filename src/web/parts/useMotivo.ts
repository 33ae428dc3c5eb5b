import { useRef } from 'react'
import type { Command, Input, Output } from '#contract/define.ts'
import type { ApiProblem } from '../api/request.ts'
import { useCommand } from '../api/useCommand.ts'
import { dismissAbout, toast } from '../ui/toast.ts'
import { useIsMounted } from '../ui/useMount.ts'
import { askAct, type Act } from './ActDialog.tsx'

type Change<C extends Command> = Omit<Act<C, 'motivo'>, 'act' | 'text' | 'fields'> & { readonly act?: string }

const QUEDA = 'El motivo queda en la bitácora, con tu nombre.'
/** The refusals that want a reason, and the text of the dialog that asks for it. */
const TEXTS: Readonly<Record<string, string>> = {
  'motivo.required': `Ya hay calificaciones. ${QUEDA}`,
  'orden.motivo': QUEDA,
}

/**
 * Returns a function for the refusals of a command: it asks for the reason when the server wants one, and sends the change
 * with it. False: another refusal, or the screen is gone.
 */
export function useMotivo(): <C extends Command>(problem: ApiProblem, change: Change<C>) => boolean {
  const isMounted = useIsMounted()
  return ({ code }, change) => {
    const text = TEXTS[code]
    if (text === undefined || !isMounted.current) return false
    askAct({ act: 'Guardar', ...change, text, fields: [{ name: 'motivo', label: 'Motivo' }] })
    return true
  }
}

/** `question` and `act` are of the dialog, when the server wants a reason; `done` is the toast after the change. */
interface Texts<C extends Command> extends Pick<Change<C>, 'question' | 'act' | 'done'> {
  readonly onDone?: (output: Output<C>) => void
}

interface CommandWithMotivo<C extends Command> {
  readonly busy: boolean
  /** Resolves to whether the change is saved already. */
  readonly save: (input: Input<C>, texts: Texts<C>) => Promise<boolean>
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
  const save: CommandWithMotivo<C>['save'] = async (input, { onDone, ...texts }) => {
    if (busy) return false
    const saved = (output: Output<C>): void => {
      dismissAbout(failed)
      onDone?.(output)
    }
    change.current = { ...texts, command, input, failed, onDone: saved }
    const output = await run(input)
    if (output === undefined) return false
    onDone?.(output)
    if (texts.done !== undefined) toast(texts.done)
    return true
  }
  return { busy, save }
}
