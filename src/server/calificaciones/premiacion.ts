import type * as contract from '#contract/premiacion.ts'
import { isPublicado, publicadoOf } from '#domain/ajustes.ts'
import { isCompleta, nombreConDia } from '#domain/categoria.ts'
import { conocidoPor } from '#domain/embargo.ts'
import { VISITANTE } from '#domain/actor.ts'
import { conPremiacion, sinPremiacion } from '#domain/pantalla.ts'
import { canStep, isPremiada, pasosOf, terminarText, type Premiacion } from '#domain/premiacion.ts'
import { Pregunta, Problem } from '#domain/problem.ts'
import type { Tx } from '../db/database.ts'
import { readAjustes } from '../horario/store.ts'
import type { Run } from '../http/route.ts'
import { changeSalas, forgetPremiacion, readPremiacion, savePremiacion } from '../pantallas/store.ts'
import { mustFindHoja } from './cierre.ts'

// The ceremony of a category. The rule stands in `domain/premiacion.ts`. While it is in course its category stays closed: its steps
// are fixed when it begins. The server alone knows the steps that come: screens get the revealed ones.

/** Begins the ceremony of a final category: the screens of the hall show its title. Nothing happens when it is in course. */
export const beginPremiacion: Run<typeof contract.beginPremiacion> = async (work, { id, premios }) => {
  const { categoria, cierre, resultado, retenida } = await mustFindHoja(work, id)
  const { dia } = categoria
  const publicado = dia !== null && isPublicado(publicadoOf(await readAjustes(work.tx)), dia)
  const yaPublicos = conocidoPor(VISITANTE, [], { publicado, retenida }) === 'resultados'
  const before = await readPremiacion(work.tx)
  if (before && before.avanzo !== null) {
    if (before.categoriaId === id) return { yaPublicos }
    const otra = await titleOf(work.tx, before.categoriaId)
    throw Problem.saying('premiacion.otra', `Termina primero la premiación de ${otra}.`)
  }
  if (!cierre) throw new Problem('premiacion.noFinal')
  const pasos = pasosOf(resultado, premios)
  if (pasos.length === 0) throw new Problem('premiacion.sinLugares')
  await savePremiacion(work.tx, { categoriaId: id, premios, pasos, paso: 0, avanzo: work.now() })
  await changeSalas(work.tx, conPremiacion)
  work.changed({ kind: 'premiacion', dia, categoriaId: id, after: { premiacion: 'empieza', premios } })
  return { yaPublicos }
}

/**
 * Reveals the next step, or takes the last one back; before the title the ceremony is taken off. Nothing happens when it has moved since
 * the step that the press names, or less than a second ago.
 */
export const stepPremiacion: Run<typeof contract.stepPremiacion> = async (work, { id, desde, sentido }) => {
  const premiacion = await mustFindEnCurso(work.tx, id)
  if (!canStep(premiacion, desde, work.now())) return
  const paso = desde + (sentido === 'siguiente' ? 1 : -1)
  if (paso > premiacion.pasos.length) throw new Problem('premiacion.completa')
  if (paso >= 0) {
    await savePremiacion(work.tx, { ...premiacion, paso, avanzo: work.now() })
    work.changed({ kind: 'paso', categoriaId: id, after: { paso } })
    return
  }
  await forgetPremiacion(work.tx)
  await changeSalas(work.tx, sinPremiacion)
  work.changed({ kind: 'premiacion', categoriaId: id, after: { premiacion: 'quitada' } })
}

/** Ends the ceremony and announces its category. The screens keep the places that were revealed. Asks first when some were not. */
export const endPremiacion: Run<typeof contract.endPremiacion> = async (work, { id, acepta = [] }) => {
  const premiacion = await mustFindEnCurso(work.tx, id)
  const pregunta = terminarText(premiacion)
  if (pregunta !== null && !acepta.includes(pregunta)) throw new Pregunta(pregunta, 'Terminar')
  await savePremiacion(work.tx, { ...premiacion, avanzo: null })
  await changeSalas(work.tx, () => ({ antes: null }))
  await work.tx
    .insertInto('anunciada')
    .values({ categoriaId: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { categoria } = await mustFindHoja(work, id)
  const after = { anunciada: true, premiacion: 'terminada' }
  work.changed({ kind: 'anuncio', dia: categoria.dia, categoriaId: id, before: { premiacion: 'en curso' }, after })
}

async function mustFindEnCurso(tx: Tx, categoriaId: string): Promise<Premiacion> {
  const premiacion = await readPremiacion(tx)
  if (!isPremiada(premiacion, categoriaId)) throw new Problem('premiacion.over')
  return premiacion
}

/** The name of a category, with its day where several days have the name. */
async function titleOf(tx: Tx, id: string): Promise<string> {
  const all = (await tx.selectFrom('categorias').selectAll().execute()).filter(isCompleta)
  const found = all.find((one) => one.id === id)
  return found ? nombreConDia(found, all) : ''
}
