import * as z from 'zod/mini'
import { NUMERO_DE_INTENTO_MAX } from '#domain/repeticion.ts'
import { command } from './define.ts'
import { acepta, id, motivo, motivoOpcional } from './fields.ts'

/** The mark of each criterion by key, as text (`{ b_tiempo: '8.5' }`). The scale depends on the category: the command checks it. */
const criterios = z.record(
  z.string().check(z.maxLength(40)),
  z.string('Escribe un número.').check(z.maxLength(10, 'Escribe un número.')),
)
/** The version of the mark that the device knew; 0 when it knew none. */
const version = z.int().check(z.nonnegative())
/** The judge of the device's marks. The session of another judge is refused: another tab may have signed in meanwhile. */
const juezId = z.optional(id)
/** The attempt of the entry that the mark is for; absent: the present one. */
const intento = z.optional(z.int().check(z.gte(1), z.lte(NUMERO_DE_INTENTO_MAX)))

/** Without all criteria, or with a mark off the scale: `input.invalid`, a sentence per criterion (`criterios.b_tiempo`). */
export const sendCalificacion = command('PUT', '/api/calificaciones/:competidorId', {
  summary:
    'Envía la calificación de un juez a un competidor. `estado` es `tardia` cuando ya no podía contar y espera al juez principal.',
  roles: ['juez'],
  input: z.object({ competidorId: id, criterios, version, juezId, intento }),
  output: z.object({ estado: z.enum(['enviada', 'tardia']), version: z.int(), l_calificacion: z.string() }),
})

/** Adds a late mark: the judge chose it over a version that was sent already. A repeated `clave` adds nothing. */
export const handInTardia = command('POST', '/api/tardias', {
  status: 202,
  summary: 'Entrega una calificación tardía: el juez la prefiere a la que ya envió.',
  roles: ['juez'],
  input: z.object({
    /** Key of the device for this sending. */
    clave: z.string().check(z.regex(/^[\w-]{8,64}$/, 'Usa de 8 a 64 letras, números o guiones.')),
    competidorId: id,
    criterios,
    juezId,
    intento,
  }),
})

/** `tardia.intento`: the mark is for an annulled attempt. */
export const acceptTardia = command('POST', '/api/tardias/:id/aceptar', {
  summary: 'Acepta una calificación tardía: cuenta desde ahora.',
  roles: ['juez', 'admin'],
  input: z.object({ id, acepta }),
})

export const discardTardia = command('POST', '/api/tardias/:id/descartar', {
  summary: 'Descarta una calificación tardía, con su motivo.',
  roles: ['juez', 'admin'],
  input: z.object({ id, motivo }),
})

export const reopenCalificacion = command('POST', '/api/calificaciones/:competidorId/:juezId/reabrir', {
  summary: 'Reabre la calificación enviada de un juez, con su motivo. Cuenta como estaba hasta que se envíe otra vez.',
  roles: ['juez', 'admin'],
  input: z.object({ competidorId: id, juezId: id, motivo }),
})

/**
 * `decision` is required when marks are missing or the judges of the entries differ: `cierre.undecided`, field `decision`.
 * `excluidos`: judges whose marks do not count in the category until it is reopened; each did not mark every entry, else
 * `cierre.changed`, `cierre.uncounted`.
 */
export const closeCategoria = command('POST', '/api/categorias/:id/cierre', {
  summary: 'Cierra una categoría: su resultado es final. Si falta alguna calificación, pide la decisión.',
  roles: ['juez', 'admin'],
  input: z.object({ id, decision: motivoOpcional, excluidos: z.optional(z.array(id)) }),
})

export const reopenCategoria = command('DELETE', '/api/categorias/:id/cierre', {
  summary: 'Reabre una categoría cerrada.',
  roles: ['juez', 'admin'],
})

/** `motivo` is required for a disqualification. */
export const withdrawCompetidor = command('PUT', '/api/competidores/:id/retiro', {
  summary: 'Marca que un competidor no se presentó o queda descalificado.',
  input: z.discriminatedUnion(
    'estado',
    [
      z.object({ id, estado: z.literal('no_se_presento'), motivo: motivoOpcional }),
      z.object({ id, estado: z.literal('descalificado'), motivo }),
    ],
    'Debe ser no_se_presento o descalificado.',
  ),
})

export const restoreCompetidor = command('DELETE', '/api/competidores/:id/retiro', {
  summary: 'Restaura a un competidor retirado.',
})

/** `puntos` as typed: greater than 0, at most 1,000, two decimals. */
export const addPenalizacion = command('POST', '/api/competidores/:id/penalizaciones', {
  summary: 'Resta puntos a un competidor, con su motivo.',
  input: z.object({
    id,
    puntos: z
      .string('Escribe los puntos.')
      .check(z.minLength(1, 'Escribe los puntos.'), z.maxLength(10, 'Escribe un número.')),
    motivo,
  }),
  output: z.object({ id: z.string() }),
})

export const removePenalizacion = command('DELETE', '/api/penalizaciones/:id', {
  summary: 'Quita una penalización.',
})

/** `ids`: all entries of one tie, best first. Another set is refused: `empate.changed`. */
export const orderEmpate = command('POST', '/api/categorias/:id/empate', {
  summary: 'Ordena a mano los competidores que siguen empatados, con su motivo.',
  roles: ['juez', 'admin'],
  input: z.object({ id, ids: z.array(id).check(z.minLength(2), z.maxLength(1_000)), motivo }),
})
