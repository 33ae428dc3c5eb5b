import { useId, useState } from 'react'
import { formatCount } from '#domain/plural.ts'
import { cupoOf } from '#domain/inscripcion.ts'
import type { CategoriaPart } from '#contract/categorias.ts'
import { saveCupo } from '#contract/inscripciones.ts'
import { useCommandInPlace } from '../api/useCommand.ts'
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
  // The field saves when it loses the focus, also to a link that leaves the page.
  const save = useCommandInPlace(saveCupo, `No se guardó el cupo de ${nombre}.`)
  const [typed, setTyped] = useState<string | null>(null)
  const [inputError, setInputError] = useState<string | undefined>()
  const fieldId = useId()
  const limit = cupoOf(maximo, cupo)
  const error = inputError ?? (save.problem && `No se guardó el cupo. ${save.problem.message}`)

  async function saveIfChanged(): Promise<void> {
    if (typed === null || save.busy) return
    const parsed = saveCupo.input.safeParse({ id, cupo: typed.trim() === '' ? null : numberOf(typed) })
    if (!parsed.success) return setInputError(parsed.error.issues[0]?.message)
    if (parsed.data.cupo === cupo) return setTyped(null)
    if (!(await save.run(parsed.data))) return
    setTyped(null)
    toast('Cupo guardado.')
  }

  return (
    <div className="categorias-cell">
      <input
        id={fieldId}
        aria-label={`Cupo de ${nombre}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${fieldId}-count ${fieldId}-said`}
        aria-busy={save.busy || undefined}
        inputMode="numeric"
        autoComplete="off"
        readOnly={save.busy}
        placeholder={maximo === 0 ? undefined : String(maximo)}
        value={typed ?? cupo ?? ''}
        className="touch num w-18 rounded-10 border border-control bg-surface px-3 text-16 text-ink aria-invalid:border-2 aria-invalid:border-danger"
        onChange={({ target }) => {
          setTyped(target.value)
          setInputError(undefined)
          save.clear()
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') void saveIfChanged()
        }}
        onBlur={() => void saveIfChanged()}
      />
      <span id={`${fieldId}-count`} className="digits max-w-24 text-14 text-muted">
        {limit === null
          ? `${formatCount(inscritos, 'inscrito', 'inscritos')}, sin\u00a0máximo`
          : `${inscritos} de ${limit}`}
      </span>
      <div id={`${fieldId}-said`} className="col-span-full -mt-1.5 basis-full empty:hidden">
        {error && <FieldError error={error} isAlert />}
      </div>
    </div>
  )
}
