import type * as contract from '#contract/categorias.ts'
import type { Change } from '#contract/change.ts'
import { hasNombre, fillOrden, isCompleta } from '#domain/categoria.ts'
import { nombreOf } from '#domain/competidor.ts'
import { criteriosFor, tipoOf, type TipoCriterios } from '#domain/criterios.ts'
import type { Dia } from '#domain/dia.ts'
import { move } from '#domain/move.ts'
import { renumber, sortPlaced } from '#domain/orden.ts'
import { Problem } from '#domain/problem.ts'
import { isCalificada } from '#domain/resultados.ts'
import { cutOf, ordenDeRonda, type Origen, siguientesDe } from '#domain/ronda.ts'
import { METODO_DEFAULT } from '#domain/metodo.ts'
import { enPistaOf } from '#domain/turno.ts'
import { upsert } from '../db/database.ts'
import type { CategoriasTable, CompetidoresTable } from '../db/schema.ts'
import { mustFindHoja } from '../calificaciones/cierre.ts'
import { copiaIdOf, listRondas, loadHojas, origenOf } from '../calificaciones/store.ts'
import { checkMotivo } from '../jueces/store.ts'
import { listByCategoria, saveOrdenes as saveOrdenesOfEntries } from '../competidores/store.ts'
import { readHoy } from '../evento/hora.ts'
import { leavePrograma, releasePausas } from '../horario/programa.ts'
import { forgetLlamadas, readTurno } from '../horario/store.ts'
import { checkMotivoDeOrden, forgetNumeros } from '../horario/numeros.ts'
import { changeListas, refreshNombres, reopenDia } from '../horario/turno.ts'
import type { Run } from '../http/route.ts'
import type { Work } from '../work.ts'
import * as store from './store.ts'

/** Adds a category at the end of its day. */
export const createCategoria: Run<typeof contract.createCategoria> = async (work, { nombre, dia }) => {
  const { id } = await appendCategoria(work, { nombre, dia })
  return { id }
}

/** Inserts a category at the end of its day, and records it. Throws `categoria.duplicate`. */
async function appendCategoria(work: Work, nueva: store.Nueva): Promise<CategoriasTable> {
  if (hasNombre(await store.listByDia(work.tx, nueva.dia), nueva.nombre)) throw new Problem('categoria.duplicate')
  const categoria = await store.insertCategoria(work, nueva)
  recordCategoria(work, categoria, { after: loggedOf(categoria) })
  return categoria
}

/** A category as the log keeps it: of the category that a round came from, the name. */
function loggedOf<T extends Pick<CategoriasTable, 'origen'>>(categoria: T): T {
  return { ...categoria, origen: origenOf(categoria)?.nombre ?? null }
}

/** Records the name of a round as a change of the category that it came from, whose results show the name. */
async function changeFuente(
  work: Work,
  ronda: Pick<CategoriasTable, 'origen'>,
  { before, after }: { readonly before: string | null; readonly after: string | null },
): Promise<void> {
  const fuente = await store.findCategoria(work.tx, origenOf(ronda)?.categoriaId ?? '')
  if (fuente) recordCategoria(work, fuente, { before: { ronda: before }, after: { ronda: after } })
}

/** Moves a category up or down in its day: by one place, or past the category `vecinoId`. */
export const moveCategoria: Run<typeof contract.moveCategoria> = async (work, input) => {
  const categoria = await store.mustFindCategoria(work.tx, input.id)
  await checkMotivoDeOrden(work.tx, categoria.dia, input.motivo)
  const siblings = fillOrden(await store.listByDia(work.tx, categoria.dia))
  const ordenes = move(siblings, input)
  await changeListas(work, [categoria.dia], { acepta: input.acepta ?? [] }, () => store.saveOrdenes(work, ordenes))
  const { orden: before } = categoria
  const orden = ordenes.find(({ id }) => id === input.id)?.orden ?? before
  recordCategoria(work, categoria, { before: { orden: before }, after: { orden, motivo: input.motivo } })
}

/** Deletes a category with its entries and their music, and renumbers its day. */
export const deleteCategoria: Run<typeof contract.deleteCategoria> = async (work, { id }) => {
  const categoria = await store.mustFindAbierta(work.tx, id)
  const siblings = fillOrden(await store.listByDia(work.tx, categoria.dia))
  const entries = await listByCategoria(work.tx, id)
  await leavePrograma(work, categoria, siblings)
  await changeListas(work, [categoria.dia], {}, async () => {
    await work.tx.deleteFrom('categorias').where('id', '=', id).execute()
    recordCategoria(work, categoria, { before: { ...loggedOf(categoria), competidores: entries } })
    await changeFuente(work, categoria, { before: categoria.nombre, after: null })
    await store.saveOrdenes(work, renumber(siblings, id))
  })
}

