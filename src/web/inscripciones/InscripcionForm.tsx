import { useState, type RefObject } from 'react'
import {
  FALTAN_CAMPOS,
  createInscripcion,
  updateInscripcion,
  type MiInscripcion,
  type MisInscripciones,
} from '#contract/inscripciones.ts'
import { CLAVES_DE_TEXTO, clavesRequeridas, mapTextos, NOTA, TEXTOS } from '#domain/competidor.ts'
import { PROBLEMS } from '#domain/problem.ts'
import type { ApiProblem } from '../api/request.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { Aviso, Status } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { useStore } from '../ui/store.ts'
import { TextField } from '../ui/Field.tsx'
import { CAMPOS, type Borrador, type Campo } from './borrador.ts'
import { CategoriaSelect, motivoOf } from './CategoriaSelect.tsx'
import { MusicaField } from './MusicaField.tsx'
import { isUnderway } from './musicaUpload.ts'
import { orMissing, TextoFields } from './TextoFields.tsx'

const NO_GUARDADO = 'Ocurrió un error al guardar la información.'

interface Props {
  readonly dias: MisInscripciones['dias']
  /** The entry that is being changed; `undefined` for a new one, and after another person deletes it. */
  readonly editing?: MiInscripcion | undefined
  /** The typed values and the upload. Outlive the form. */
  readonly borrador: Borrador
  /** The administrator enters: neither the limit of a category nor the opening times apply. */
  readonly isAdmin?: boolean
  /** Called with the id of the saved entry. */
  readonly onDone: (id: string) => void
  readonly onCancel?: () => void
  readonly cancelRef?: RefObject<HTMLButtonElement | null>
}

/**
 * Creates or changes an entry. The track is uploaded while the person types. When another person deletes the entry, the form
 * keeps its texts and saves them as a new entry.
 */
export function InscripcionForm(props: Props) {
  const { dias, editing, borrador, isAdmin = false, onCancel, cancelRef } = props
  const { form, propiaId, conflict, now } = useFormularios(props)
  const { busy, again } = form
  const estado = useStore(borrador.upload)
  const choice = { dias, propiaId, isAdmin }
  const motivo = motivoOf(choice, form.field('categoriaId').value, editing?.categoriaId)
  const isSaving = busy && !isUnderway(estado)
  // Also a refusal that names fields: the sentence of the form as a whole is announced, the field says what to change.
  const problem = form.refusal ?? (busy ? null : conflict)
  const isIncomplete = CAMPOS.some((name) => form.field(name).error === FALTAN_CAMPOS)
  const isAlert = !isIncomplete && problem === null
  const verb = editing ? 'guardará' : 'inscribirá'

  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      {!editing && borrador.opened && (
        <Aviso tone="danger" title={PROBLEMS['inscripcion.missing']}>
          Se eliminó mientras tanto. Lo que escribiste sigue aquí: puedes inscribirlo de nuevo
          {isAdmin && ', a nombre de la organización'}. Vuelve a subir su música.
        </Aviso>
      )}
      {isIncomplete && <Aviso tone="danger" title={FALTAN_CAMPOS} />}
      <TextoFields form={form} isAdmin={isAdmin} />
      <CategoriaSelect
        {...choice}
        field={orMissing(form.field('categoriaId'), 'Falta la categoría.')}
        motivo={motivo}
      />
      <TextField
        label={NOTA.campo}
        hint="Opcional: lo que dirá de ustedes. No la leen ni el público ni los jueces."
        isAlert={isAlert}
        {...form.field('nota')}
      />
      <MusicaField
        upload={borrador.upload}
        estado={estado}
        nota={editing?.tieneMusica ? 'Si no eliges otra, se queda la que ya tiene.' : undefined}
        error={form.field('subida').error}
        isAlert={isAlert}
        isLocked={isSaving}
      />
      {problem && (
        <Aviso tone="danger" title={NO_GUARDADO}>
          {problem.message}
          <Cambios borrador={borrador} now={now} />
        </Aviso>
      )}
      <div className="form-acts grid gap-5">
        <div>
          <Button
            type="submit"
            variant="brand"
            className="w-full"
            busy={busy}
            busyText="Guardando..."
            reason={!busy && motivo?.reason}
          >
            {editing ? 'Actualizar' : 'Inscribir'}
          </Button>
          <Status className="mt-2 text-center text-14 text-muted">
            {again && `La conexión falla. Lo intentamos otra vez; no se ${verb} dos veces.`}
            {busy && !isSaving && !motivo && `Se ${verb} en cuanto termine de subir la música.`}
          </Status>
        </div>
        {onCancel && (
          <Button
            ref={cancelRef}
            variant="ghost"
            className="mx-auto"
            reason={isSaving && 'Se está guardando.'}
            quietReason
            onClick={onCancel}
          >
            Cancelar
          </Button>
        )}
      </div>
    </form>
  )
}

