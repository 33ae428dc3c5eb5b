import type { Input, Output } from '#contract/define.ts'
import type * as contract from '#contract/inscripciones.ts'
import { FALTAN_CAMPOS } from '#contract/inscripciones.ts'
import { isCompleta } from '#domain/categoria.ts'
import { clavesRequeridas, mapTextos, nombreOf, type ClaveDeTexto } from '#domain/competidor.ts'
import { becomesDoble, cupoOf, lugaresOf, mayManage, mayRemove, inscripcionRefusalOf } from '#domain/inscripcion.ts'
import { sortPlaced, renumber } from '#domain/orden.ts'
import { Pregunta, Problem, type ProblemCode } from '#domain/problem.ts'
import { enPistaOf } from '#domain/turno.ts'
import { checkAbierta } from '../calificaciones/cierre.ts'
import { hasMarcas } from '../calificaciones/marcas.ts'
import { findEntry, removeEntry, type Entry } from '../competidores/entry.ts'
import { listByCategoria, saveOrdenes, SIN_VALORES } from '../competidores/store.ts'
import { instantOf, isoOf, readHoy } from '../evento/hora.ts'
import { readCategorias, type CategoriaRow } from '../horario/categorias.ts'
import { forgetLlamadas, readReglas, readTurno, saveReglas } from '../horario/store.ts'
import { changeListas, refreshNombres } from '../horario/turno.ts'
import type { Act, Run } from '../http/route.ts'
import { pathOfParte } from '../files/store.ts'
import { saveDuracion, listPartes, readSegundos, removeSubidas } from '../musica/store.ts'
import { type Pista, storeTrack, type NewTrack } from '../musica/tracks.ts'
import type { Work } from '../work.ts'
import { versionOf } from './store.ts'
import type { Actor } from '#domain/actor.ts'
import { findCategoria } from '../categorias/store.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { findReady } from '../musica/subidas.ts'

type Create = typeof contract.createInscripcion
type Add = typeof contract.addCompetidor
type Update = typeof contract.updateInscripcion
type Prepared = Pista | null

/** A new entry; without `subida`, as only the administrator may add it, it has no music. */
type Nueva = Omit<Input<Create>, 'subida'> & { readonly subida?: string | undefined }

/** Creates an entry, last of its category. */
export const createInscripcion: Act<Create, Prepared> = {
  inTurn: () => true,
  prepare: (deps, input, { actor }) => prepareNueva(deps, input, actor),
  run: create,
}

/** Adds an entry for the organiser, last of its category. */
export const addCompetidor: Act<Add, Prepared> = {
  inTurn: ({ subida }) => subida !== undefined,
  prepare: (deps, { id: categoriaId, ...input }, { actor }) => prepareNueva(deps, { ...input, categoriaId }, actor),
  run: (work, { id: categoriaId, ...input }, pista) => create(work, { ...input, categoriaId }, pista),
}

function prepareNueva(deps: Deps, nueva: Nueva, actor: Actor): Promise<Prepared> {
  return storePista(deps, actor, nueva, async (asking) =>
    mustBeNoDouble(await findOpenCategoria(asking, nueva.categoriaId), newEntryOf(asking, nueva, ''), nueva),
  )
}

async function create(work: Work, input: Nueva, pista: Prepared): Promise<Output<Create>> {
  const nueva = newEntryOf(work, input, work.newId())
  const { dia, orden, ...categoria } = await reserveOrden(work, input.categoriaId)
  mustBeNoDouble(categoria, nueva, input)
  const track = input.subida === undefined ? null : await takeSubida(work, input.subida, pista)
  const entry = { ...nueva, fechaInscripcion: await readHoy(work), musicaPath: track?.path ?? null, orden }
  await changeListas(work, [dia], {}, () => work.tx.insertInto('competidores').values(entry).execute())
  if (track) await saveDuracion(work.tx, track.path, track.duracion)
  work.changed({ kind: 'competidor', dia, categoriaId: entry.categoriaId, competidorId: entry.id, after: entry })
  return { id: entry.id }
}

