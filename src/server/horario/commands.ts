import type * as contract from '#contract/horario.ts'
import { relojOf } from '#domain/ajustes.ts'
import { proximaHora } from '#domain/horaEscrita.ts'
import { clockAt } from '#domain/estatus.ts'
import { Problem } from '#domain/problem.ts'
import { callOutOfOrder, faultOfTurno, stepTurno as stepOf, turnoAt, type PausaEnCurso } from '#domain/turno.ts'
import type { Dia } from '#domain/dia.ts'
import { instantOf } from '../evento/hora.ts'
import { readZona } from '../evento/store.ts'
import type { Run } from '../http/route.ts'
import type { Work } from '../work.ts'
import { readPrograma, readRecorrido } from './programa.ts'
import {
  isVisto,
  movedBefore,
  moveDia,
  moveTurno,
  mustFindPosition,
  readAtPress,
  stampedNow,
  stayedAt,
  withCurrent,
  type Press,
} from './pulsacion.ts'
import { readLista, writeTurno } from './turno.ts'
import * as store from './store.ts'

/** Moves the turn one position. Does nothing when the turn is not the one that the screen showed. */
export const stepTurno: Run<typeof contract.stepTurno> = async (work, { paso, desde: visto }) => {
  // Sent together: PostgreSQL answers both at once. The list is of use when the turn is the one that the screen showed.
  const [{ isMissed, ...current }, recorrido] = await Promise.all([
    readAtPress(work, visto),
    readRecorrido(work.tx, visto.dia),
  ])
  if (isMissed) return movedBefore(work, current)
  const after = stepOf(current.turno, paso, { ...recorrido, now: work.now() })
  return moveTurno(work, current, { after, lista: recorrido.lista, isBack: paso === 'anterior' })
}

/**
 * Gives the turn to an entry of the active day; with `regresa` the day goes on afterwards where it was. Throws
 * `turno.retirado`, or for an entry outside the list the code of `absenceOf`.
 */
export const selectTurno: Run<typeof contract.selectTurno> = async (work, { competidorId, regresa }) =>
  withCurrent(work, async (current) => {
    const { dia, turno } = current
    const { lista, at } = await mustFindPosition(work, { dia, id: competidorId, retirado: 'turno.retirado' })
    if (turno.competidorId === competidorId && !turno.pausa) return stayedAt(work, current)
    const after = stampedNow(work, regresa ? callOutOfOrder(turno, at, lista) : turnoAt(at, lista))
    return moveTurno(work, current, { after, lista, isBack: !regresa })
  })

/**
 * Begins a break after the entry in course. Does nothing when the turn is not the one that the screen showed. Throws
 * `pausa.sinTurno` while no entry competes.
 */
export const pausarDia: Run<typeof contract.pausarDia> = async (work, { titulo, minutos, desde: visto }) => {
  const begin: Press = async (current) => {
    const { dia, turno } = current
    if (turno.competidorId === null || turno.pausa) throw new Problem('pausa.sinTurno')
    const desde = work.now()
    const after = { ...turno, desde, pausa: { id: null, titulo, hasta: desde + minutos * 60_000 } }
    return moveTurno(work, current, { after, lista: await readLista(work.tx, dia), isBack: false })
  }
  return withCurrent(work, begin, visto)
}

/** Sets the end of the break in course. No move of the turn: an undo does not take it back. Throws `pausa.over`. */
export const saveFinDePausa: Run<typeof contract.saveFinDePausa> = async (work, { hora, desde: visto }) => {
  const { dia, turno } = await store.readCurrent(work.tx)
  const { pausa } = turno
  if (!pausa || !isVisto({ dia, turno }, visto)) throw new Problem('pausa.over')
  const now = work.now()
  const inicio = await findInicioParado(work, dia, pausa)
  const fin = proximaHora(hora, inicio ?? now, await readZona(work.tx, work.deps.env.zonaHoraria))
  if (fin === null) throw new Problem('input.invalid', { hora: 'Elige una hora posterior.' })
  const hasta = inicio === null ? fin : (turno.desde ?? now) + fin - inicio
  const lista = await readLista(work.tx, dia)
  await writeTurno(work, dia, { before: turno, after: { ...turno, pausa: { ...pausa, hasta } }, lista })
}

/** With the clock off, the start of the break in course that the screens show; else null. */
async function findInicioParado({ tx, now }: Work, dia: Dia, { id }: PausaEnCurso): Promise<number | null> {
  const reloj = relojOf(await store.readAjustes(tx))
  if (reloj.activarReloj) return null
  const { publicado } = await readPrograma(tx, dia)
  return publicado?.pausas.find((one) => one.id === id)?.inicio ?? clockAt(reloj, now())
}

/** Sets the turn to a position of the active day. Throws `turno.outOfRange`, `turno.retirado`. */
export const saveTurno: Run<typeof contract.saveTurno> = async (work, { selectedRow }) =>
  withCurrent(work, async (current) => {
    const lista = await readLista(work.tx, current.dia)
    const fault = faultOfTurno(selectedRow, current.dia, lista)
    if (fault !== null) throw new Problem('turno.outOfRange', { selectedRow: fault })
    if (lista[selectedRow - 1]?.retirado) throw Problem.at('selectedRow', 'turno.retirado')
    return moveTurno(work, current, { after: stampedNow(work, turnoAt(selectedRow, lista)), lista, isBack: true })
  })

/** Makes a day the active one. Each day keeps its own turn. */
export const selectDia: Run<typeof contract.selectDia> = async (work, { dia }) =>
  withCurrent(work, async (current) => (dia === current.dia ? stayedAt(work, current) : moveDia(work, current, dia)))

/** Saves the hour of the clock, given in the time zone of the event. */
export const saveHora: Run<typeof contract.saveHora> = async (work, { hora }) => {
  const instant = await instantOf(work, { campo: 'hora', local: hora })
  await saveReloj(work, { hora: new Date(instant).toISOString() })
}

export const setReloj: Run<typeof contract.setReloj> = saveReloj

export const saveMinutos: Run<typeof contract.saveMinutos> = saveReloj

async function saveReloj(work: Work, after: Partial<Awaited<ReturnType<typeof store.readAjustes>>>): Promise<void> {
  const { activarReloj, hora, minutosPorCompetidor } = await store.readAjustes(work.tx)
  await store.saveAjustes(work.tx, after)
  work.changed({ kind: 'reloj', before: { activarReloj, hora, minutosPorCompetidor }, after })
}

export const selectRubrica: Run<typeof contract.selectRubrica> = async (work, { rubricaSel }) => {
  const before = await store.readCompetencia(work.tx)
  const after = rubricaSel || null
  if (after !== null && !before.rubricas.includes(after)) throw new Problem('rubrica.unknown')
  if (after === before.rubricaSel) return
  const row = work.tx.insertInto('adminCompetencia').values({ id: 1, rubricas: '[]', rubricaSel: after })
  await row.onConflict((conflict) => conflict.column('id').doUpdateSet({ rubricaSel: after })).execute()
  work.changed({ kind: 'rubrica', before: before.rubricaSel, after })
}

/** Turns a publication switch on or off: the general one, or that of a day. The results of a day are public while both are on. */
export const setPublicacion: Run<typeof contract.setPublicacion> = async (work, { campo, valor }) => {
  const before = await store.readAjustes(work.tx)
  await store.saveAjustes(work.tx, { [campo]: valor })
  work.changed({ kind: 'publicacion', before: { [campo]: before[campo] }, after: { [campo]: valor } })
}