/** Sets the criteria of a category; `automatico` derives them from its name. */
export const setCriterios: Run<typeof contract.setCriterios> = async (work, { id, criterios }) => {
  const categoria = await store.mustFindAbierta(work.tx, id)
  const after = criterios === 'automatico' ? null : criterios
  await store.saveCategoria(work.tx, id, { criterios: after })
  recordCategoria(work, categoria, { before: { criterios: categoria.criterios }, after: { criterios: after } })
}

/** Sets the method of judging of a category. */
export const setMetodo: Run<typeof contract.setMetodo> = async (work, { id, metodo, motivo }) => {
  const categoria = await store.mustFindAbierta(work.tx, id)
  const before = categoria.metodo ?? METODO_DEFAULT
  if (metodo === before) return
  await checkMotivo(work, motivo, (one) => one.id === id)
  await store.saveCategoria(work.tx, id, { metodo: metodo === METODO_DEFAULT ? null : metodo })
  recordCategoria(work, categoria, { before: { metodo: before }, after: { metodo, motivo: motivo || null } })
}

/**
 * Changes the name or the day of a category. Its entries keep their marks; its type of criteria stays. On another day, and when
 * an imported category gets its first name, it goes last. Throws `categoria.duplicate`, `turno.held`.
 */
export const updateCategoria: Run<typeof contract.updateCategoria> = async (work, { id, acepta = [], ...given }) => {
  const categoria = await store.mustFindAbierta(work.tx, id)
  const { nombre = categoria.nombre, dia = categoria.dia } = given
  const siblings = (await store.listByDia(work.tx, dia)).filter((sibling) => sibling.id !== id)
  if (nombre !== null && hasNombre(siblings, nombre)) throw new Problem('categoria.duplicate')
  const isMoved = dia !== categoria.dia
  const goesLast = isMoved || categoria.nombre === null
  const entries = isMoved ? await takeFromDia(work, categoria, dia) : []
  if (isMoved) await releasePausas(work, categoria, await store.listByDia(work.tx, categoria.dia))
  const criterios = categoria.criterios ?? keptCriterios(categoria, nombre)
  await changeListas(work, goesLast ? [categoria.dia, dia] : [], { acepta }, async () => {
    for (const entry of entries) await forgetLlamadas(work.tx, entry.id)
    if (isMoved) await forgetNumeros(work.tx, id)
    if (goesLast) await store.saveOrdenes(work, renumber(fillOrden(siblings)))
    const after = { nombre, dia, criterios, orden: goesLast ? siblings.length + 1 : categoria.orden }
    await store.saveCategoria(work.tx, id, after)
    recordCategoria(work, { id, dia }, { before: loggedOf(categoria), after })
    if (isMoved) await store.saveOrdenes(work, renumber(fillOrden(await store.listByDia(work.tx, categoria.dia))))
  })
  if (isCompleta(categoria) && (isMoved || nombre !== categoria.nombre)) {
    const anterior = { categoriaId: id, dia: categoria.dia, nombre: categoria.nombre, revision: work.revision }
    await upsert(work.tx, 'anterior', ['categoriaId', 'dia', 'nombre'], anterior)
  }
  // Without the id of an entry, the pages of the day that it left are refreshed and the log shows one row.
  if (isMoved) work.changed({ kind: 'competidor', dia: categoria.dia, categoriaId: id })
  await changeFuente(work, categoria, { before: categoria.nombre, after: nombre })
  if (nombre !== null) await renameOrigenes(work, id, nombre)
  await refreshNombres(work, id)
}

/** The type of criteria that a new name must not change; null where both names give the same one. */
function keptCriterios({ nombre }: CategoriasTable, after: string | null): TipoCriterios | null {
  return nombre === null || after === null ? null : criteriosFor(after, tipoOf(nombre, null))
}

/**
 * The entries of a category that leaves its day. A day that has ended goes on with them. Throws `turno.held` for the category
 * that has the turn.
 */
async function takeFromDia(
  work: Work,
  { id, dia: from }: CategoriasTable,
  to: Dia | null,
): Promise<readonly CompetidoresTable[]> {
  const entries = await listByCategoria(work.tx, id)
  const held = from === null ? null : enPistaOf(await readTurno(work.tx, from))
  if (entries.some((entry) => entry.id === held)) throw new Problem('turno.held')
  if (to !== null && entries.length > 0) await reopenDia(work, to)
  return entries
}

/** Gives the rounds of a category the new name of their source. */
async function renameOrigenes(work: Work, id: string, nombre: string): Promise<void> {
  for (const { origen, ...ronda } of await listRondas(work.tx)) {
    if (origen.categoriaId !== id || origen.nombre === nombre) continue
    await store.saveCategoria(work.tx, ronda.id, { origen: JSON.stringify({ ...origen, nombre } satisfies Origen) })
    recordCategoria(work, ronda, { before: { origen: origen.nombre }, after: { origen: nombre } })
  }
}