/** The values of a new entry that the form and the actor decide. Throws when a required text is empty. */
function newEntryOf({ actor }: Pick<Work, 'actor'>, input: Nueva, id: string) {
  mustBeComplete(actor, input)
  return {
    ...SIN_VALORES,
    id,
    categoriaId: input.categoriaId,
    ...mapTextos((clave) => input[clave] || null),
    nota: input.nota || null,
    usuarioId: actor.role === 'usuario' ? actor.id : null,
  }
}

/** Throws when a text that the actor may not leave empty is empty. A text that is not sent stays. */
function mustBeComplete(actor: Actor, textos: Partial<Record<ClaveDeTexto, string | undefined>>): void {
  const empty = clavesRequeridas(actor.role === 'admin').filter((clave) => textos[clave] === '')
  if (empty.length > 0)
    throw new Problem('input.invalid', Object.fromEntries(empty.map((clave) => [clave, FALTAN_CAMPOS])))
}

/** Throws `Pregunta` when an entry becomes a double in a category, and the person has not accepted it. */
function mustBeNoDouble(
  { nombre: categoria, competidores }: Pick<CategoriaRow, 'nombre' | 'competidores'>,
  after: Pick<Entry['entry'], 'id' | 'nombre' | 'usuarioId'>,
  { acepta = [] }: Pick<Input<Create>, 'acepta'>,
): void {
  if (!becomesDoble(competidores, after)) return
  const where = categoria === null ? '' : ` en ${categoria}`
  const pregunta = `Ya inscribiste a ${nombreOf(after)}${where}.`
  if (!acepta.includes(pregunta)) throw new Pregunta(pregunta, 'Inscribir otra vez')
}

/** Changes an entry. In another category its track is a copy with a new name. */
export const updateInscripcion: Act<Update, Prepared> = {
  inTurn: ({ subida }) => subida !== undefined,
  prepare: (deps, input, { actor }) => storePista(deps, actor, input, mustFindChangeable),
  run: update,
}

async function update(work: Work, input: Input<Update>, pista: Prepared): Promise<void> {
  const { entry, dia } = await mustFindChangeable(work, input)
  const { categoriaId = entry.categoriaId } = input
  const moves = categoriaId !== entry.categoriaId
  const place = moves ? await reserveOrden(work, categoriaId) : { dia, orden: entry.orden }
  const track =
    input.subida === undefined ? takeCopy(moves ? entry : null, pista) : await takeSubida(work, input.subida, pista)
  const after = {
    ...mapTextos((clave) => (input[clave] ?? entry[clave]) || null),
    nota: input.nota === undefined ? entry.nota : input.nota || null,
    categoriaId,
    orden: place.orden,
    musicaPath: track?.path ?? entry.musicaPath,
    ...(moves && { numero: null }),
  }
  const siblings = await listByCategoria(work.tx, entry.categoriaId)
  const leavesDia = moves && place.dia !== dia
  if (leavesDia && dia !== null && enPistaOf(await readTurno(work.tx, dia)) === entry.id)
    throw new Problem('turno.held')
  const following = { acepta: input.acepta ?? [], traslada: entry.id }
  await changeListas(work, moves ? [dia, place.dia] : [], following, async () => {
    await work.tx.updateTable('competidores').set(after).where('id', '=', entry.id).execute()
    if (moves) await saveOrdenes(work.tx, renumber(siblings, entry.id))
    if (leavesDia) await forgetLlamadas(work.tx, entry.id)
  })
  if (track) await saveDuracion(work.tx, track.path, track.duracion)
  work.changed({
    kind: 'competidor',
    dia: place.dia,
    categoriaId,
    competidorId: entry.id,
    before: { ...entry, dia },
    after: { ...after, dia: place.dia },
  })
  // Without the entry's id, the pages of the category that it left are refreshed and the log shows one row.
  if (moves) work.changed({ kind: 'competidor', dia, categoriaId: entry.categoriaId })
  await refreshNombres(work, entry.id)
}

