import type { Input } from '#contract/define.ts'
import type { stepTurno } from '#contract/horario.ts'

/** The presses of an administrator: forward through the day, and back again. */
export function stepper(ids: readonly string[]): () => Input<typeof stepTurno> {
  let selectedRow = 0
  let paso: 'siguiente' | 'anterior' = 'siguiente'
  return () => {
    if (selectedRow === ids.length) paso = 'anterior'
    if (selectedRow === 0) paso = 'siguiente'
    const desde = { dia: 'jueves', turno: { selectedRow, competidorId: ids[selectedRow - 1] ?? null } } as const
    selectedRow += paso === 'siguiente' ? 1 : -1
    return { paso, desde }
  }
}
