import { useRef, useState, type ChangeEvent, type FormEvent } from 'react'
import type { Command, Input, Output } from '#contract/define.ts'
import { Store, until, useStore } from '../ui/store.ts'
import { UNREADABLE, type ApiProblem } from './request.ts'
import { useCommand } from './useCommand.ts'
import { newKey } from './session.ts'
import { dismissAbout, toast } from '../ui/toast.ts'
import { setUnderway } from '../ui/unsaved.ts'
import { useIsMounted } from '../ui/useMount.ts'

type Texts<F extends string> = Readonly<Record<F, string>>

export interface FormOptions<C extends Command, F extends string> {
  /** The fields, each with its text until the person types. A live value may change it. */
  readonly initial: Texts<F>
  /** The input made from the typed texts. By default the texts themselves. */
  readonly toInput?: (typed: Texts<NoInfer<F>>) => Record<string, unknown>
  /** Rules that only this screen has: a password typed twice. */
  readonly check?: (typed: Texts<NoInfer<F>>) => Partial<Record<NoInfer<F>, string>>
  /**
   * The file of the form. The form waits for its upload, and retries for longer: the screen shows `again`. The draft keeps the
   * typed texts and the state of the request after the form is unmounted; without a file the form loses them.
   */
  readonly withFile?: {
    /**
     * `settled` resolves to false when the upload failed and shows why: then nothing is sent. `pending`: the field that the
     * upload of a chosen file fills; meanwhile it has no fault.
     */
    readonly upload: { readonly settled: () => Promise<boolean>; readonly pending?: () => string | undefined }
    readonly draft: Draft<F>
  }
  /** The start of the message of a refusal: `No se guardó el evento.` */
  readonly failed?: string
  /** The subject of the toast that tells a refusal; by default `failed`. */
  readonly about?: string
  /** `revision` contains the change. */
  readonly onDone?: (output: Output<C>, typed: Texts<NoInfer<F>>, revision: number) => void
  readonly onRefused?: (problem: ApiProblem, typed: Texts<NoInfer<F>>) => void
}

export interface BoundField {
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  /** True while the form is sent: texts typed then would be lost. */
  readonly readOnly: boolean
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void
}