export const deleteInscripcion: Run<typeof contract.deleteInscripcion> = async (work, { id }) => {
  const found = await mustFind(work, id, 'competidor.missing')
  await mustBeOpen(work, { lugares: null, cerrada: false })
  await mustBeRemovable(work, found)
  await removeEntry(work, found)
}

/** Returns the entry to change. Throws when the rules refuse the change. */
async function mustFindChangeable(asking: RulesContext, input: Input<Update>): Promise<Entry> {
  const found = await mustFind(asking, input.id, 'inscripcion.missing')
  mustBeComplete(asking.actor, input)
  const { entry } = found
  const { version, categoriaId = entry.categoriaId, nombre = entry.nombre } = input
  if (version !== undefined && version !== versionOf(entry)) throw new Problem('inscripcion.changed')
  if (categoriaId === entry.categoriaId) {
    const [own] = await readCategorias(asking.tx, [categoriaId])
    await mustBeOpen(asking, { lugares: null, cerrada: own?.cerrada ?? false })
    if (own) mustBeNoDouble(own, { ...entry, nombre }, input)
  } else {
    const other = await findOpenCategoria(asking, categoriaId)
    await mustBeRemovable(asking, found)
    mustBeNoDouble(other, { ...entry, nombre }, input)
  }
  return found
}

/** Throws when the actor may not take the entry out of its category. */
async function mustBeRemovable({ tx, actor }: RulesContext, { entry }: Entry): Promise<void> {
  await checkAbierta(tx, entry.categoriaId)
  if (!mayRemove(actor, { tieneMarcas: await hasMarcas(tx, entry.id) })) throw new Problem('inscripcion.marked')
}

/** Returns the entry. Throws `missing` also when it belongs to another person. */
async function mustFind(work: RulesContext, id: string, missing: ProblemCode): Promise<Entry> {
  const found = await findEntry(work.tx, id)
  if (!found || !mayManage(work.actor, found.entry)) throw new Problem(missing)
  return found
}

async function mustBeOpen(
  work: RulesContext,
  categoria: { readonly lugares: number | null; readonly cerrada: boolean },
): Promise<void> {
  const reglas = await readReglas(work.tx)
  const refusal = inscripcionRefusalOf({ actor: work.actor, reglas, now: work.now(), ...categoria })
  if (refusal) throw new Problem(refusal)
}

/** Returns the category. Throws when it is full, when its result is final, or when entries are closed for the actor. */
async function findOpenCategoria(work: RulesContext, categoriaId: string): Promise<CategoriaRow> {
  const [row] = await readCategorias(work.tx, [categoriaId])
  if (!row || !isCompleta(row)) {
    throw new Problem('categoria.missing', { categoriaId: 'Esa categoría ya no existe. Elige otra.' })
  }
  const { maximo } = await readReglas(work.tx)
  await mustBeOpen(work, {
    lugares: lugaresOf(cupoOf(maximo, row.cupo), row.competidores.length),
    cerrada: row.cerrada,
  })
  if (row.cerrada) throw new Problem('categoria.closed')
  return row
}

/** Returns a category with its next `orden`, and closes the gaps before it. Throws as `findOpenCategoria` does. */
async function reserveOrden(work: Work, categoriaId: string): Promise<CategoriaRow & { orden: number }> {
  const row = await findOpenCategoria(work, categoriaId)
  await saveOrdenes(work.tx, renumber(row.competidores))
  return { ...row, orden: sortPlaced(row.competidores).length + 1 }
}

/** Sets when entries open and close, and the limit per category. */
export const saveInscripciones: Run<typeof contract.saveInscripciones> = async (work, { desde, hasta, maximo }) => {
  const isoAt = async (campo: 'desde' | 'hasta', local: string): Promise<string | null> =>
    local === '' ? null : isoOf(await instantOf(work, { campo, local }))
  const after = { desde: await isoAt('desde', desde), hasta: await isoAt('hasta', hasta), maximo }
  if (after.desde !== null && after.hasta !== null && after.hasta <= after.desde) {
    throw new Problem('input.invalid', { hasta: 'Elige una hora posterior a la de inicio.' })
  }
  const before = await readReglas(work.tx)
  await saveReglas(work.tx, after)
  work.changed({ kind: 'inscripciones', before, after })
}

