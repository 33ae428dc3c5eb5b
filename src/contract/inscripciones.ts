import * as z from 'zod/mini'
import { CARGA_LARGA, CARGA_VACIA, cleanCelda, FILAS_MAX, mapColumnas, type CategoriaConocida } from '#domain/carga.ts'
import { tituloOf, type Categoria } from '#domain/categoria.ts'
import { mapTextos, NOTA, type ClaveDeTexto } from '#domain/competidor.ts'
import { type Dia, DIAS } from '#domain/dia.ts'
import { cupoOf, CUPO_MAX, lugaresOf, type Reglas } from '#domain/inscripcion.ts'
import { sortByOrden } from '#domain/orden.ts'
import type { Role } from '#domain/role.ts'
import { isStorable } from '#domain/texto.ts'
import type { CategoriaPart } from './categorias.ts'
import { command, raw } from './define.ts'
import { acepta, emptyWhenBlank, entero, horaLocal, id, NO_SE_GUARDA, texto, textoOpcional, usable } from './fields.ts'
import { view, type DocOf } from './view.ts'

/** Message when a field is missing. */
export const FALTAN_CAMPOS = 'Por favor completa todos los campos.'
const SIN_MUSICA = 'Por favor sube un archivo de música (.mp3).'

const required = (missing: string) =>
  z.string(missing).check(z.minLength(1, missing), z.maxLength(128, missing), z.refine(isStorable, missing))

/** An imported longer text stays until it is changed. The commands refuse an empty one that the actor may not leave empty. */
const textos = mapTextos((clave, { max, puedeFaltar }) => {
  const text = texto(max, FALTAN_CAMPOS, { puedeFaltar })
  return clave === 'nombre' ? text.check(usable) : text
})
const categoriaId = required(FALTAN_CAMPOS)
const nota = z.optional(
  textoOpcional(NOTA.max, `Escribe una nota de hasta ${NOTA.max} caracteres.`).check(
    z.normalize('NFC'),
    emptyWhenBlank,
  ),
)

/** `subida` is the id of a finished upload of the actor. */
export const createInscripcion = command('POST', '/api/inscripciones', {
  summary: 'Inscribe a un competidor, al final de su categoría, con una música ya subida.',
  roles: ['usuario', 'admin'],
  input: z.object({ ...textos, nota, categoriaId, subida: required(SIN_MUSICA), acepta }),
  output: z.object({ id: z.string() }),
})

/** The entry belongs to the administrator. The limits of entries do not apply. */
export const addCompetidor = command('POST', '/api/categorias/:id/competidores', {
  summary: 'Inscribe a un competidor a nombre de la organización, al final de su categoría, con música o sin ella.',
  input: z.object({ id, ...textos, subida: z.optional(required(SIN_MUSICA)), acepta }),
  output: z.object({ id: z.string() }),
})

/** Refused with `inscripcion.changed` when the entry no longer has `version`. */
export const updateInscripcion = command('PUT', '/api/inscripciones/:id', {
  summary:
    'Cambia de una inscripción lo que se envía. Con otra categoría pasa al final de ella; con otra `subida` cambia su música. Con `version`, solo si la inscripción sigue en esa versión.',
  roles: ['usuario', 'admin'],
  input: z.object({
    id,
    ...mapTextos((clave) => z.optional(textos[clave])),
    nota,
    categoriaId: z.optional(categoriaId),
    subida: z.optional(required(SIN_MUSICA)),
    version: z.optional(z.string().check(z.maxLength(64))),
    acepta,
  }),
})

export const deleteInscripcion = command('DELETE', '/api/inscripciones/:id', {
  summary: 'Elimina una inscripción propia con su música.',
  roles: ['usuario', 'admin'],
})

const celda = z.string().check(z.overwrite(cleanCelda), z.refine(isStorable, NO_SE_GUARDA))

/**
 * Refused with `carga.changed` when a row is not any more what the person saw: `que`, and the category where the entry is or
 * goes, `null` for one that the list creates. The fields name the rows with a fault.
 */
export const createCarga = command('POST', '/api/cargas', {
  summary: 'Carga una lista revisada: crea sus categorías y sus competidores, al final y en su orden. Todo o nada.',
  maxBytes: 4 * 1024 * 1024,
  input: z.object({
    filas: z
      .array(
        z.object({ ...mapColumnas(() => celda), que: z.enum(['nuevo', 'ya']), categoriaId: z.nullable(id) }),
        CARGA_VACIA,
      )
      .check(z.minLength(1, CARGA_VACIA), z.maxLength(FILAS_MAX, CARGA_LARGA)),
  }),
  output: z.object({
    competidores: z.int(),
    /** The load, for `undoCarga`; absent when it made nothing, or cannot be undone. */
    carga: z.optional(z.string()),
  }),
})

/** Refused with `carga.kept` once an entry of the load has music, marks, a number, or had the turn. */
export const undoCarga = command('DELETE', '/api/cargas/:id', {
  summary: 'Deshace una carga: elimina los competidores y las categorías que creó. Todo o nada.',
})

const ENTERO = `Escribe un número entero de 0 a ${CUPO_MAX}.`
const cupo = entero(0, CUPO_MAX, ENTERO)

/** `desde` and `hasta`: empty is no limit. */
export const saveInscripciones = command('PUT', '/api/inscripciones', {
  summary: 'Dice desde cuándo y hasta cuándo se inscribe, y cuántos por categoría (0: sin límite).',
  input: z.object({ desde: horaLocal, hasta: horaLocal, maximo: cupo }),
})