/** The form that creates an entry, or the one that changes it. `propiaId`: the category at first. */
function useFormularios({ editing, borrador, isAdmin = false, onDone }: Props) {
  const { draft, upload, opened } = borrador
  const id = editing?.id ?? ''
  // The refusal after another person changed the entry. From then on the form sends the current version.
  const [conflict, setConflict] = useState<ApiProblem | null>(null)
  const now = conflict ? editing : undefined
  // After another person deleted the entry, as it was when its form was opened.
  const known = editing ?? opened
  const { nota = '', categoriaId = '' } = known ?? {}
  const options = {
    initial: { ...mapTextos((clave) => known?.[clave] ?? ''), nota, categoriaId, subida: '' },
    withFile: borrador,
    failed: NO_GUARDADO,
    about: `inscripcion ${editing?.id ?? 'nueva'}`,
    check: (typed: Readonly<Record<Campo, string>>) => missingOf(typed, isAdmin),
  }
  const end = (saved: string): void => {
    borrador.forget()
    onDone(saved)
  }
  const nueva = useCommandForm(createInscripcion, {
    ...options,
    toInput: (typed) => ({ ...typed, subida: upload.subida }),
    onDone: (created) => end(created.id),
  })
  const cambio = useCommandForm(updateInscripcion, {
    ...options,
    // Only the typed fields: the others keep the changes of other people.
    toInput: () => ({ ...draft.read().edits, id, subida: upload.subida, version: (now ?? opened)?.version }),
    onRefused: (refusal) => {
      if (refusal.code === 'inscripcion.changed') setConflict(refusal)
    },
    onDone: () => end(id),
  })
  return { form: editing ? cambio : nueva, propiaId: categoriaId, conflict, now }
}

/** The errors of the empty fields. A field without an edit is not in the input, so the schema does not check it. */
function missingOf(typed: Readonly<Record<Campo, string>>, isAdmin: boolean): Partial<Record<Campo, string>> {
  const required = [...clavesRequeridas(isAdmin), 'categoriaId'] as const
  const empty = required.filter((campo) => typed[campo].trim() === '')
  return Object.fromEntries(empty.map((campo) => [campo, FALTAN_CAMPOS]))
}

/** The changes that another person saved since the form was opened. */
function Cambios({ borrador: { opened }, now }: { borrador: Borrador; now: MiInscripcion | undefined }) {
  if (!now || opened?.version === now.version) return null
  const guardado = [
    ...CLAVES_DE_TEXTO.map((clave) => [clave, TEXTOS[clave].etiqueta, now[clave] || TEXTOS[clave].vacio] as const),
    ['nota', NOTA.campo, now.nota || 'Sin nota'] as const,
    ['categoriaId', 'Categoría', now.titulo] as const,
  ]
  const cambios = guardado.filter(([campo]) => opened?.[campo] !== now[campo])
  const texts = cambios.map(([, etiqueta, texto]) => `${etiqueta}: ${texto}.`)
  return <p className="mt-1">Ahora está guardado así. {texts.join(' ') || 'Tiene otra música.'}</p>
}
