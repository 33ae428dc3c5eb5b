import { useCallback, useRef, useState, type ChangeEvent, type FormEvent } from 'react'
import type { Command, Input, Output } from '#contract/define.ts'
import { newKey, type ApiProblem } from './request.ts'
import { useCommand } from './useCommand.ts'

type Texts<F extends string> = Readonly<Record<F, string>>

export interface FormOptions<C extends Command, F extends string> {
  /** The fields that people type in, with what stands in them until somebody types: a live value may change it. */
  readonly initial: Texts<F>
  /** What is sent for what was typed. By default the texts themselves. */
  readonly toInput?: (typed: Texts<NoInfer<F>>) => Record<string, unknown>
  /** Rules that only this screen has: a password typed twice. */
  readonly check?: (typed: Texts<NoInfer<F>>) => Partial<Record<NoInfer<F>, string>>
  /** Waits for what is sent ahead, a file. False: it did not get there, and says so where it stands. */
  readonly before?: () => Promise<boolean>
  /** Told when a press begins and when it is over: it may outlive the form. */
  readonly onPress?: (isOn: boolean) => void
  /** Where the key of a press without an answer is kept, for a form whose texts outlive it. */
  readonly kept?: { readonly read: () => Press | null; readonly keep: (press: Press | null) => void }
  /** The screen says when it is being tried again, and so it is tried for longer. */
  readonly patient?: boolean
  readonly onDone?: (output: Output<C>, typed: Texts<NoInfer<F>>) => void
  readonly onRefused?: (problem: ApiProblem) => void
}

export interface BoundField {
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  /** While it is being sent: what is typed then would be lost when it was taken. */
  readonly readOnly: boolean
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void
}

export interface CommandForm<F extends string> {
  readonly busy: boolean
  /** Of a patient form: the network does not carry, and it is being tried again. */
  readonly again: boolean
  /** Something stands in it that is not what is saved. */
  readonly changed: boolean
  /** What was refused as a whole. A fault of a field stands at the field. */
  readonly problem: ApiProblem | null
  /** What was refused, also when it is a field's. */
  readonly refusal: ApiProblem | null
  readonly field: (name: F) => BoundField
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** What was sent, and under which key. */
export interface Press {
  readonly sent: string
  readonly key: string
}

/**
 * A form of one command. The declaration's schema and the server say what is wrong with a field through the same path;
 * what was typed stays until it was taken.
 */
export function useCommandForm<C extends Command, F extends string>(
  command: C,
  {
    initial,
    toInput = (typed) => typed,
    check,
    before,
    onPress,
    kept,
    patient = false,
    onDone,
    onRefused,
  }: FormOptions<C, F>,
): CommandForm<F> {
  const [edits, setEdits] = useState<Partial<Texts<F>>>({})
  const latest = useRef(edits)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isWaiting, setWaiting] = useState(false)
  const [again, setAgain] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const own = useRef<Press>(null)
  const keep = useCallback(
    (press: Press | null) => {
      if (kept) kept.keep(press)
      else own.current = press
    },
    [kept],
  )
  const onProblem = useCallback(
    (refusal: ApiProblem) => {
      focusFirst(form.current, refusal.fields)
      if (refusal.status > 0 && refusal.status < 500) keep(null)
      onRefused?.(refusal)
    },
    [onRefused, keep],
  )
  const { busy, problem, run, clear } = useCommand(command, onProblem)
  const refused: Readonly<Record<string, string>> = { ...problem?.fields, ...errors }
  const typed: Texts<F> = { ...initial, ...edits }

  function edit(next: Partial<Texts<F>>): void {
    latest.current = next
    setEdits(next)
  }

  /** Says what is wrong with what was typed; true when nothing is. */
  function accepts(texts: Texts<F>): boolean {
    const faults = { ...check?.(texts), ...faultsOf(command, toInput(texts)) }
    setErrors(faults)
    if (Object.keys(faults).length === 0) return true
    clear()
    focusFirst(form.current, faults)
    return false
  }

  async function submit(): Promise<void> {
    if (!accepts(typed)) return
    onPress?.(true)
    try {
      await sendOff()
    } finally {
      onPress?.(false)
    }
  }

  async function sendOff(): Promise<void> {
    if (before && !(await waitFor(before))) return
    // Something may have been typed while a file was on its way.
    const last: Texts<F> = { ...initial, ...latest.current }
    if (before && !accepts(last)) return
    const output = await press(toInput(last))
    if (output === undefined) return
    keep(null)
    edit({})
    onDone?.(output, last)
  }

  async function waitFor(ready: () => Promise<boolean>): Promise<boolean> {
    setWaiting(true)
    try {
      return await ready()
    } finally {
      setWaiting(false)
    }
  }

  /** Nobody knows whether a press without an answer got there: the same again bears the same key, and acts once. */
  async function press(input: Record<string, unknown>): Promise<Output<C> | undefined> {
    const sent = JSON.stringify(input)
    const before = kept ? kept.read() : own.current
    const key = before?.sent === sent ? before.key : newKey()
    keep({ sent, key })
    try {
      // The schema has just accepted it.
      return await run(input as Input<C>, patient ? { key, onAgain: () => setAgain(true) } : { key })
    } finally {
      setAgain(false)
    }
  }

  const isBusy = busy || isWaiting
  return {
    busy: isBusy,
    again,
    changed: (Object.keys(edits) as F[]).some((name) => edits[name] !== initial[name]),
    refusal: problem,
    problem: problem && Object.keys(problem.fields).length > 0 ? null : problem,
    field: (name) => ({
      name,
      value: typed[name],
      error: refused[name],
      readOnly: busy,
      onChange: ({ target }) => {
        // A list knows no read-only: it stays at what is sent.
        if (busy) return
        edit({ ...edits, [name]: target.value })
        if (name in errors) setErrors(Object.fromEntries(Object.entries(errors).filter(([key]) => key !== name)))
        if (problem) clear()
      },
    }),
    onSubmit: (event) => {
      event.preventDefault()
      form.current = event.currentTarget
      if (!isBusy) void submit()
    },
  }
}

/** The first fault of each field, in the words of the contract. */
function faultsOf(command: Command, input: unknown): Record<string, string> {
  const parsed = command.input.safeParse(input)
  if (parsed.success) return {}
  const faults: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) faults[String(path[0] ?? '')] ??= message
  return faults
}

/** Who does not see the page hears what is wrong by standing on it. */
function focusFirst(form: HTMLFormElement | null, faults: Readonly<Record<string, string>>): void {
  const first = [...(form?.elements ?? [])].find((element) => 'name' in element && String(element.name) in faults)
  if (first instanceof HTMLElement) first.focus()
}
