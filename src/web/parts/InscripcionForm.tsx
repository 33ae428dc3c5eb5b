import { useState, type ReactNode, type RefObject } from 'react'
import {
  FALTAN_CAMPOS,
  createInscripcion,
  updateInscripcion,
  type CategoriaAbierta,
  type MisInscripciones,
} from '#contract/inscripciones.ts'
import { CLAVES_DE_TEXTO, mapTextos, TEXTOS } from '#domain/competidor.ts'
import { impedimentoOf } from '#domain/inscripcion.ts'
import { PROBLEMS } from '#domain/problem.ts'
import type { ApiProblem } from '../api/request.ts'
import { useCommandForm, type BoundField } from '../api/useCommandForm.ts'
import { Aviso, Status } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { useStore } from '../ui/store.ts'
import { TextField } from '../ui/Field.tsx'
import { CAMPOS, type Borrador, type Campo } from './borrador.ts'
import { CategoriaSelect, findCategoria, type MotivoDeCategoria } from './CategoriaSelect.tsx'
import { MusicaField } from './MusicaField.tsx'

const NO_GUARDADO = 'Ocurrió un error al guardar la información.'

/** The id of an upload before the server has given one. */
const UPLOADING = 'en-camino'

type Mine = MisInscripciones['inscripciones'][number]

interface Props {
  readonly dias: MisInscripciones['dias']
  /** The entry that is being changed; `undefined` for a new one, and after another person deletes it. */
  readonly editing?: Mine | undefined
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
  const { dias, editing, borrador, isAdmin = false, onDone, onCancel, cancelRef } = props
  const { upload } = borrador
  const estado = useStore(upload)
  const { opened } = borrador
  const known = editing ?? opened
  const categoriaId = known?.categoriaId ?? ''
  /** The refusal after another person changed the entry. From then on the form sends the current version. */
  const [conflict, setConflict] = useState<ApiProblem | null>(null)
  const about = `inscripcion ${editing?.id ?? 'nueva'}`
  const options = {
    initial: { ...mapTextos((clave) => known?.[clave] ?? ''), categoriaId, subida: '' },
    before: upload.settled,
    draft: borrador.draft,
    patient: true,
    failed: NO_GUARDADO,
    about,
    onRefused: (refusal: ApiProblem) => {
      if (refusal.code === 'inscripcion.changed') setConflict(refusal)
    },
  } as const
  const done = (id: string) => {
    borrador.forget()
    onDone(id)
  }
  const create = useCommandForm(createInscripcion, {
    ...options,
    onDone: ({ id }) => done(id),
    // The request waits for an upload under way. Without any upload the schema refuses the form at once.
    toInput: (typed) => ({
      ...typed,
      subida: upload.subida ?? (upload.isEmpty ? undefined : UPLOADING),
    }),
  })
  const update = useCommandForm(updateInscripcion, {
    ...options,
    onDone: () => done(editing?.id ?? ''),
    // Only the typed fields: the others keep the changes of other people.
    toInput: () => ({
      ...borrador.draft.read().edits,
      id: editing?.id ?? '',
      subida: upload.subida,
      version: (conflict ? editing : opened)?.version,
    }),
    check: missingOf,
  })
  const form = editing ? update : create
  const field = (campo: Campo, missing: string): BoundField => {
    const bound = form.field(campo)
    // The message about missing fields shows once, at the top. Each field shows its own.
    return { ...bound, error: bound.error === FALTAN_CAMPOS ? missing : bound.error }
  }
  const isIncomplete = CAMPOS.some((name) => form.field(name).error === FALTAN_CAMPOS)
  const propia = findCategoria(dias, categoriaId)
  const impedimentoFor = (categoria: CategoriaAbierta) => impedimentoOf({ categoria, propia, isAdmin })
  const chosenId = form.field('categoriaId').value
  const chosen = findCategoria(dias, chosenId)
  // An imported category without day or name is in no list: its entries stay in it.
  const isGone = chosenId !== '' && chosenId !== editing?.categoriaId
  const absent = isGone ? 'eliminada' : null
  const motivo = chosen ? impedimentoFor(chosen) : absent
  const isSending = estado.tipo === 'subiendo' || estado.tipo === 'pausa'
  const { busy, again } = form
  // Also a refusal that names fields: the sentence of the form as a whole is announced, the field says what to change.
  const problem = form.refusal ?? (busy ? null : conflict)

  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      {opened && !editing && (
        <Aviso tone="danger" title={PROBLEMS['inscripcion.missing']}>
          Se eliminó mientras tanto. Lo que escribiste sigue aquí: puedes inscribirlo de nuevo
          {isAdmin && ', a nombre de la organización'}. Vuelve a subir su música.
        </Aviso>
      )}
      {isIncomplete && <Aviso tone="danger" title={FALTAN_CAMPOS} />}
      {Object.values(
        mapTextos((clave, { campo, falta, autoComplete }) => (
          <TextField key={clave} label={campo} autoComplete={autoComplete} required {...field(clave, falta)} />
        )),
      )}
      <CategoriaSelect
        field={field('categoriaId', 'Falta la categoría.')}
        dias={dias}
        current={categoriaId}
        motivo={motivo}
        impedimentoOf={impedimentoFor}
        isAdmin={isAdmin}
      />
      <MusicaField
        upload={upload}
        estado={estado}
        isOptional={editing?.tieneMusica ?? false}
        error={form.field('subida').error}
        isAlert={!isIncomplete && !problem}
        isLocked={busy && !isSending}
      />
      {problem && (
        <Refusal problem={problem}>{editing && conflict && <Cambios borrador={borrador} now={editing} />}</Refusal>
      )}
      <div>
        <Button
          type="submit"
          variant="brand"
          className="w-full"
          busy={busy}
          busyText="Guardando..."
          reason={!busy && motivo !== null && MOTIVOS[motivo]}
        >
          {editing ? 'Actualizar' : 'Inscribir'}
        </Button>
        <Status className="mt-2 text-center text-14 text-muted">
          {progressOf({ busy, again, isSending, isNew: !editing, motivo })}
        </Status>
      </div>
      {onCancel && (
        <span className="mx-auto">
          <Button
            ref={cancelRef}
            variant="ghost"
            reason={busy && !isSending && 'Se está guardando.'}
            quietReason
            onClick={onCancel}
          >
            Cancelar
          </Button>
        </span>
      )}
    </form>
  )
}

