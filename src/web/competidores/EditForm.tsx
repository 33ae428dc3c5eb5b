import { useState, type RefObject } from 'react'
import { misInscripciones, type MisInscripciones } from '#contract/inscripciones.ts'
import { aperturaOf } from '#domain/apertura.ts'
import { PROBLEMS } from '#domain/problem.ts'
import { useServerClock, useView } from '../live/tab.ts'
import { Borrador } from '../inscripciones/borrador.ts'
import { InscripcionForm } from '../inscripciones/InscripcionForm.tsx'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'
import { Aviso } from '../ui/Aviso.tsx'
import { toast } from '../ui/toast.ts'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'
import { useIsMounted, useUnmount } from '../ui/useMount.ts'

interface Props {
  readonly competidorId: string
  readonly cancelRef: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

/** The form of any entry. Loads the categories of all days; the desk has only those of one. */
export function EditForm(props: Props) {
  const mine = useView(misInscripciones, {})
  if (!mine)
    return <ViewPlaceholder of={[misInscripciones.name]} failed="No se abrió la inscripción" what="inscripción" />
  return <LoadedForm {...props} mine={mine} />
}

function LoadedForm({ competidorId, cancelRef, onClose, mine }: Props & { readonly mine: MisInscripciones }) {
  const now = useServerClock('minute')
  const editing = mine.inscripciones.find(({ id }) => id === competidorId)
  const [borrador] = useState(() => new Borrador(editing))
  borrador.follow(editing)
  const isMounted = useIsMounted()
  useUnmount(() => void borrador.dropWhenOver())
  // It was deleted before its form opened.
  if (!editing && !borrador.opened) return <Aviso tone="danger" title={PROBLEMS['inscripcion.missing']} />
  return (
    <>
      {aperturaOf(mine.reglas, now) !== 'abiertas' && (
        <p className="-mt-3 mb-5 text-15 text-muted">
          Las inscripciones no están abiertas: solo la organización puede cambiar esta.
        </p>
      )}
      <InscripcionForm
        dias={mine.dias}
        editing={editing}
        borrador={borrador}
        isAdmin
        cancelRef={cancelRef}
        onCancel={onClose}
        onDone={() => {
          if (isMounted.current) onClose()
          toast(editing ? 'Competidor actualizado correctamente.' : 'Competidor inscrito correctamente.')
        }}
      />
      <UnsavedGuard isUnsaved={() => borrador.isUnsaved()} />
    </>
  )
}
