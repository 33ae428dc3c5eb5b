import { deletePausa, savePausa, type ProgramaDeDia } from '#contract/programa.ts'
import { toLocalInput } from '#domain/hora.ts'
import { conAvisos } from '#domain/horaEscrita.ts'
import type { Pausa } from '#domain/programa.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { askDelete } from '../parts/ActDialog.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { DateTimeField, NumberField, numberOf, Select, TextField } from '../ui/Field.tsx'
import { openDialog } from '../ui/Modal.tsx'
import { toast } from '../ui/toast.ts'

/** Asks for the break of a day; null: a new one. */
export function askPausa(programa: ProgramaDeDia, pausa: Pausa | null): void {
  openDialog((close) => <PausaDialog programa={programa} pausa={pausa} onClose={close} />)
}

export function askDeletePausa({ dia }: ProgramaDeDia, { id, titulo }: Pausa): void {
  askDelete({
    question: `¿Eliminar la pausa "${titulo}"?`,
    text: 'Lo publicado no cambia hasta que publiques otra vez.',
    command: deletePausa,
    input: { dia, id },
    failed: 'No se eliminó la pausa.',
    done: 'Pausa eliminada.',
  })
}

interface Props {
  readonly programa: ProgramaDeDia
  readonly pausa: Pausa | null
  readonly onClose: () => boolean
}

function PausaDialog({ programa: { dia, zonaHoraria, categorias }, pausa, onClose }: Props) {
  const known = categorias.some(({ id }) => id === pausa?.antesDe)
  const form = useCommandForm(savePausa, {
    initial: {
      titulo: pausa?.titulo ?? '',
      antesDe: pausa && !known ? '' : (pausa?.antesDe ?? categorias[0]?.id ?? ''),
      minutos: pausa ? String(pausa.minutos) : '',
      noAntes: pausa && pausa.noAntes !== null ? toLocalInput(pausa.noAntes, zonaHoraria) : '',
    },
    toInput: (typed) => ({
      ...typed,
      dia,
      ...(pausa && { id: pausa.id }),
      antesDe: typed.antesDe || null,
      minutos: numberOf(typed.minutos),
    }),
    failed: 'No se guardó la pausa.',
    onDone: (_output, { noAntes }) => {
      onClose()
      toast(conAvisos('Pausa guardada.', noAntes ? [noAntes] : [], zonaHoraria))
    },
  })
  const fields = {
    titulo: form.field('titulo'),
    antesDe: form.field('antesDe'),
    minutos: form.field('minutos'),
    noAntes: form.field('noAntes'),
  }
  return (
    <ConfirmDialog
      question={pausa ? `Editar ${pausa.titulo}` : 'Agregar pausa'}
      act="Guardar pausa"
      busyText="Guardando..."
      busy={form.busy}
      problem={Object.values(fields).some(({ error }) => error) ? null : form.fault}
      onAct={form.onSubmit}
      onCancel={onClose}
      fields={
        <div className="mt-4 grid grid-cols-1 gap-4">
          <TextField label="Título" autoComplete="off" isAlert {...fields.titulo} />
          <Select label="Antes de" {...fields.antesDe}>
            {categorias.map(({ id, nombre }) => (
              <option key={id} value={id}>
                {nombre}
              </option>
            ))}
            <option value="">Al final del día</option>
          </Select>
          <NumberField label="Minutos" isAlert={!fields.titulo.error} {...fields.minutos} />
          <DateTimeField
            label="No antes de"
            hint="Opcional: lo que sigue a la pausa no empieza antes de esta hora."
            {...fields.noAntes}
          />
        </div>
      }
    >
      Va con la categoría cuando cambia el orden del día.
    </ConfirmDialog>
  )
}
