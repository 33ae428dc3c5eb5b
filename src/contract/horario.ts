import * as z from 'zod/mini'
import { MINUTOS_FAULT, MINUTOS_MAX, MINUTOS_MIN, INTERRUPTORES, type Publicado } from '#domain/ajustes.ts'
import { PAUSA_MAX, TITULO_MAX } from '#domain/plan.ts'
import type { Reglas } from '#domain/inscripcion.ts'
import { command } from './define.ts'
import { acepta, dia, entero, FECHA_Y_HORA, HH_MM, horaLocal, id, motivo, texto } from './fields.ts'
import { IMPORTED_MAX, view } from './view.ts'

const punto = { selectedRow: z.int().check(z.nonnegative()), competidorId: z.nullable(id) }
const pausaId = z.nullable(id)

const TITULO = `Escribe un título de 1 a ${TITULO_MAX} caracteres.`
const MINUTOS_DE_PAUSA = `Escribe minutos de 1 a ${PAUSA_MAX}.`
/** The title and the length of a break. */
export const tituloDePausa = texto(TITULO_MAX, TITULO, { long: TITULO })
export const minutosDePausa = entero(1, PAUSA_MAX, MINUTOS_DE_PAUSA)

/** The turn, the break in course and the active day on the screen of the person. When they have changed since, the press does nothing. */
const desde = z.object({
  dia,
  turno: z.object({
    ...punto,
    regreso: z.optional(z.object(punto)),
    pausa: z.optional(z.object({ id: pausaId })),
  }),
})

/** `desde`: when the item in course began; `pausa`: the break in course, which ends at `hasta`. Both in ms since 1970. */
const turno = z.object({
  ...punto,
  regreso: z.optional(z.object({ ...punto, pausaId: z.optional(pausaId) })),
  desde: z.optional(z.number()),
  pausa: z.optional(z.object({ id: pausaId, titulo: z.string(), hasta: z.number() })),
})

/**
 * The result of a press: the turn after it. `movido` is false when the turn is there already or at an end, and, with `antes`,
 * when it was moved before. `ultimo`: the move that `undoTurno` takes back. `revision` contains the change.
 */
const resultado = z.object({
  movido: z.boolean(),
  antes: z.optional(z.boolean()),
  dia,
  turno,
  ultimo: z.nullable(z.int()),
  revision: z.int(),
})

export const stepTurno = command('POST', '/api/turno/paso', {
  summary: 'Pasa al turno siguiente o al anterior, si el turno sigue siendo `desde`.',
  input: z.object({ paso: z.enum(['siguiente', 'anterior']), desde }),
  output: resultado,
})

export const selectTurno = command('PUT', '/api/turno/competidor', {
  summary: 'Da el turno a un competidor del día activo; con `regresa`, el día sigue después donde iba.',
  input: z.object({ competidorId: id, regresa: z.optional(z.boolean()) }),
  output: resultado,
})

export const saveTurno = command('PUT', '/api/turno', {
  summary: 'Pone el turno por su número: 0 es ninguno; uno más que el último, todos terminaron.',
  input: z.object({
    // The range depends on the day: the command checks it.
    selectedRow: z.int('Escribe un número entero, 0 o más.'),
  }),
  output: resultado,
})

export const undoTurno = command('POST', '/api/turno/deshacer', {
  summary:
    'Deshace el último cambio de turno o de día activo, si sigue siendo el de `revision`. Una repetición, mientras no haya calificaciones del intento nuevo.',
  input: z.object({ revision: z.int(), acepta }),
  output: resultado,
})

export const pausarDia = command('POST', '/api/turno/pausa', {
  summary: 'Empieza una pausa después del competidor en turno, si el turno sigue siendo `desde`.',
  input: z.object({ titulo: tituloDePausa, minutos: minutosDePausa, desde }),
  output: resultado,
})

/** `hora`: `HH:MM` in the zone of the event. */
export const saveFinDePausa = command('PUT', '/api/turno/pausa', {
  summary: 'Dice a qué hora termina la pausa en curso: la próxima vez que sean las `hora`, en 12 horas o menos.',
  input: z.object({
    hora: z.string().check(z.regex(HH_MM, 'Elige una hora posterior.')),
    desde,
  }),
})

/**
 * The sent marks of the entry become an annulled attempt. `retiro.present`, `categoria.closed`, `repeticion.full`; for an entry
 * outside the list of the active day as `selectTurno`. `intento`: the attempt that the person saw; at another one, nothing happens.
 */
export const repeatCompetidor = command('POST', '/api/competidores/:id/repeticion', {
  summary:
    'Repite la actuación de un competidor, con su motivo: anula lo calificado y le da el turno, que luego sigue donde iba.',
  input: z.object({ id, motivo, intento: z.optional(z.int()), acepta }),
  output: resultado,
})

export const selectDia = command('PUT', '/api/dia', {
  summary: 'Hace activo un día; con él vuelve su propio turno.',
  input: z.object({ dia }),
  output: resultado,
})

export const saveHora = command('PUT', '/api/reloj/hora', {
  summary: 'Guarda la hora del reloj, en la zona del evento.',
  input: z.object({ hora: horaLocal.check(z.minLength(1, FECHA_Y_HORA)) }),
})

export const setReloj = command('PUT', '/api/reloj', {
  summary: 'Activa el reloj en tiempo real, o lo deja en la hora guardada.',
  input: z.object({ activarReloj: z.boolean() }),
})

export const saveMinutos = command('PUT', '/api/reloj/minutos', {
  summary: 'Guarda los minutos por competidor.',
  input: z.object({ minutosPorCompetidor: entero(MINUTOS_MIN, MINUTOS_MAX, MINUTOS_FAULT) }),
})

export const selectRubrica = command('PUT', '/api/rubrica', {
  summary: 'Elige la rúbrica, o ninguna con un texto vacío.',
  input: z.object({ rubricaSel: z.string().check(z.maxLength(IMPORTED_MAX)) }),
})

export const setPublicacion = command('PUT', '/api/publicacion', {
  summary: 'Abre o cierra al público las calificaciones, todas o las de un día.',
  input: z.object({ campo: z.enum(INTERRUPTORES), valor: z.boolean() }),
})

/**
 * The settings of `/control`: the public results, the rubrics, the rules for entries, the time zone. The settings of the clock
 * and the turn are on other screens.
 */
export interface Control {
  readonly tipo: 'control'
  readonly publicado: Publicado
  readonly rubricas: readonly string[]
  readonly rubricaSel: string | null
  readonly inscripciones: Reglas
  readonly zonaHoraria: string
}

export const control = view('control', {
  assemble: ([settings]: readonly Control[]): Control | undefined => settings,
})
