import { useState, type RefObject } from 'react'
import { misInscripciones } from '#contract/inscripciones.ts'
import { aperturaOf } from '#domain/inscripcion.ts'
import { useServerClock } from '../live/useServerClock.ts'
import { useView } from '../live/useView.ts'
import { Borrador } from '../parts/borrador.ts'
import { InscripcionForm } from '../parts/InscripcionForm.tsx'
import { Waiting } from '../parts/Waiting.tsx'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { useLeave } from '../ui/useLeave.ts'

interface Props {
  readonly competidorId: string
  readonly cancelRef: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

/** The form of an entry, whosever it is. The desk knows the live day only: the categories of the others come with it. */
export function EditForm({ competidorId, cancelRef, onClose }: Props) {
  const mine = useView(misInscripciones, {})
  const now = useServerClock('minute')
  const [borrador] = useState(() => new Borrador())
  useLeave(() => borrador.leave())
  if (!mine) return <Waiting failed="No se abrió la inscripción">Cargando inscripción...</Waiting>
  const editing = mine.inscripciones.find(({ id }) => id === competidorId)
  if (!editing) {
    return (
      <div className="flex flex-col gap-5">
        <Aviso tone="danger" title="Error: competidor a editar no encontrado.">
          Alguien lo eliminó mientras tanto.
        </Aviso>
        <Button ref={cancelRef} className="ml-auto" onClick={onClose}>
          Cerrar
        </Button>
      </div>
    )
  }
  return (
    <>
      {aperturaOf(mine.reglas, now) !== 'abiertas' && (
        <p className="-mt-3 mb-5 text-15 text-muted">
          Las inscripciones no están abiertas: quien compite no puede cambiarla, tú sí.
        </p>
      )}
      <InscripcionForm
        dias={mine.dias}
        editing={editing}
        borrador={borrador}
        isFree
        cancelRef={cancelRef}
        onCancel={onClose}
        onDone={() => {
          onClose()
          toast('Competidor actualizado correctamente.')
        }}
      />
    </>
  )
}
