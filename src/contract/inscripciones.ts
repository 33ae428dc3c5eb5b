import * as z from 'zod/mini'
import { tituloOf } from '#domain/categoria.ts'
import type { Dia } from '#domain/dia.ts'
import { DIAS } from '#domain/dia.ts'
import { cupoOf, CUPO_MAX, lugaresOf, type Reglas } from '#domain/inscripcion.ts'
import { sortByOrden } from '#domain/orden.ts'
import { command, DONE } from './define.ts'
import { id, isKeepable, texto } from './fields.ts'
import { noParams, view } from './view.ts'

/** Said when any of the fields is missing. */
export const COMPLETA = 'Por favor completa todos los campos.'
const SIN_MUSICA = 'Por favor sube un archivo de música (.mp3).'

const clave = (missing: string) =>
  z.string(missing).check(z.minLength(1, missing), z.maxLength(128, missing), z.refine(isKeepable, missing))

const datos = { nombre: texto(120, COMPLETA), compania: texto(120, COMPLETA), categoriaId: clave(COMPLETA) }

/** Hands in an entry, last of its category. `subida` names a finished upload of whoever asks. */
export const createInscripcion = command({
  method: 'POST',
  path: '/api/inscripciones',
  summary: 'Inscribe a un competidor, al final de su categoría, con una música ya subida.',
  roles: ['usuario', 'admin'],
  input: z.object({ ...datos, subida: clave(SIN_MUSICA) }),
  output: z.object({ id: z.string() }),
})

/**
 * Changes an entry. A field that is not sent keeps its value. Another category moves the entry there, last; a new `subida`
 * replaces its music. With `version`, the change is refused (`inscripcion.changed`) unless the entry still has that version.
 */
export const updateInscripcion = command({
  method: 'PUT',
  path: '/api/inscripciones/:id',
  summary:
    'Cambia de una inscripción lo que se envía. Con otra categoría pasa al final de ella; con otra `subida` cambia su música. Con `version`, solo si la inscripción sigue en esa versión.',
  roles: ['usuario', 'admin'],
  input: z.object({
    id,
    nombre: z.optional(datos.nombre),
    compania: z.optional(datos.compania),
    categoriaId: z.optional(datos.categoriaId),
    subida: z.optional(clave(SIN_MUSICA)),
    version: z.optional(z.string().check(z.maxLength(64))),
  }),
  output: DONE,
})

export const deleteInscripcion = command({
  method: 'DELETE',
  path: '/api/inscripciones/:id',
  summary: 'Elimina una inscripción propia con su música.',
  roles: ['usuario', 'admin'],
  input: z.object({ id }),
  output: DONE,
})

const ENTERO = `Escribe un número entero de 0 a ${CUPO_MAX}.`
const cupo = z.int(ENTERO).check(z.nonnegative(ENTERO), z.lte(CUPO_MAX, ENTERO))
/** What a `datetime-local` field holds, in the event's zone; empty is no limit. */
const momento = z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?)?$/, 'Elige fecha y hora.'))

/** The rules of `/control`. A `maximo` of 0 is no limit. */
export const saveInscripciones = command({
  method: 'PUT',
  path: '/api/inscripciones',
  summary: 'Dice desde cuándo y hasta cuándo se inscribe, y cuántos por categoría (0: sin límite).',
  roles: ['admin'],
  input: z.object({ desde: momento, hasta: momento, maximo: cupo }),
  output: DONE,
})

/** A category's own limit: 0 is none at all, null follows the general one. */
export const saveCupo = command({
  method: 'PUT',
  path: '/api/categorias/:id/cupo',
  summary: 'Da su propio cupo a una categoría: 0 es sin límite; `null`, el general.',
  roles: ['admin'],
  input: z.object({ id, cupo: z.nullable(cupo) }),
  output: DONE,
})

/**
 * Where tracks are sent, by the tus protocol 1.0.0 (creation, termination, expiration): POST makes an upload, PATCH
 * brings bytes, HEAD says how many are there, DELETE drops it. Once all are, PATCH and HEAD say how many seconds they last. An upload's id is the last step of its address. Refusals
 * come as everywhere else, as JSON with code and message.
 */