export const saveCupo = command('PUT', '/api/categorias/:id/cupo', {
  summary: 'Da su propio cupo a una categoría: 0 es sin límite; `null`, el general.',
  input: z.object({ id, cupo: z.nullable(cupo) }),
})

/**
 * Upload of tracks by the tus protocol 1.0.0 (creation, termination, expiration): POST creates an upload session, PATCH
 * sends bytes, HEAD reads the offset, DELETE removes the session. When the upload is complete, PATCH and HEAD answer with the
 * length of the track. The last segment of the address is the id of the upload. Refusals are JSON with code and message.
 */
const quienSube: readonly Role[] = ['usuario', 'admin']

export const createSubida = raw('POST', '/api/subidas', {
  roles: quienSube,
  summary: 'Empieza a subir una música por el protocolo tus 1.0.0: su tamaño en `Upload-Length`.',
})

export const readSubida = raw('HEAD', '/api/subidas/:id', {
  roles: quienSube,
  summary: 'Hasta dónde llegó una subida propia: `Upload-Offset`.',
})

export const appendSubida = raw('PATCH', '/api/subidas/:id', {
  roles: quienSube,
  summary: 'Sigue una subida propia desde `Upload-Offset`.',
  body: 'application/offset+octet-stream',
})

export const deleteSubida = raw('DELETE', '/api/subidas/:id', {
  roles: quienSube,
  summary: 'Cancela una subida propia.',
})

/** Header of the answers to HEAD and PATCH once an upload is measured: the length of the track in whole seconds. */
export const DURACION_HEADER = 'upload-duration'
/** Header beside it, with the value 1, when the last frame of the track is cut. */
export const CORTADA_HEADER = 'upload-cut'
export const MUSICA_MAX_BYTES = 30 * 1024 * 1024

/** An entry as its owner and the administrator see it. A missing text is an empty one. */
export interface Inscripcion extends Readonly<Record<ClaveDeTexto | 'nota', string>> {
  readonly id: string
  readonly orden: number | null
  /** While the order of its day is closed. */
  readonly numero?: string
  readonly tieneMusica: boolean
  /** Length of the track in seconds; `null` without a track or when it could not be measured. */
  readonly duracion: number | null
  /** Changes when and only when a value of the form changes: name, company, note, category, music. */
  readonly version: string
}

export interface CategoriaInscripcionesPart
  extends Omit<Categoria, 'fechaCreacion'>, Pick<CategoriaPart, 'cupo' | 'inscritos' | 'cerrada'> {
  readonly tipo: 'categoria'
  readonly inscripciones: readonly Inscripcion[]
  /** The days and names that it had, for the administrator alone. */
  readonly anteriores: CategoriaConocida['anteriores']
}

export interface ReglasPart extends Reglas {
  readonly tipo: 'reglas'
  readonly zonaHoraria: string
}

/**
 * The view of `/competencia`. `aperturaOf(reglas, now)` tells whether entries are open. `dias`: those that have categories, in
 * order. `inscripciones`: the entries of the user, or all for the administrator, sorted by day, category and `orden`.
 */
export const misInscripciones = view('misInscripciones', {
  roles: ['usuario', 'admin'],
  audience: 'persona',
  assemble: (parts: readonly (ReglasPart | CategoriaInscripcionesPart)[]) => {
    const reglas = parts.find((part) => part.tipo === 'reglas')
    if (!reglas) return undefined
    const categorias = sortByOrden(parts.filter((part) => part.tipo === 'categoria'))
    const ofDia = (dia: Dia | null) => categorias.filter((categoria) => categoria.dia === dia)
    return {
      reglas: { desde: reglas.desde, hasta: reglas.hasta, maximo: reglas.maximo },
      zonaHoraria: reglas.zonaHoraria,
      dias: DIAS.map((dia) => ({ dia, categorias: ofDia(dia).flatMap((one) => abiertaOf(one, reglas.maximo)) })).filter(
        ({ categorias }) => categorias.length > 0,
      ),
      inscripciones: [...DIAS, null].flatMap(ofDia).flatMap(({ inscripciones, ...categoria }) => {
        const { id, nombre, dia, cerrada } = categoria
        // `cerrada`: the result is final, only the administrator changes the entry.
        const place = { categoriaId: id, categoria: nombre ?? '', titulo: tituloOf(categoria), dia, cerrada }
        return inscripciones.map((one) => ({ ...one, ...place }))
      }),
    }
  },
})

export type MisInscripciones = DocOf<typeof misInscripciones>
export type CategoriaAbierta = MisInscripciones['dias'][number]['categorias'][number]
export type MiInscripcion = MisInscripciones['inscripciones'][number]

/** What a list is compared with: all categories with a name, as the administrator sees them. */
export function conocidasOf({ dias, inscripciones }: MisInscripciones): CategoriaConocida[] {
  return dias.flatMap(({ dia, categorias }) =>
    categorias.map((categoria) => {
      const competidores = inscripciones.filter(({ categoriaId }) => categoriaId === categoria.id)
      return { ...categoria, dia, competidores }
    }),
  )
}

/** A category of the entry form, once it has a name. `cupo`: its limit of entries; `lugares`: its free places; `null` is no limit. */
function abiertaOf(part: CategoriaInscripcionesPart, maximo: number) {
  const { id, nombre, orden, inscritos, cerrada, anteriores } = part
  const cupo = cupoOf(maximo, part.cupo)
  const lugares = lugaresOf(cupo, inscritos)
  return nombre ? [{ id, nombre, orden, inscritos, cupo, lugares, cerrada, anteriores }] : []
}
