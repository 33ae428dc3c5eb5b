import { useState, type ReactNode, type RefObject } from 'react'
import {
  FALTAN_CAMPOS,
  createInscripcion,
  updateInscripcion,
  type CategoriaAbierta,
  type MiInscripcion,
  type MisInscripciones,
} from '#contract/inscripciones.ts'
import { tituloOf } from '#domain/categoria.ts'
import { CLAVES_DE_TEXTO, mapTextos, TEXTOS } from '#domain/competidor.ts'
import { diaTitle } from '#domain/dia.ts'
import { impedimentoOf, type Impedimento } from '#domain/inscripcion.ts'
import { PROBLEMS } from '#domain/problem.ts'
import type { ApiProblem } from '../api/command.ts'
import { useCommandForm, type BoundField } from '../api/useCommandForm.ts'
import { Aviso, Status } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { useStore } from '../ui/store.ts'
import { Select, TextField } from '../ui/Field.tsx'
import { CAMPOS, type Borrador, type Campo } from './borrador.ts'
import { MusicaField } from './MusicaField.tsx'

const NO_GUARDADO = 'Ocurrió un error al guardar la información.'

/** The id of an upload before the server has given one. */
const UPLOADING = 'en-camino'

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
    withFile: borrador,
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
  const motivoTexts = motivo && textsOf(motivo, chosen, isAdmin)
  const isSending = estado.tipo === 'subiendo' || estado.tipo === 'pausa'
  const { busy, again } = form
  const verb = editing ? 'guardará' : 'inscribirá'
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
        impedimentoOf={impedimentoFor}
        motivo={motivoTexts}
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
          reason={!busy && motivoTexts?.reason}
        >
          {editing ? 'Actualizar' : 'Inscribir'}
        </Button>
        <Status className="mt-2 text-center text-14 text-muted">
          {again && `La conexión falla. Lo intentamos otra vez; no se ${verb} dos veces.`}
          {busy && isSending && (motivoTexts?.whileUploading ?? `Se ${verb} en cuanto termine de subir la música.`)}
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
function Cambios({ borrador: { opened }, now }: { borrador: Borrador; now: MiInscripcion }) {
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

interface CategoriaSelectProps {
  readonly field: BoundField
  readonly dias: MisInscripciones['dias']
  /** The id of the entry's category. */
  readonly current: string
  readonly impedimentoOf: (categoria: CategoriaAbierta) => Impedimento | null
  /** Why the chosen category does not accept this entry; `null` when it does. */
  readonly motivo: MotivoTexts | null
}

/** The categories of the event by day, with their free places. */
function CategoriaSelect({ field, dias, current, impedimentoOf, motivo }: CategoriaSelectProps) {
  const dia = dias.find(({ categorias }) => categorias.some(({ id }) => id === field.value))?.dia
  const chosen = findCategoria(dias, field.value)
  return (
    <div>
      <Select
        label="Categoría"
        required
        // The notice below gives the reason when there is no place.
        hint={chosen && dia && `${diaTitle(dia)}. ${motivo ? '' : placesOf(chosen)}`}
        {...field}
      >
        <option value="">Elige una categoría</option>
        {dias.map(({ dia, categorias }) => (
          <optgroup key={dia} label={diaTitle(dia)}>
            {categorias.map((categoria) => (
              <option key={categoria.id} value={categoria.id} disabled={impedimentoOf(categoria) !== null}>
                {tituloOf(categoria)}
                {categoria.id !== current && noteOf(categoria)}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      <Status>
        {motivo && (
          <Aviso tone="info" isQuiet className="mt-3" title={motivo.title}>
            {motivo.advice}
          </Aviso>
        )}
      </Status>
    </div>
  )
}

function findCategoria(dias: MisInscripciones['dias'], id: string): CategoriaAbierta | undefined {
  return dias.flatMap(({ categorias }) => categorias).find((categoria) => categoria.id === id)
}

function noteOf({ cerrada, lugares }: CategoriaAbierta): string {
  if (cerrada) return ' (cerrada)'
  return lugares === 0 ? ' (llena)' : ''
}

function placesOf({ inscritos, cupo, lugares, cerrada }: CategoriaAbierta): string {
  if (cerrada) return 'Está cerrada: la inscripción se queda en ella.'
  if (cupo === null || lugares === null) return 'Hay lugar.'
  if (lugares === 0) return `Está llena: ${inscritos} de ${cupo}.`
  return lugares === 1 ? `Queda 1 lugar de ${cupo}.` : `Quedan ${lugares} lugares de ${cupo}.`
}

type MotivoTexts = ReturnType<typeof textsOf>

/**
 * Why the chosen category does not accept the entry. `eliminada`: it was deleted after it was chosen. `title` and `advice`, what
 * the person can do, stand below the category. `reason`: why the form cannot be sent. `whileUploading`: the same while the
 * track uploads and the form waits for it.
 */
function textsOf(motivo: Impedimento | 'eliminada', chosen: CategoriaAbierta | undefined, isAdmin: boolean) {
  switch (motivo) {
    case 'eliminada':
      return {
        title: PROBLEMS['categoria.missing'],
        advice: 'Elige otra.',
        reason: 'La categoría elegida ya no existe.',
        whileUploading: 'La categoría se eliminó. Elige otra mientras sube la música.',
      }
    case 'llena':
      return {
        title: `${chosen?.nombre} está llena: ${chosen?.inscritos} de ${chosen?.cupo}.`,
        advice: 'Elige otra categoría o escribe a la organización.',
        reason: 'La categoría elegida está llena.',
        whileUploading: 'La categoría se llenó. Elige otra mientras sube la música.',
      }
    case 'cerrada':
      return {
        title: 'La categoría está cerrada.',
        advice: isAdmin ? 'Reábrela primero o elige otra.' : 'Elige otra.',
        reason: 'La categoría elegida está cerrada.',
        whileUploading: 'La categoría se cerró. Elige otra mientras sube la música.',
      }
    case 'fija':
      return {
        title: 'La categoría de esta inscripción se cerró.',
        advice: isAdmin ? 'Reábrela primero o deja la inscripción en ella.' : 'Deja la inscripción en ella.',
        reason: 'La categoría de esta inscripción está cerrada.',
        whileUploading: 'La categoría de esta inscripción se cerró. Vuelve a elegirla mientras sube la música.',
      }
  }
}
