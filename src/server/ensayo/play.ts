import { setTimeout as pause } from 'node:timers/promises'
import { relojOf } from '#domain/ajustes.ts'
import { VISITANTE, type Actor } from '#domain/actor.ts'
import { isCompleta } from '#domain/categoria.ts'
import type { Dia } from '#domain/dia.ts'
import { puntuacionText } from '#domain/escala.ts'
import { listAsignados } from '#domain/jurado.ts'
import { Problem } from '#domain/problem.ts'
import { MINUTO } from '#domain/programa.ts'
import { enPistaOf, faseOf, turnoOf } from '#domain/turno.ts'
import { actorOf, newToken, openSesion } from '../acceso/sesiones.ts'
import type { Persona } from '../acceso/store.ts'
import { sendCalificacion } from '../calificaciones/marcas.ts'
import { readPauta } from '../calificaciones/store.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { stepTurno } from '../horario/commands.ts'
import { loadPrograma } from '../horario/programa.ts'
import { readAjustes, readCurrent } from '../horario/store.ts'
import { readLista } from '../horario/turno.ts'
import { listJueces } from '../jueces/store.ts'
import { transact, type Work } from '../work.ts'

/** How much faster than the programme a rehearsal plays. */
const SPEED = 10
const LOOK_MS = 200
/** The part of an entry's time after which its judges send their marks. */
const JUDGED = 0.6

/**
 * Plays the active day from where it stands: presses, and a mark of each active judge. A press of a person counts: the item that it
 * begins has its whole time. Resolves with the day when that has ended; with null when the event has no administrator.
 */
export async function play(deps: Deps): Promise<Dia | null> {
  const admin = await deps.db.read((tx) => tx.selectFrom('admin').select('id').orderBy('id').executeTakeFirst())
  if (!admin) return null
  const press = await signIn(deps, { role: 'admin', id: admin.id, nombre: 'Ensayo', email: '' })
  const senders = new Map<string, Run>()
  let judged: string | null = null
  for (;;) {
    const { dia, turno, lista, largo } = await deps.db.read(readEstado)
    if (faseOf(turno, lista.length) === 'terminado') return dia
    const spent = deps.now() - (turno.desde ?? 0)
    const enPista = enPistaOf(turno)
    if (enPista !== null && enPista !== judged && spent >= (largo / SPEED) * JUDGED) {
      judged = enPista
      await judge(deps, enPista, senders)
    }
    if (spent >= largo / SPEED) {
      const desde = { dia, turno: turnoOf(turno) }
      await press((work) => stepTurno(work, { paso: 'siguiente', desde }))
    }
    await pause(LOOK_MS)
  }
}

/** The day as it stands. `largo`: the length of the item in course, in ms. */
async function readEstado(tx: Tx) {
  const { dia, turno } = await readCurrent(tx)
  const lista = await readLista(tx, dia)
  const { minutosPorCompetidor } = relojOf(await readAjustes(tx))
  const segundos = (await loadPrograma(tx, dia))?.tiempos[turno.competidorId ?? '']?.[0]
  const largo = segundos === undefined ? minutosPorCompetidor * MINUTO : segundos * 1_000
  const { pausa, desde = 0 } = turno
  return { dia, turno, lista, largo: pausa ? pausa.hasta - desde : largo }
}

/** Each active judge of the category sends a mark of an entry, in one session. What the event refuses, it refuses: the day goes on. */
async function judge(deps: Deps, competidorId: string, senders: Map<string, Run>): Promise<void> {
  const found = await deps.db.read(async (tx) => {
    const entry = tx.selectFrom('competidores').select('categoriaId').where('id', '=', competidorId)
    const categoria = await tx.selectFrom('categorias').selectAll().where('id', '=', entry).executeTakeFirst()
    if (!categoria || !isCompleta(categoria)) return undefined
    return { jueces: listAsignados(await listJueces(tx, 'all'), categoria), pauta: await readPauta(tx, categoria) }
  })
  if (!found) return
  const { criterios, escala } = found.pauta
  for (const { id, nombre } of found.jueces) {
    const puntos = (): number => {
      const most = Math.floor(escala.maximo / escala.paso)
      return (most - Math.floor(deps.random() * most * 0.4)) * escala.paso
    }
    const marcas = Object.fromEntries(criterios.map(({ clave }) => [clave, puntuacionText(puntos(), escala)]))
    const send = senders.get(id) ?? (await signIn(deps, { role: 'juez', id, nombre, email: '' }))
    senders.set(id, send)
    await send((work) => sendCalificacion(work, { competidorId, criterios: marcas, version: 0 }))
  }
}

type Run = (command: (work: Work) => Promise<unknown>) => Promise<void>

/** Opens a session and returns a function that runs commands as that person. A refusal changes nothing, and is no failure. */
async function signIn(deps: Deps, persona: Persona): Promise<Run> {
  const token = newToken()
  await transact(deps, { actor: VISITANTE }, (work) => openSesion(work, persona, token))
  const actor: Actor = await actorOf(deps, { token, isBearer: false })
  return async (command) => {
    await transact(deps, { actor }, command).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
    })
  }
}
