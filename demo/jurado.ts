import type { Actor } from '#domain/actor.ts'
import { actorOf, endSesionesOf, newToken, openSesion } from '../src/server/acceso/sesiones.ts'
import type { Persona } from '../src/server/acceso/store.ts'
import { closeCategoria } from '../src/server/calificaciones/cierre.ts'
import { addPenalizacion } from '../src/server/calificaciones/penalizacion.ts'
import { withdrawCompetidor } from '../src/server/calificaciones/retiro.ts'
import { sendCalificacion } from '../src/server/calificaciones/marcas.ts'
import type { Deps } from '../src/server/deps.ts'
import { createJuez, setJuezPrincipal } from '../src/server/jueces/commands.ts'
import { findJuez } from '../src/server/jueces/store.ts'
import { transact, type Work } from '../src/server/work.ts'
import type { DemoEvent } from './event.ts'
import { JUECES } from './names.ts'

/**
 * Scores the demo event with the commands that people use: judges with a link each, the first of them the head judge, their
 * marks, a penalty, two withdrawals, and closed categories. Returns the token of the head judge's link.
 */
export async function judge(
  deps: Deps,
  admin: Persona,
  { marcas, decisiones: { penalizado, descalificado, ausente, cerradas } }: DemoEvent,
): Promise<string> {
  const run = await signIn(deps, admin)
  const ids = new Map<string, string>()
  for (const nombre of JUECES) ids.set(nombre, (await run((work) => createJuez(work, { nombre }))).id)
  const principal = ids.get(JUECES[0] ?? '') ?? ''
  await run((work) => setJuezPrincipal(work, { id: principal, principal: true }))
  for (const [nombre, id] of ids) {
    const send = await signIn(deps, { role: 'juez', id, nombre, email: '' })
    for (const { competidorId, criterios, juez } of marcas) {
      if (juez === nombre) {
        await send((work) => sendCalificacion(work, { competidorId, criterios, version: 0 }))
      }
    }
    await run((work) => endSesionesOf(work, id))
  }
  await run((work) =>
    addPenalizacion(work, { id: penalizado, puntos: '2', motivo: 'Se pasó del tiempo de música (0:18)' }),
  )
  await run((work) =>
    withdrawCompetidor(work, {
      id: descalificado,
      estado: 'descalificado',
      motivo: 'Cargada no permitida en la categoría',
    }),
  )
  await run((work) => withdrawCompetidor(work, { id: ausente, estado: 'no_se_presento' }))
  for (const id of cerradas) await run((work) => closeCategoria(work, { id }))
  await run((work) => endSesionesOf(work, admin.id))
  return (await deps.db.read((tx) => findJuez(tx, principal)))?.enlace ?? ''
}

type Run = <T>(command: (work: Work) => Promise<T>) => Promise<T>

/** Opens a session, as a person does, and returns a function that runs commands as that person. */
async function signIn(deps: Deps, persona: Persona): Promise<Run> {
  const token = newToken()
  await transact(deps, { actor: { role: 'visitante' } }, (work) => openSesion(work, persona, token))
  const actor: Actor = await actorOf(deps, { token, isBearer: false })
  return async (command) => (await transact(deps, { actor }, command)).output
}
