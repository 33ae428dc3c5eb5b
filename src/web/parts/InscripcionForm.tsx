import { useState, type ReactNode, type RefObject } from 'react'
import {
  COMPLETA,
  createInscripcion,
  updateInscripcion,
  type CategoriaAbierta,
  type MisInscripciones,
} from '#contract/inscripciones.ts'
import { companiaOf, nombreOf } from '#domain/competidor.ts'
import { hasLugar } from '#domain/inscripcion.ts'
import { PROBLEMS } from '#domain/problem.ts'
import type { ApiProblem } from '../api/request.ts'
import { useCommandForm, type BoundField } from '../api/useCommandForm.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { useStore } from '../ui/store.ts'
import { Status } from '../ui/Status.tsx'
import { TextField } from '../ui/TextField.tsx'
import { dismissAbout, toast } from '../ui/toast.ts'
import { useIsMounted } from '../ui/useUnmount.ts'
import { CAMPOS, type Borrador, type Campo } from './borrador.ts'
import { CategoriaSelect, findCategoria } from './CategoriaSelect.tsx'
import { MusicaField } from './MusicaField.tsx'

const NO_GUARDADO = 'Ocurrió un error al guardar la información.'

/** Stands for the upload's id until the server has given it. */
const ON_ITS_WAY = 'en-camino'

type Mine = MisInscripciones['inscripciones'][number]

interface Props {
  readonly dias: MisInscripciones['dias']
  /** The entry that is being changed; none for a new one, and none once it was deleted. */
  readonly editing?: Mine | undefined
  /** The typed values and the upload. Outlive the form. */
  readonly borrador: Borrador
  /** The administrator enters: neither the limit of a category nor the opening times apply. */
  readonly isAdmin?: boolean
  /** It is saved, under this id. */
  readonly onDone: (id: string) => void
  readonly onCancel?: () => void
  readonly cancelRef?: RefObject<HTMLButtonElement | null>
}

/**
 * Hands in an entry, or changes one. The track is on its way while the rest is typed. When the entry is deleted meanwhile,
 * the form keeps what it holds and hands it in as a new entry.
 */
