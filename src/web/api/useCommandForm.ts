import { useCallback, useRef, useState, type ChangeEvent, type FormEvent } from 'react'
import type { Command, Input, Output } from '#contract/define.ts'
import type { ApiProblem } from './request.ts'
import { useCommand } from './useCommand.ts'

type Texts<F extends string> = Readonly<Record<F, string>>

export interface FormOptions<C extends Command, F extends string> {
  /** The fields that people type in, with what stands in them until somebody types: a live value may change it. */
  readonly initial: Texts<F>
  /** What is sent for what was typed. By default the texts themselves. */
  readonly toInput?: (typed: Texts<NoInfer<F>>) => Record<string, unknown>
  /** Rules that only this screen has: a password typed twice. */
  readonly check?: (typed: Texts<NoInfer<F>>) => Partial<Record<NoInfer<F>, string>>
  readonly onDone?: (output: Output<C>, typed: Texts<NoInfer<F>>) => void
}

export interface BoundField {
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void
}

export interface CommandForm<F extends string> {
  readonly busy: boolean
  /** Something stands in it that is not what is saved. */
  readonly changed: boolean
  /** What was refused as a whole. A fault of a field stands at the field. */
  readonly problem: ApiProblem | null
  /** What was refused, also when it is a field's. */
  readonly refusal: ApiProblem | null
  readonly field: (name: F) => BoundField
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * A form of one command. The declaration's schema and the server say what is wrong with a field through the same path;
 * what was typed stays until it was taken.
 */
export function useCommandForm<C extends Command, F extends string>(
  command: C,
  { initial, toInput = (typed) => typed, check, onDone }: FormOptions<C, F>,
): CommandForm<F> {
  const [edits, setEdits] = useState<Partial<Texts<F>>>({})
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const onProblem = useCallback(({ fields }: ApiProblem) => focusFirst(form.current, fields), [])
  const { busy, problem, run, clear } = useCommand(command, onProblem)
  const refused: Readonly<Record<string, string>> = { ...problem?.fields, ...errors }
  const typed: Texts<F> = { ...initial, ...edits }

  async function submit(): Promise<void> {
    const input = toInput(typed)
    const faults = { ...check?.(typed), ...faultsOf(command, input) }
    setErrors(faults)
    if (Object.keys(faults).length > 0) {
      clear()
      focusFirst(form.current, faults)
      return
    }
    // The schema has just accepted it.
    const output = await run(input as Input<C>)
    if (output === undefined) return
    setEdits({})
    onDone?.(output, typed)
  }

  return {
    busy,
    changed: (Object.keys(edits) as F[]).some((name) => edits[name] !== initial[name]),
    refusal: problem,
    problem: problem && Object.keys(problem.fields).length > 0 ? null : problem,
    field: (name) => ({
      name,
      value: typed[name],
      error: refused[name],
      onChange: ({ target }) => {
        setEdits({ ...edits, [name]: target.value })
        if (name in errors) setErrors(Object.fromEntries(Object.entries(errors).filter(([key]) => key !== name)))
        if (problem) clear()
      },
    }),
    onSubmit: (event) => {
      event.preventDefault()
      form.current = event.currentTarget
      if (!busy) void submit()
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
