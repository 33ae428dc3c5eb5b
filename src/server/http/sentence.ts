import type * as z from 'zod/mini'

const TYPES: Readonly<Record<string, string>> = {
  string: 'Debe ser un texto.',
  boolean: 'Debe ser true o false.',
  number: 'Debe ser un número.',
  int: 'Debe ser un número entero.',
  array: 'Debe ser una lista.',
  object: 'Debe ser un objeto.',
  record: 'Debe ser un objeto.',
}

/** The sentence of a fault for which the schema has none. The screens send no such value; other programs may. */
export function sentenceOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') return TYPES[issue.expected] ?? 'Ese valor no se acepta.'
  if (issue.code === 'invalid_value') return `Debe ser ${issue.values.join(' o ')}.`
  if (issue.code === 'unrecognized_keys') return `Sobra ${issue.keys.join(', ')}.`
  return 'Ese valor no se acepta.'
}