export function InscripcionForm(props: Props) {
  const { dias, editing, borrador, isAdmin = false, onDone, onCancel, cancelRef } = props
  const { upload } = borrador
  const estado = useStore(upload)
  const isMounted = useIsMounted()
  const { opened } = borrador
  const { nombre = '', compania = '', categoriaId = '' } = editing ?? opened ?? {}
  /** The refusal that said that somebody else changed the entry: from then on, the person has seen what it is now. */
  const [told, setTold] = useState<ApiProblem | null>(null)
  const about = `inscripcion ${editing?.id ?? 'nueva'}`
  const options = {
    initial: { nombre, compania, categoriaId, subida: '' },
    before: upload.settled,
    draft: borrador.draft,
    patient: true,
    onRefused: (refusal: ApiProblem) => {
      if (refusal.code === 'inscripcion.changed') setTold(refusal)
      if (!isMounted.current) toast(`${NO_GUARDADO} ${refusal.message}`, { tone: 'danger', about })
    },
  } as const
  const done = (id: string) => {
    borrador.forget()
    dismissAbout(about)
    onDone(id)
  }
  const create = useCommandForm(createInscripcion, {
    ...options,
    onDone: ({ id }) => done(id),
    // While it is on its way the press waits for it; without one at all, the rule is said at once.
    toInput: (typed) => ({
      ...typed,
      subida: upload.subida ?? (upload.isEmpty ? undefined : ON_ITS_WAY),
    }),
  })
  const update = useCommandForm(updateInscripcion, {
    ...options,
    onDone: () => done(editing?.id ?? ''),
    // Only what was typed: the rest keeps what others made of it.
    toInput: () => ({
      ...borrador.draft.read().edits,
      id: editing?.id ?? '',
      subida: upload.subida,
      version: (told ? editing : opened)?.version,
    }),
    check: missingOf,
  })
  const form = editing ? update : create
  const field = (campo: Campo, missing: string): BoundField => {
    const bound = form.field(campo)
    // The sentence of the whole stands once, above; at the field stands what it lacks.
    return { ...bound, error: bound.error === COMPLETA ? missing : bound.error }
  }
  const isIncomplete = CAMPOS.some((name) => form.field(name).error === COMPLETA)
  const hasPlace = ({ id, lugares }: CategoriaAbierta) => hasLugar({ lugares, isIn: id === categoriaId, isAdmin })
  const chosen = findCategoria(dias, form.field('categoriaId').value)
  const isSending = estado.tipo === 'subiendo' || estado.tipo === 'pausa'
  const { busy, again } = form
  const problem = form.problem ?? (busy ? null : told)

  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      {opened && !editing && (
        <Aviso tone="danger" title={PROBLEMS['inscripcion.missing']}>
          Se eliminó mientras tanto. Lo que escribiste sigue aquí: puedes inscribirlo de nuevo
          {isAdmin && ', a nombre de la organización'}. Vuelve a subir su música.
        </Aviso>
      )}
      {isIncomplete && <Aviso tone="danger" title={COMPLETA} />}
      <TextField label="Nombre del competidor" autoComplete="off" required {...field('nombre', 'Falta el nombre.')} />
      <TextField label="Compañía" autoComplete="organization" required {...field('compania', 'Falta la compañía.')} />
      <CategoriaSelect
        field={field('categoriaId', 'Falta la categoría.')}
        dias={dias}
        current={categoriaId}
        hasPlace={hasPlace}
      />
      <MusicaField
        upload={upload}
        estado={estado}
        isOptional={editing?.tieneMusica ?? false}
        error={form.field('subida').error}
        isAlert={!isIncomplete}
        isFixed={busy && !isSending}
      />
      {problem && (
        <Refusal problem={problem}>{editing && told && <Cambios borrador={borrador} now={editing} />}</Refusal>
      )}
      <div>
        <Button
          type="submit"
          variant="brand"
          className="w-full"
          busy={busy}
          busyText="Guardando..."
          reason={!busy && chosen && !hasPlace(chosen) && 'La categoría elegida está llena.'}
        >
          {editing ? 'Actualizar' : 'Inscribir'}
        </Button>
        <Status className="mt-2 text-center text-14 text-muted">
          {progressOf({ busy, again, isSending, isNew: !editing, isFull: Boolean(chosen && !hasPlace(chosen)) })}
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

/** What stands empty and was not typed is in no input, and is missing all the same. */
function missingOf(typed: Readonly<Record<Campo, string>>): Partial<Record<Campo, string>> {
  const empty = CAMPOS.filter((campo) => typed[campo].trim() === '')
  return Object.fromEntries(empty.map((campo) => [campo, COMPLETA]))
}

/** The spec's sentence stands first, then the reason; an entry that is gone has a sentence of its own there. */
function Refusal({ problem: { code, message }, children }: { problem: ApiProblem; children: ReactNode }) {
  if (code === 'inscripcion.missing') return <Aviso tone="danger" title={message} />
  return (
    <Aviso tone="danger" title={NO_GUARDADO}>
      {message}
      {children}
    </Aviso>
  )
}

/** What somebody else saved since the form was opened. */
function Cambios({ borrador: { opened }, now }: { borrador: Borrador; now: Mine }) {
  const cambios = [
    opened?.nombre !== now.nombre && `Nombre: ${nombreOf(now)}.`,
    opened?.compania !== now.compania && `Compañía: ${companiaOf(now)}.`,
    opened?.categoriaId !== now.categoriaId && `Categoría: ${now.titulo}.`,
  ].filter(Boolean)
  if (opened?.version === now.version) return null
  return <p className="mt-1">Ahora está guardado así. {cambios.join(' ') || 'Tiene otra música.'}</p>
}

interface Progress {
  /** The category that was chosen takes nobody any more. */
  readonly isFull: boolean
  readonly busy: boolean
  readonly again: boolean
  readonly isSending: boolean
  readonly isNew: boolean
}

function progressOf({ busy, again, isSending, isNew, isFull }: Progress): string {
  if (again) return `La conexión falla. Lo intentamos otra vez; no se ${isNew ? 'inscribirá' : 'guardará'} dos veces.`
  if (busy && isSending && isFull) return 'La categoría se llenó. Elige otra mientras sube la música.'
  return busy && isSending ? `Se ${isNew ? 'inscribirá' : 'guardará'} en cuanto termine de subir la música.` : ''
}
