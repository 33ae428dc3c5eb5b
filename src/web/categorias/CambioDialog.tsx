import { updateCategoria, type CategoriaPart } from '#contract/categorias.ts'
import { nombreOf } from '#domain/competidor.ts'
import { DIAS, diaTitle } from '#domain/dia.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { Select, TextField } from '../ui/Field.tsx'
import { openDialog } from '../ui/Modal.tsx'
import { toast } from '../ui/toast.ts'

/** Asks for another name of a category. */
export function askNombre(categoria: CategoriaPart): void {
  openDialog((close) => <NombreDialog categoria={categoria} onClose={close} />)
}

/** Asks for another day of a category. */
export function askDia(categoria: CategoriaPart): void {
  openDialog((close) => <DiaDialog categoria={categoria} onClose={close} />)
}

interface Props {
  readonly categoria: CategoriaPart
  readonly onClose: () => boolean
}

function NombreDialog({ categoria, onClose }: Props) {
  const form = useCommandForm(updateCategoria, {
    initial: { nombre: categoria.nombre ?? '' },
    failed: 'No se cambió el nombre.',
    toInput: ({ nombre }) => ({ id: categoria.id, nombre }),
    onDone: () => {
      onClose()
      toast('Categoría renombrada.')
    },
  })
  const field = form.field('nombre')
  return (
    <ConfirmDialog
      question={`Cambiar nombre de ${nombreOf(categoria)}`}
      act="Guardar"
      busyText="Guardando..."
      busy={form.busy}
      problem={field.error ? null : form.fault}
      onAct={form.onSubmit}
      onCancel={onClose}
      fields={<TextField label="Nombre" autoComplete="off" fieldClass="mt-4" {...field} />}
    >
      Conserva sus competidores, su música, sus calificaciones y sus criterios.
    </ConfirmDialog>
  )
}

function DiaDialog({ categoria, onClose }: Props) {
  const others = DIAS.filter((dia) => dia !== categoria.dia)
  const form = useCommandForm(updateCategoria, {
    initial: { dia: others[0] ?? DIAS[0] },
    failed: 'No se movió la categoría.',
    toInput: ({ dia }) => ({ id: categoria.id, dia }),
    onDone: (_output, { dia }) => {
      onClose()
      toast(`Categoría movida al ${dia}.`)
    },
  })
  const field = form.field('dia')
  return (
    <ConfirmDialog
      question={`Cambiar día de ${nombreOf(categoria)}`}
      act="Mover"
      busyText="Moviendo..."
      busy={form.busy}
      problem={field.error ? null : form.fault}
      onAct={form.onSubmit}
      onCancel={onClose}
      fields={
        <div className="mt-4">
          <Select label="Día" {...field}>
            {others.map((dia) => (
              <option key={dia} value={dia}>
                {diaTitle(dia)}
              </option>
            ))}
          </Select>
        </div>
      }
    >
      Pasa al final de ese día con sus competidores y sus calificaciones.
    </ConfirmDialog>
  )
}
