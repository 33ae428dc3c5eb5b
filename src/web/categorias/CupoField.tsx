import { useId } from 'react'
import { formatCount } from '#domain/plural.ts'
import { cupoOf } from '#domain/inscripcion.ts'
import type { CategoriaPart } from '#contract/categorias.ts'
import { saveCupo } from '#contract/inscripciones.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { FieldError, numberOf } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'

interface Props {
  readonly categoria: CategoriaPart
  readonly nombre: string
  /** The limit while the field is empty. */
  readonly maximo: number
}

/** The limit of entries of a category, beside their number. Saves on Enter and when the field loses the focus. */
export function CupoField({ categoria: { id, cupo, inscritos }, nombre, maximo }: Props) {
  const form = useCommandForm(saveCupo, {
    initial: { cupo: String(cupo ?? '') },
    toInput: (typed) => ({ id, cupo: typed.cupo.trim() === '' ? null : numberOf(typed.cupo) }),
    failed: `No se guardó el cupo de ${nombre}.`,
    onDone: () => toast('Cupo guardado.'),
  })
  // A fault takes the focus back to the field of its name: this one has none, because it saves when the person has gone on.
  const { name: _name, error = form.fault, ...input } = form.field('cupo')
  const fieldId = useId()
  const limit = cupoOf(maximo, cupo)

  return (
    <form noValidate className="categorias-cell" onSubmit={form.onSubmit}>
      <input
        {...input}
        aria-label={`Cupo de ${nombre}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${fieldId}-count ${fieldId}-said`}
        aria-busy={form.busy || undefined}
        inputMode="numeric"
        autoComplete="off"
        placeholder={maximo === 0 ? undefined : String(maximo)}
        className="touch num w-18 rounded-10 border border-control bg-surface px-3 text-16 text-ink aria-invalid:border-2 aria-invalid:border-danger"
        onBlur={({ currentTarget }) => {
          if (form.changed) currentTarget.form?.requestSubmit()
        }}
      />
      <span id={`${fieldId}-count`} className="digits max-w-24 text-14 text-muted">
        {limit === null
          ? `${formatCount(inscritos, 'inscrito', 'inscritos')}, sin\u00a0máximo`
          : `${inscritos} de ${limit}`}
      </span>
      <div id={`${fieldId}-said`} className="col-span-full -mt-1.5 basis-full empty:hidden">
        {error && <FieldError error={error} isAlert />}
      </div>
    </form>
  )
}