export interface CommandForm<F extends string> {
  readonly busy: boolean
  /** Of a form with a file: the network failed and the request is retried. */
  readonly again: boolean
  /** Whether a typed text differs from `initial`. */
  readonly changed: boolean
  /** Whether leaving the screen loses a typed text. False while the form is sent: then a toast tells a refusal. */
  readonly isUnsaved: () => boolean
  /** The refusal of the form as a whole; null when the refusal names fields. */
  readonly problem: ApiProblem | null
  /** The refusal, also when it names fields. */
  readonly refusal: ApiProblem | null
  /** `failed` with the reason of `refusal`. */
  readonly fault: string | null
  readonly field: (name: F) => BoundField
  /** Drops the typed texts: another command has saved them. */
  readonly reset: () => void
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * State of a form that sends one command. Faults of the schema and of the server reach a field in the same way. The typed
 * texts stay until the server has accepted them. When the form was left meanwhile, a toast tells its refusal.
 *
 * @example
 * const form = useCommandForm(createCategoria, { initial: { nombre: '' } })
 * <form onSubmit={form.onSubmit}><TextField label="Nombre" {...form.field('nombre')} />
 * <Button type="submit" busy={form.busy}>Agregar</Button></form>
 */
export function useCommandForm<C extends Command, F extends string>(
  command: C,
  options: FormOptions<C, F>,
): CommandForm<F> {
  const { initial, toInput = (typed) => typed, check, withFile, onDone, onRefused } = options
  const { failed = '', about = failed } = options
  const [own] = useState(() => new Draft<F>())
  const draft = withFile?.draft ?? own
  const { edits, phase } = useStore(draft)
  const typed: Texts<F> = { ...initial, ...edits }
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const isMounted = useIsMounted()
  const onProblem = (refusal: ApiProblem): void => {
    focusFirst(form.current, refusal.fields)
    if (refusal.status > 0 && refusal.status < 500 && refusal.code !== UNREADABLE) draft.answered()
    if (!isMounted.current) toast(`${failed} ${reasonOf(refusal)}`.trim(), { tone: 'danger', about })
    onRefused?.(refusal, typed)
  }
  const revision = useRef(0)
  const { problem, run, clear } = useCommand(command, onProblem, (answer) => {
    revision.current = answer.revision
  })
  const refused: Readonly<Record<string, string>> = { ...problem?.fields, ...errors }

  /** Shows the faults of the typed texts. Returns true without faults. */
  function accepts(texts: Texts<F>): boolean {
    const faults: Record<string, string> = { ...check?.(texts), ...faultsOf(command, toInput(texts)) }
    const pending = withFile?.upload.pending?.()
    if (pending) delete faults[pending]
    setErrors(faults)
    if (Object.keys(faults).length === 0) return true
    clear()
    focusFirst(form.current, faults)
    return false
  }

  async function submit(): Promise<void> {
    if (!accepts(typed)) return
    draft.set({ phase: 'waiting' })
    try {
      await sendOff()
    } finally {
      draft.set({ phase: null })
    }
  }

  async function sendOff(): Promise<void> {
    if (withFile && !(await withFile.upload.settled())) return
    // The person may have typed while the file was sent.
    const last: Texts<F> = { ...initial, ...draft.read().edits }
    if (withFile && !accepts(last)) return
    draft.set({ phase: 'sending' })
    const input = toInput(last)
    const key = draft.keyFor(JSON.stringify(input))
    const patience = withFile && { isPatient: true, onAgain: () => draft.set({ phase: 'again' }) }
    // The schema has just accepted it.
    const output = await run(input as Input<C>, { key, ...patience })
    if (output === undefined) return
    draft.clear()
    dismissAbout(about)
    onDone?.(output, last, revision.current)
  }

  const isBusy = phase !== null
  const isSending = phase === 'sending' || phase === 'again'
  const changed = (Object.keys(edits) as F[]).some((name) => edits[name] !== initial[name])
  return {
    busy: isBusy,
    again: phase === 'again',
    changed,
    isUnsaved: () => changed && draft.read().phase === null,
    refusal: problem,
    problem: Object.keys(problem?.fields ?? {}).length > 0 ? null : problem,
    fault: problem && `${failed} ${reasonOf(problem)}`,
    field: (name) => ({
      name,
      value: typed[name],
      error: refused[name],
      readOnly: isSending,
      onChange: ({ target }) => {
        // A `<select>` has no read-only state.
        if (isSending) return
        draft.set({ edits: { ...edits, [name]: target.value } })
        if (name in errors) setErrors(Object.fromEntries(Object.entries(errors).filter(([key]) => key !== name)))
        if (problem) clear()
      },
    }),
    reset: () => draft.clear(),
    onSubmit: (event) => {
      event.preventDefault()
      form.current = event.currentTarget
      if (!isBusy) void submit()
    },
  }
}

/** The error of the first field that a refusal names, else its message. */
export function reasonOf({ fields, message }: ApiProblem): string {
  return Object.values(fields)[0] ?? message
}

/** The first fault of each field, in the words of the contract. */
function faultsOf(command: Command, input: unknown): Record<string, string> {
  const parsed = command.input.safeParse(input)
  if (parsed.success) return {}
  const faults: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) faults[String(path[0] ?? '')] ??= message
  return faults
}

/** Focuses the first field with a fault, so that a screen reader announces it. */
function focusFirst(form: HTMLFormElement | null, faults: Readonly<Record<string, string>>): void {
  const first = [...(form?.elements ?? [])].find((element) => 'name' in element && String(element.name) in faults)
  if (first instanceof HTMLElement) first.focus()
}

interface FormState<F extends string> {
  /** The typed texts, by field. A field without an edit is not there. */
  readonly edits: Partial<Readonly<Record<F, string>>>
  /** `waiting`: for an upload of the form. `sending`: the command is under way; `again`: after a network failure. */
  readonly phase: 'waiting' | 'sending' | 'again' | null
}

/**
 * The typed texts of a form that the server has not accepted yet. A form creates a draft, or receives one that remains
 * after the form unmounts.
 */
export class Draft<F extends string> extends Store<FormState<F>> {
  /** A request that was sent, and its idempotency key. */
  #unanswered: { readonly sent: string; readonly key: string } | null = null

  constructor() {
    super({ edits: {}, phase: null })
  }

  override set(next: Partial<FormState<F>>): void {
    super.set({ ...this.read(), ...next })
    setUnderway(this, this.read().phase !== null)
  }

  /** The idempotency key. The same input keeps its key until an answer comes, so that the server runs it once. */
  keyFor(sent: string): string {
    if (this.#unanswered?.sent !== sent) this.#unanswered = { sent, key: newKey() }
    return this.#unanswered.key
  }

  answered(): void {
    this.#unanswered = null
  }

  /** Resolves when no request is under way. */
  async idle(): Promise<void> {
    await until(this, ({ phase }) => phase === null)
  }

  /** The server accepted the texts, or the person discarded them. */
  clear(): void {
    this.answered()
    this.set({ edits: {} })
  }
}