export const SUBIDAS_PATH = '/api/subidas'
export const SUBIDA_PATH = '/api/subidas/:id'
/** Seconds, whole. */
export const DURACION_HEADER = 'upload-duration'
export const MUSICA_MAX_BYTES = 30 * 1024 * 1024

/** An entry as whoever may change it sees it. `nombre` and `compania` are empty where they are missing. */
export interface Inscripcion {
  readonly id: string
  readonly nombre: string
  readonly compania: string
  readonly orden: number | null
  readonly tieneMusica: boolean
  /** Length of the track in seconds; null where there is none, or it could not be measured. */
  readonly duracion: number | null
  /** Changes with every value that the form edits (name, company, category, music), and with nothing else. */
  readonly version: string
}

export interface CategoriaInscripcionesPart {
  readonly tipo: 'categoria'
  readonly id: string
  readonly nombre: string | null
  readonly dia: Dia | null
  readonly orden: number | null
  /** Its own limit, if it has one. */
  readonly cupo: number | null
  readonly inscritos: number
  readonly inscripciones: readonly Inscripcion[]
}

export interface ReglasPart extends Reglas {
  readonly tipo: 'reglas'
  readonly zonaHoraria: string
}

/** A category that can be entered. */
export interface CategoriaAbierta {
  readonly id: string
  readonly nombre: string
  readonly orden: number | null
  readonly inscritos: number
  /** The most of it; null is as many as come. */
  readonly cupo: number | null
  /** Places left; null is as many as come. */
  readonly lugares: number | null
}

/** What `/competencia` needs. `aperturaOf(reglas, now)` of the domain says whether it is open, by the server's clock. */
export interface MisInscripciones {
  readonly reglas: Reglas
  readonly zonaHoraria: string
  /** The days that have categories, in order. */
  readonly dias: readonly { readonly dia: Dia; readonly categorias: readonly CategoriaAbierta[] }[]
  /** One's own, for the administrator all; by day, category and order. */
  readonly inscripciones: readonly (Inscripcion & {
    readonly categoriaId: string
    readonly categoria: string
    /** Of its category, as every list shows it: `3 - Casino`. */
    readonly titulo: string
    readonly dia: Dia | null
  })[]
}

export const misInscripciones = view({
  name: 'misInscripciones',
  roles: ['usuario', 'admin'],
  audience: 'persona',
  params: noParams,
  assemble: (parts: ReadonlyMap<string, ReglasPart | CategoriaInscripcionesPart>): MisInscripciones | undefined => {
    const all = [...parts.values()]
    const reglas = all.find((part) => part.tipo === 'reglas')
    if (!reglas) return undefined
    const categorias = sortByOrden(all.filter((part) => part.tipo === 'categoria'))
    const ofDia = (dia: Dia | null) => categorias.filter((categoria) => categoria.dia === dia)
    return {
      reglas: { desde: reglas.desde, hasta: reglas.hasta, maximo: reglas.maximo },
      zonaHoraria: reglas.zonaHoraria,
      dias: DIAS.map((dia) => ({ dia, categorias: ofDia(dia).flatMap((one) => abiertaOf(one, reglas.maximo)) })).filter(
        ({ categorias }) => categorias.length > 0,
      ),
      inscripciones: [...DIAS, null].flatMap(ofDia).flatMap(({ inscripciones, ...categoria }) => {
        const { id, nombre, dia } = categoria
        const place = { categoriaId: id, categoria: nombre ?? '', titulo: tituloOf(categoria), dia }
        return inscripciones.map((one) => ({ ...one, ...place }))
      }),
    }
  },
})

function abiertaOf(part: CategoriaInscripcionesPart, maximo: number): CategoriaAbierta[] {
  const { id, nombre, orden, inscritos } = part
  const cupo = cupoOf(maximo, part.cupo)
  return nombre ? [{ id, nombre, orden, inscritos, cupo, lugares: lugaresOf(cupo, inscritos) }] : []
}
