import * as z from 'zod/mini'
import { MINUTOS_FAULT, MINUTOS_MAX, MINUTOS_MIN } from '#domain/ajustes.ts'
import { criteriosOf, TIPOS_CRITERIOS } from '#domain/criterios.ts'
import { DIAS, isDia } from '#domain/dia.ts'
import { CUPO_MAX } from '#domain/inscripcion.ts'
import { saveEvento } from './evento.ts'
import { IMPORTED_MAX } from './limits.ts'

/**
 * The event as one JSON tree, the way in and the way out. In a record of the spec's, absent, `null` and empty are the
 * same. Fields that are not named here are warned of and left behind. What belongs together across the tree (an entry and
 * its category, a mark and its entry) is settled by who reads it.
 */

const OBJETO = 'Aquí va un objeto: { … }.'
const TEXTO = 'Debe ser un texto, entre comillas.'
const SI_NO = 'Debe ser true o false, sin comillas.'
const DIA = `Debe ser ${DIAS.slice(0, -1).join(', ')} o ${DIAS.at(-1) ?? ''}.`
const HORA = 'Debe ser fecha y hora con zona, como 2025-04-11T16:00:00.000Z.'
const FECHA = 'Debe ser una fecha AAAA-MM-DD.'
const CLAVE = 'El identificador debe tener de 1 a 128 caracteres.'
/** Below what the schedule takes for "without order", and within the integers of both databases. */
const ENTERO_MAX = 1_000_000_000

const text = (max: number) => z.string(TEXTO).check(z.maxLength(max, `Debe tener ${max} caracteres como máximo.`))
const texto = (max = IMPORTED_MAX) => z.nullish(text(max))
const one = (holds: (value: string) => boolean, message: string) =>
  z.nullish(text(IMPORTED_MAX).check(z.refine((value) => value === '' || holds(value), message)))
const numero = (min: number, max: number) => {
  const message = `Debe ser un número entero de ${min} a ${max}, sin comillas.`
  return z.int(message).check(z.gte(min, message), z.lte(max, message))
}
const entero = (min: number, max = ENTERO_MAX) => z.nullish(numero(min, max))
const siNo = z.nullish(z.boolean(SI_NO))
const dia = one(isDia, DIA)
const instante = one((value) => z.iso.datetime({ offset: true }).safeParse(value).success, HORA)
const fecha = one((value) => z.iso.date().safeParse(value).success, FECHA)

const id = z.string().check(z.minLength(1, CLAVE), z.maxLength(128, CLAVE))
const nombre = z.string().check(z.maxLength(IMPORTED_MAX, `Debe tener ${IMPORTED_MAX} caracteres como máximo.`))
const porDia = z.string().check(z.refine(isDia, DIA))
/** Left out on the way out: addresses that only the system it came from knows. */
const ajeno = z.optional(z.unknown())

const keyed = <K extends z.ZodMiniString, T extends z.ZodMiniType>(key: K, value: T) =>
  z.nullish(z.record(key, z.nullable(value), OBJETO))

const usuario = z.strictObject(
  {
    uid: texto(128),
    nombre: texto(),
    apellido: texto(),
    email: texto(320),
    pais: texto(),
    fotoURL: ajeno,
    fotoPath: texto(512),
  },
  OBJETO,
)

const categoria = z.strictObject(
  { id: texto(128), nombre: texto(), fechaCreacion: instante, orden: entero(0), dia },
  OBJETO,
)

const competidor = z.strictObject(
  {
    nombre: texto(),
    compania: texto(),
    categoria: texto(),
    usuarioId: texto(128),
    fechaInscripcion: fecha,
    musicaURL: ajeno,
    musicaPath: texto(512),
    dia,
    orden: entero(0),
  },
  OBJETO,
)

const CAMPOS_DE_MARCA = [
  'l_calificacion',
  ...new Set(TIPOS_CRITERIOS.flatMap((tipo) => criteriosOf(tipo).map(({ clave }) => clave))),
]

/** Marks stay text, numbers or not. */
const marca = z.strictObject(Object.fromEntries(CAMPOS_DE_MARCA.map((campo) => [campo, texto(200)])), OBJETO)

const adminMinutoAMinuto = z.strictObject(
  {
    dia,
    hora: instante,
    activarReloj: siNo,
    minutosPorCompetidor: z.nullish(
      z.int(MINUTOS_FAULT).check(z.gte(MINUTOS_MIN, MINUTOS_FAULT), z.lte(MINUTOS_MAX, MINUTOS_FAULT)),
    ),
    mostrarCalificaciones: siNo,
    selectedRow: entero(0),
    mostrarJueves: siNo,
    mostrarViernes: siNo,
    mostrarSabado: siNo,
  },
  OBJETO,
)

/** Ours: what the spec's collections have no place for. */
const extra = z.strictObject(
  {
    /** The texts that were set. Here empty is not absent: the organiser left it blank. */
    evento: z.nullish(z.strictObject(z.partial(saveEvento.input).shape, OBJETO)),
    /** The turn of the days that are not live; the live one's is `selectedRow`. */
    turno: keyed(porDia, z.strictObject({ selectedRow: entero(0) }, OBJETO)),
    /** Judges who are more than a name above marks. */
    jueces: keyed(id, z.strictObject({ nombre: texto(), activo: siNo }, OBJETO)),
    /** Types of criteria set by hand, by category id. */
    criterios: keyed(id, z.enum(TIPOS_CRITERIOS, `Debe ser ${TIPOS_CRITERIOS.join(', ')}.`)),
    /** From when until when entries are open, and the most of a category. */
    inscripciones: z.nullish(z.strictObject({ desde: instante, hasta: instante, maximo: entero(0, CUPO_MAX) }, OBJETO)),
    /** The limits of categories that have one of their own, by category id. */
    cupos: keyed(id, numero(0, CUPO_MAX)),
    /** The home page's images, where their order is not that of their names. */
    carrusel: z.nullish(z.array(text(200), 'Debe ser una lista: [ … ].')),
    /** Files that are named and were not there any more when the tree was written. */
    faltan: z.nullish(z.array(text(512), 'Debe ser una lista: [ … ].')),
  },
  OBJETO,
)

export const arbol = z.strictObject(
  {
    users: keyed(id, usuario),
    admin: keyed(id, z.strictObject({ email: texto(320), nombre: texto() }, OBJETO)),
    categorias: keyed(id, categoria),
    competidores: keyed(nombre, z.record(id, z.nullable(competidor), OBJETO)),
    adminMinutoAMinuto: z.nullish(adminMinutoAMinuto),
    adminCompetencia: z.nullish(
      z.strictObject(
        {
          rubricas: z.nullish(z.array(z.nullable(text(IMPORTED_MAX)), 'Debe ser una lista: [ … ].')),
          rubricaSel: texto(),
        },
        OBJETO,
      ),
    ),
    compartido: z.nullish(z.strictObject({ nCategoria: texto(), nCompetidor: texto() }, OBJETO)),
    calificaciones: keyed(
      porDia,
      z.record(
        nombre,
        z.nullable(z.record(nombre, z.nullable(z.record(nombre, z.nullable(marca), OBJETO)), OBJETO)),
        OBJETO,
      ),
    ),
    extra: z.nullish(extra),
  },
  'Aquí va un objeto JSON con las colecciones del evento.',
)

export type Arbol = z.infer<typeof arbol>