/**
 * Creates the next round from the best of a closed category: a category with copies of their entries, which use the same
 * stored tracks. Throws `ronda.noFinal`.
 */
export const createRonda: Run<typeof contract.createRonda> = async (work, { id, nombre, dia, pasan, orden }) => {
  const fuente = await mustFindHoja(work, id)
  if (!fuente.cierre) throw new Problem('ronda.noFinal')
  const { resultado } = fuente
  const { puestos } = resultado
  if (puestos.length > 0 && !isCalificada(puestos)) throw new Problem('categoria.unmarked')
  const most = puestos.filter(({ lugar }) => lugar !== null).length
  if (pasan > most) throw new Problem('input.invalid', { pasan: mostText(most) })
  const ids = cutOf(resultado, pasan)

  const { criterios, metodo } = fuente.categoria
  const tipo = tipoOf(fuente.categoria.nombre, criterios)
  const origen: Origen = { categoriaId: id, nombre: nombreOf(fuente.categoria), pasan: ids, lugares: pasan }
  const ronda = await appendCategoria(work, {
    nombre,
    dia,
    criterios: criteriosFor(nombre, tipo),
    metodo,
    origen: JSON.stringify(origen),
  })
  await changeListas(work, [dia], {}, () =>
    copyEntries(work, ordenDeRonda(ids, orden, work.deps.random), { ...ronda, desde: 1 }),
  )
  await changeFuente(work, ronda, { before: null, after: nombre })
  return { id: ronda.id, competidores: ids.length }
}

/**
 * Adds the best entries of its source that did not pass to a round, at the end of its order. Throws `ronda.sinFuente` without
 * its source, `ronda.completa` when all that have a place passed, and `ronda.changed` when others than `siguientes` are the best.
 */
export const addSiguiente: Run<typeof contract.addSiguiente> = async (work, { id, siguientes }) => {
  const ronda = await store.mustFindAbierta(work.tx, id)
  const before = origenOf(ronda)
  const source = before && (await store.findCategoria(work.tx, before.categoriaId))
  const [fuente] = source ? await loadHojas(work.tx, [source]) : []
  if (!before || !fuente) throw new Problem('ronda.sinFuente')
  const { ids, lugares } = siguientesDe(fuente.resultado, before)
  if (siguientes && siguientes.join() !== ids.join()) {
    const arePassed = siguientes.length > 0 && siguientes.every((one) => before.pasan.includes(one))
    if (!arePassed) throw new Problem('ronda.changed')
    return { nombres: fuente.competidores.filter((one) => siguientes.includes(one.id)).map(nombreOf) }
  }
  if (ids.length === 0) throw new Problem('ronda.completa')

  const entries = await listByCategoria(work.tx, id)
  await saveOrdenesOfEntries(work.tx, renumber(entries))
  const after: Origen = { ...before, pasan: [...before.pasan, ...ids], lugares }
  await store.saveCategoria(work.tx, id, { origen: JSON.stringify(after) })
  const desde = sortPlaced(entries).length + 1
  const added = await changeListas(work, [ronda.dia], {}, () => copyEntries(work, ids, { ...ronda, desde }))
  // Without an entry's id, the pages of the source are refreshed and the log shows the new entries alone.
  work.changed({ kind: 'competidor', dia: fuente.categoria.dia, categoriaId: fuente.categoria.id })
  return { nombres: added.map(nombreOf) }
}

const mostText = (most: number): string =>
  most === 0 ? 'Esta categoría no tiene lugares.' : `Escribe un número de 1 a ${most}.`

/** Copies entries to a round, in their order, the first as number `desde`. */
async function copyEntries(
  work: Work,
  ids: readonly string[],
  { id: categoriaId, dia, desde }: Pick<CategoriasTable, 'id' | 'dia'> & { readonly desde: number },
): Promise<CompetidoresTable[]> {
  const added: CompetidoresTable[] = []
  const fechaInscripcion = await readHoy(work)
  for (const [index, id] of ids.entries()) {
    const source = await work.tx.selectFrom('competidores').selectAll().where('id', '=', id).executeTakeFirst()
    if (!source) throw new Problem('competidor.missing')
    const copia = { id: copiaIdOf(categoriaId, id), categoriaId, fechaInscripcion, orden: desde + index }
    const entry = { ...source, ...copia, clave: null, numero: null }
    await work.tx.insertInto('competidores').values(entry).execute()
    work.changed({ kind: 'competidor', dia, categoriaId, competidorId: entry.id, after: entry })
    added.push(entry)
  }
  return added
}

/** Records a change of a category. */
function recordCategoria(
  work: Work,
  { id: categoriaId, dia }: Pick<CategoriasTable, 'id' | 'dia'>,
  values: Pick<Change, 'before' | 'after'>,
): void {
  work.changed({ kind: 'categoria', dia, categoriaId, ...values })
}
