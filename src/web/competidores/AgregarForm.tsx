import { useRef, useState } from 'react'
import { addCompetidor, misInscripciones } from '#contract/inscripciones.ts'
import { mapTextos } from '#domain/competidor.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { useView } from '../live/tab.ts'
import { Borrador } from '../inscripciones/borrador.ts'
import { MusicaField } from '../inscripciones/MusicaField.tsx'
import { isUnderway } from '../inscripciones/musicaUpload.ts'
import { TextoFields } from '../inscripciones/TextoFields.tsx'
import { Aviso, Status } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { useStore } from '../ui/store.ts'
import { toast } from '../ui/toast.ts'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'
import { useUnmount } from '../ui/useMount.ts'

/** Adds entries to a category, one after the other: it stays open, cleared, for the next one. */
export function AgregarForm({ categoriaId, onClose }: { categoriaId: string; onClose: () => void }) {
  const [borrador] = useState(() => new Borrador())
  const { upload } = borrador
  const estado = useStore(upload)
  const fields = useRef<HTMLFormElement>(null)
  useUnmount(() => void borrador.dropWhenOver())
  const form = useCommandForm(addCompetidor, {
    initial: { ...mapTextos(() => ''), nota: '', categoriaId, subida: '' },
    withFile: borrador,
    failed: 'No se agregó el competidor.',
    about: `agregar ${categoriaId}`,
    toInput: (typed) => ({ ...mapTextos((clave) => typed[clave]), id: categoriaId, subida: upload.subida }),
    onDone: () => {
      borrador.forget()
      toast('Competidor inscrito correctamente.')
      fields.current?.querySelector('input')?.focus()
    },
  })
  const isSaving = form.busy && !isUnderway(estado)
  return (
    <form ref={fields} noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      <CupoLleno categoriaId={categoriaId} />
      <TextoFields form={form} isAdmin />
      <MusicaField
        upload={upload}
        estado={estado}
        nota="Es opcional: puede llegar después, con Editar."
        error={form.field('subida').error}
        isAlert={false}
        isLocked={isSaving}
      />
      {form.problem && <Aviso tone="danger" title={form.fault ?? ''} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cerrar</Button>
        <Button type="submit" variant="brand" busy={form.busy} busyText="Agregando...">
          Agregar
        </Button>
      </div>
      <Status className="text-14 text-muted">
        {form.again && 'La conexión falla. Lo intentamos otra vez; no se inscribirá dos veces.'}
        {form.busy && !isSaving && 'Se inscribirá en cuanto termine de subir la música.'}
      </Status>
      <UnsavedGuard isUnsaved={() => borrador.isUnsaved()} />
    </form>
  )
}

/** Says that a category is full. The organiser may add an entry to it all the same. */
function CupoLleno({ categoriaId }: { categoriaId: string }) {
  const dias = useView(misInscripciones, {})?.dias ?? []
  const categoria = dias.flatMap(({ categorias }) => categorias).find(({ id }) => id === categoriaId)
  const isFull = categoria && categoria.cupo !== null && categoria.inscritos >= categoria.cupo
  return (
    <Status>
      {isFull && <Aviso tone="info" isQuiet title={`Cupo lleno: ${categoria.inscritos} de ${categoria.cupo}.`} />}
    </Status>
  )
}
