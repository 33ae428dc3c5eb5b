import { createRonda, type CategoriaPart } from '#contract/categorias.ts'
import { nombreOf } from '#domain/competidor.ts'
import { DIAS, diaTitle } from '#domain/dia.ts'
import { formatCount } from '#domain/plural.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { NumberField, numberOf, Select, TextField } from '../ui/Field.tsx'
import { openDialog } from '../ui/Modal.tsx'
import { toast } from '../ui/toast.ts'

/** Asks for the next round from the best of a closed category. */
export function askRonda(categoria: CategoriaPart): void {
  openDialog((close) => <RondaDialog categoria={categoria} onClose={close} />)
}

function RondaDialog({ categoria, onClose }: { categoria: CategoriaPart; onClose: () => boolean }) {
  const form = useCommandForm(createRonda, {
    initial: { nombre: '', dia: categoria.dia ?? DIAS[0], pasan: '', orden: 'sorteo' },
    failed: 'No se creó la ronda.',
    toInput: ({ pasan, ...typed }) => ({ id: categoria.id, ...typed, pasan: numberOf(pasan) }),
    onDone: ({ competidores }, { nombre, pasan }) => {
      onClose()
      const also = competidores - Number(pasan)
      const tied = also > 0 ? ` ${also} más por empate.` : ''
      toast(`Ronda creada: ${nombre.trim()}, con ${formatCount(competidores, 'competidor', 'competidores')}.${tied}`)
    },
  })
  return (
    <ConfirmDialog
      question={`Crear ronda con los mejores de ${nombreOf(categoria)}`}
      act="Crear ronda"
      busyText="Creando..."
      busy={form.busy}
      problem={form.problem && form.fault}
      onAct={form.onSubmit}
      onCancel={onClose}
      fields={
        <div className="mt-4 grid gap-4 xs:grid-cols-2">
          <TextField
            label="Nombre de la ronda"
            autoComplete="off"
            fieldClass="col-span-full"
            {...form.field('nombre')}
          />
          <Select label="Día" {...form.field('dia')}>
            {DIAS.map((dia) => (
              <option key={dia} value={dia}>
                {diaTitle(dia)}
              </option>
            ))}
          </Select>
          <NumberField label="Pasan" {...form.field('pasan')} />
          <div className="col-span-full">
            <Select label="Orden" {...form.field('orden')}>
              <option value="sorteo">Sorteo</option>
              <option value="inverso">Del último al primero</option>
            </Select>
          </div>
        </div>
      }
    >
      Copia a los primeros, y a quienes siguen empatados con el último que pasa. Las calificaciones no pasan. El horario
      muestra a todos quiénes pasan, también mientras los resultados estén ocultos; con «Del último al primero» muestra
      además en qué lugar pasó cada quien.
    </ConfirmDialog>
  )
}