/** The errors of the empty fields. A field without an edit is not in the input, so the schema does not check it. */
function missingOf(typed: Readonly<Record<Campo, string>>): Partial<Record<Campo, string>> {
  const empty = CAMPOS.filter((campo) => typed[campo].trim() === '')
  return Object.fromEntries(empty.map((campo) => [campo, FALTAN_CAMPOS]))
}

/** The general sentence with the reason. A deleted entry has a sentence of its own. */
function Refusal({ problem: { code, message }, children }: { problem: ApiProblem; children: ReactNode }) {
  if (code === 'inscripcion.missing') return <Aviso tone="danger" title={message} />
  return (
    <Aviso tone="danger" title={NO_GUARDADO}>
      {message}
      {children}
    </Aviso>
  )
}

/** The changes that another person saved since the form was opened. */
function Cambios({ borrador: { opened }, now }: { borrador: Borrador; now: Mine }) {
  const cambios = [
    ...CLAVES_DE_TEXTO.map((clave) => {
      const { etiqueta, vacio } = TEXTOS[clave]
      return opened?.[clave] !== now[clave] && `${etiqueta}: ${now[clave] || vacio}.`
    }),
    opened?.categoriaId !== now.categoriaId && `Categoría: ${now.titulo}.`,
  ].filter(Boolean)
  if (opened?.version === now.version) return null
  return <p className="mt-1">Ahora está guardado así. {cambios.join(' ') || 'Tiene otra música.'}</p>
}

/** Why the form cannot be sent. */
const MOTIVOS: Record<MotivoDeCategoria, string> = {
  eliminada: 'La categoría elegida ya no existe.',
  llena: 'La categoría elegida está llena.',
  cerrada: 'La categoría elegida está cerrada.',
  fija: 'La categoría de esta inscripción está cerrada.',
}

/** The same while the track uploads and the form waits for it. */
const MOTIVOS_WHILE_UPLOADING: Record<MotivoDeCategoria, string> = {
  eliminada: 'La categoría se eliminó. Elige otra mientras sube la música.',
  llena: 'La categoría se llenó. Elige otra mientras sube la música.',
  cerrada: 'La categoría se cerró. Elige otra mientras sube la música.',
  fija: 'La categoría de esta inscripción se cerró. Vuelve a elegirla mientras sube la música.',
}

interface Progress {
  /** Why the chosen category no longer accepts the entry. */
  readonly motivo: MotivoDeCategoria | null
  readonly busy: boolean
  readonly again: boolean
  readonly isSending: boolean
  readonly isNew: boolean
}

function progressOf({ busy, again, isSending, isNew, motivo }: Progress): string {
  if (again) return `La conexión falla. Lo intentamos otra vez; no se ${isNew ? 'inscribirá' : 'guardará'} dos veces.`
  if (busy && isSending && motivo) return MOTIVOS_WHILE_UPLOADING[motivo]
  return busy && isSending ? `Se ${isNew ? 'inscribirá' : 'guardará'} en cuanto termine de subir la música.` : ''
}
