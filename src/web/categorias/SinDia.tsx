import { formatCount } from '#domain/plural.ts'
import { DIAS, diaTitle, type Dia } from '#domain/dia.ts'
import { nombreOf } from '#domain/competidor.ts'
import { updateCategoria, type CategoriaPart } from '#contract/categorias.ts'
import { DeleteButton } from '../parts/RowButtons.tsx'
import { useCommandForm } from '../api/useCommandForm.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Select, TextField } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'

interface Props {
  readonly categorias: readonly CategoriaPart[]
  /** The day that the page shows: the initial choice. */
  readonly dia: Dia
  readonly onDelete: (categoria: CategoriaPart) => void
}

/**
 * The imported categories without a day or without a name, each with a form that adds what is missing. The schedule and the
 * results leave a category out until it has both.
 */
export function SinDia({ categorias, dia, onDelete }: Props) {
  return (
    <Card title="Sin día">
      <p className="mt-1 text-14 text-muted">
        Les falta el día o el nombre. No aparecen en Horario ni en Calificaciones hasta que los tengan.
      </p>
      <ul className="mt-4">
        {categorias.map((categoria) => (
          <li key={categoria.id} className="border-t border-line py-4 last:pb-0">
            <CompleteForm categoria={categoria} dia={dia} onDelete={onDelete} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function CompleteForm({ categoria, dia, onDelete }: Omit<Props, 'categorias'> & { categoria: CategoriaPart }) {
  const { id } = categoria
  const nombre = nombreOf(categoria)
  const form = useCommandForm(updateCategoria, {
    initial: { nombre: categoria.nombre ?? '', dia: categoria.dia ?? dia },
    toInput: (typed) => ({ id, ...typed }),
    failed: 'No se completó la categoría.',
    onDone: (_output, typed) => toast(`${typed.nombre.trim()} quedó al final del ${typed.dia}.`),
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit}
      className="grid grid-cols-1 items-start gap-3 md:max-xl:grid-cols-[minmax(0,1fr)_12rem_auto]"
    >
      <h3 className="col-span-full text-18">
        {nombre}
        <span className="ml-2 font-sans text-14 font-normal text-muted">
          {formatCount(categoria.inscritos, 'inscrito', 'inscritos')}
        </span>
      </h3>
      <TextField label="Nombre" aria-label={`Nombre de ${nombre}`} {...form.field('nombre')} />
      <Select
        label="Día"
        aria-label={`Día de ${nombre}`}
        options={DIAS.map((one) => [one, diaTitle(one)])}
        {...form.field('dia')}
      />
      {form.problem && <Aviso tone="danger" title={form.problem.message} className="order-1 col-span-full" />}
      <div className="flex items-center justify-between gap-3 md:max-xl:pt-7">
        <Button type="submit" aria-label={`Guardar ${nombre}`} busy={form.busy} busyText="Guardando...">
          Guardar
        </Button>
        <DeleteButton nombre={nombre} onClick={() => onDelete(categoria)} />
      </div>
    </form>
  )
}