/** Sets or removes the limit of one category. */
export const saveCupo: Run<typeof contract.saveCupo> = async (work, { id, cupo }) => {
  const [categoria] = await readCategorias(work.tx, [id])
  if (!categoria) throw new Problem('categoria.missing')
  await work.tx.deleteFrom('cupo').where('categoriaId', '=', id).execute()
  if (cupo !== null) await work.tx.insertInto('cupo').values({ categoriaId: id, cupo }).execute()
  const { dia, cupo: before } = categoria
  work.changed({ kind: 'categoria', dia, categoriaId: id, before: { cupo: before }, after: { cupo } })
}

/** The values that an entry will have, as far as they name its track. */
type Destino = Partial<Pick<Input<Update>, 'id' | 'nombre' | 'categoriaId' | 'subida'>>

/** The transaction, the actor and the time that the rules are checked with. */
type RulesContext = Pick<Work, 'tx' | 'actor' | 'now'>

/**
 * Stores the track that an entry will have: the upload of the form, or in another category a copy. Returns null when the entry
 * keeps its track. Returns null too when `mustBeAllowed` throws a `Problem`: the command then refuses the request itself, and
 * a repeated request gets its first answer. Throws `envio.tooMuch`.
 */
async function storePista<D extends Destino>(
  deps: Deps,
  actor: Actor,
  destino: D,
  mustBeAllowed: (asking: RulesContext, destino: D) => Promise<unknown>,
): Promise<Pista | null> {
  const track = await deps.db.read(async (tx) => {
    const entry = destino.id === undefined ? undefined : (await findEntry(tx, destino.id))?.entry
    const source = await sourceOf(tx, actor, destino, entry)
    if (!source || !(await isAllowed(mustBeAllowed({ tx, actor, now: deps.now }, destino)))) return null
    const categoria = await findCategoria(tx, destino.categoriaId ?? entry?.categoriaId ?? '')
    return { ...source, categoria: categoria?.nombre ?? '', nombre: destino.nombre ?? entry?.nombre ?? '' }
  })
  if (!track) return null
  const storing = () => storeTrack(deps, actor, track)
  // A request with an upload has its turn already.
  return destino.subida === undefined ? deps.inTurn(actor, storing) : storing()
}

/** The upload of the form, or the track of an entry that goes to another category; null when neither is there. */
async function sourceOf(
  tx: Tx,
  actor: Actor,
  { subida, categoriaId }: Destino,
  entry: Entry['entry'] | undefined,
): Promise<Pick<NewTrack, 'de' | 'duracion' | 'files'> | null> {
  if (subida !== undefined) {
    const ready = await findReady(tx, actor, subida)
    if (!ready) return null
    return { de: subida, duracion: ready.duracion, files: (await listPartes(tx, subida)).map(pathOfParte) }
  }
  const de = entry && entry.musicaPath
  if (!de || categoriaId === undefined || categoriaId === entry.categoriaId) return null
  return { de, duracion: (await readSegundos(tx, [entry])).get(de), files: [de] }
}

async function isAllowed(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** Uses a finished upload up and returns its stored track. Throws `subida.missing`, `inscripcion.changed`. */
async function takeSubida(work: Work, id: string, pista: Pista | null): Promise<Pista> {
  if (!(await findReady(work.tx, work.actor, id))) throw new Problem('subida.missing')
  // The rules refused the entry before the transaction began, and allow it now.
  if (!pista) throw new Problem('inscripcion.changed')
  await removeSubidas(work.tx, [id])
  return pista
}

/** Returns the copied track of an entry that goes to another category. Throws `inscripcion.changed` when it has another track. */
function takeCopy(entry: Entry['entry'] | null, pista: Pista | null): Pista | null {
  if (!entry?.musicaPath) return null
  if (pista?.de !== entry.musicaPath) throw new Problem('inscripcion.changed')
  return pista
}
