import type * as contract from '#contract/pantallas.ts'
import { sameNombre } from '#domain/categoria.ts'
import { laterOf } from '#domain/llegada.ts'
import { ESCENA_DEFAULT, hasActo, IDENTIFICAR_MS, type ActoDePantalla } from '#domain/pantalla.ts'
import { Problem } from '#domain/problem.ts'
import { newToken } from '../acceso/sesiones.ts'
import { upsert } from '../db/database.ts'
import type { PantallaTable } from '../db/schema.ts'
import { readToques } from '../horario/llegadas.ts'
import { readLista } from '../horario/turno.ts'
import type { Run } from '../http/route.ts'
import type { Work } from '../work.ts'
import * as store from './store.ts'

/** Adds a screen with its link. */
export const createPantalla: Run<typeof contract.createPantalla> = async (work, { nombre, tipo }) => {
  const all = await store.listPantallas(work.tx)
  if (all.some((one) => sameNombre(one.nombre, nombre))) throw Problem.at('nombre', 'pantalla.duplicate')
  const id = work.newId()
  const unset = { escena: ESCENA_DEFAULT, antes: null, categoriaId: null, mensaje: '', adelantar: 0 } as const
  const row: PantallaTable = { id, nombre, tipo, enlace: newToken(), ...unset, identificarHasta: null }
  await work.tx.insertInto('pantalla').values(row).execute()
  work.changed({ kind: 'pantalla', personaId: id, after: { nombre, tipo } })
  return { id }
}

/** Gives a screen a new link: pages with the old one go dark. */
export const renewEnlacePantalla: Run<typeof contract.renewEnlacePantalla> = async (work, { id }) => {
  const { nombre } = await mustFind(work, id)
  await store.savePantalla(work.tx, id, { enlace: newToken() })
  // No page has opened the new link.
  await work.tx.deleteFrom('reporte').where('pantallaId', '=', id).execute()
  // With its name, for the log of a screen that is deleted later.
  work.changed({ kind: 'pantalla', personaId: id, before: { nombre }, after: { nombre, enlace: 'nuevo' } })
}

export const deletePantalla: Run<typeof contract.deletePantalla> = async (work, { id }) => {
  const { nombre } = await mustFind(work, id)
  await work.tx.deleteFrom('pantalla').where('id', '=', id).execute()
  work.changed({ kind: 'pantalla', personaId: id, before: { nombre } })
}

/** Changes what a screen shows. A chosen scene stays when a ceremony in course is taken off. */
export const setMuestra: Run<typeof contract.setMuestra> = async (
  work,
  { id, escena, categoriaId, mensaje, adelantar },
) => {
  const pantalla = await mustFind(work, id)
  if (escena !== undefined || categoriaId !== undefined || mensaje !== undefined) mustHave(pantalla, 'escena')
  if (adelantar !== undefined) mustHave(pantalla, 'adelantar')
  if (categoriaId) {
    const known = work.tx.selectFrom('categorias').select('id').where('id', '=', categoriaId)
    if (!(await known.executeTakeFirst())) throw new Problem('categoria.missing')
  }
  await store.savePantalla(work.tx, id, {
    ...(escena && { escena, antes: null }),
    ...(categoriaId !== undefined && { categoriaId }),
    ...(mensaje !== undefined && { mensaje }),
    ...(adelantar !== undefined && { adelantar: adelantar ? 1 : 0 }),
  })
  work.changed({ kind: 'escena', personaId: id, after: { escena: escena ?? null } })
}

/** Gives what a screen shows to all screens of the hall. */
export const setEnTodas: Run<typeof contract.setEnTodas> = async (work, { id }) => {
  const pantalla = await mustFind(work, id)
  mustHave(pantalla, 'escena')
  const { escena, categoriaId, mensaje } = pantalla
  await store.changeSalas(work.tx, () => ({ escena, antes: null, categoriaId, mensaje }))
  work.changed({ kind: 'escena', after: { escena } })
}

/** Lets a screen show its name for a moment. */
export const identifyPantalla: Run<typeof contract.identifyPantalla> = async (work, { id }) => {
  mustHave(await mustFind(work, id), 'identificar')
  await store.savePantalla(work.tx, id, { identificarHasta: work.now() + IDENTIFICAR_MS })
  work.changed({ kind: 'escena', personaId: id })
}

/** Saves the taps of a stage door. A device clock that is ahead of the server's counts as the time of the arrival. */
export const sendLlegadas: Run<typeof contract.sendLlegadas> = async (work, { enlace, dia, toques }) => {
  await store.pantallaOf(work.tx, enlace, 'Recepción')
  const known = new Map((await readToques(work.tx, dia)).map((toque) => [toque.competidorId, toque]))
  const ofDia = new Set((await readLista(work.tx, dia)).map(({ id }) => id))
  let hasChanged = false
  for (const { competidorId, llego, at } of toques) {
    const toque = { competidorId, llego, at: Math.min(at, work.now()) }
    if (!ofDia.has(competidorId) || laterOf(known.get(competidorId), toque) !== toque) continue
    known.set(competidorId, toque)
    await upsert(work.tx, 'llegada', ['competidorId'], { ...toque, dia, llego: llego ? 1 : 0 })
    hasChanged = true
  }
  if (hasChanged) work.changed({ kind: 'llegada', dia })
}

async function mustFind(work: Work, id: string): Promise<PantallaTable> {
  const pantalla = (await store.listPantallas(work.tx)).find((one) => one.id === id)
  if (!pantalla) throw new Problem('pantalla.missing')
  return pantalla
}

/** Throws `pantalla.withoutActo`. */
function mustHave({ tipo }: PantallaTable, acto: ActoDePantalla): void {
  if (!hasActo(tipo, acto)) throw new Problem('pantalla.withoutActo')
}
