import { moveCompetidor, type CompetidorAdmin } from '#contract/competidores.ts'
import { antesDeLugar } from '#domain/lista.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/Field.tsx'
import { sayLugar } from './Lugar.tsx'

interface Props {
  readonly competidor: CompetidorAdmin
  /** The entries of its category, in order. */
  readonly ids: readonly string[]
  readonly onClose: () => boolean
}

/** Asks for the place of an entry in its category, and on a day whose order is closed for the reason. */
export function MoverDialog({ competidor: { id, nombre, numero }, ids, onClose }: Props) {
  const isCerrado = numero !== undefined
  const form = useCommandForm(moveCompetidor, {
    initial: { lugar: String(ids.indexOf(id) + 1), motivo: '' },
    failed: 'No se cambió el orden.',
    check: ({ lugar, motivo }) => ({
      ...(antesDeLugar(ids, id, lugar) === undefined && { lugar: `Escribe un lugar de 1 a ${ids.length}.` }),
      ...(isCerrado && motivo.trim() === '' && { motivo: 'Escribe el motivo.' }),
    }),
    toInput: ({ lugar, motivo }) => ({ id, antesDe: antesDeLugar(ids, id, lugar) ?? null, motivo }),
    onDone: (lugar) => {
      onClose()
      sayLugar(nombre, lugar)
    },
  })
  const [lugar, motivo] = [form.field('lugar'), form.field('motivo')]
  return (
    <ConfirmDialog
      question={`Mover a ${nombre}`}
      act="Mover"
      busyText="Moviendo..."
      busy={form.busy}
      problem={lugar.error || motivo.error ? null : form.fault}
      onAct={form.onSubmit}
      onCancel={onClose}
      fields={
        <>
          <TextField label="Lugar" inputMode="numeric" autoComplete="off" fieldClass="mt-4" isAlert {...lugar} />
          {isCerrado && (
            <TextField
              label="Motivo"
              isAlert={!lugar.error}
              hint="Queda en la bitácora, con tu nombre."
              autoComplete="off"
              fieldClass="mt-4"
              {...motivo}
            />
          )}
        </>
      }
    >
      {isCerrado ? `Cambia su turno; conserva el número ${numero}.` : `Su categoría tiene ${ids.length} lugares.`}
    </ConfirmDialog>
  )
}
