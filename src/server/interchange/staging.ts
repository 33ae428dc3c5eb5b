import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { VISITANTE } from '#domain/actor.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { readGaleria, readImagenes, removeImagen, saveImagen } from '../evento/store.ts'
import { transact, type Work } from '../work.ts'
import { CARRUSEL } from './source.ts'
import * as store from './store.ts'

/**
 * The files of an import are staged as a batch (`lote`) in a hidden folder of the store. The transaction that inserts the
 * rows saves a plan for the batch; afterwards the files are moved to their names. A process that stops in between leaves
 * the plan, and the next start finishes it.
 */
const FOLDER = '.importando'
/** An import takes less than 6 hours: an older batch without a plan is orphaned. */
const KEEP_MS = 6 * 60 * 60_000

/** The work left after the rows are inserted: files to remove, images in order, and whether to clear the images first. */
const plan = z.object({ quitar: z.array(z.string()), carrusel: z.array(z.string()), vacia: z.boolean() })
type Plan = z.infer<typeof plan>

/** A new id for a batch. It begins with the time (ms since 1970), which tells the age of an orphaned batch. */
export function newLote(deps: Pick<Deps, 'now' | 'newId'>): string {
  return `${deps.now()}-${deps.newId()}`
}

/** Copies files into the batch. A marker file comes first, so that a batch without files yet is found too. */
export async function stage(
  { files }: Pick<Deps, 'files'>,
  lote: string,
  { folder, names }: { readonly folder: string; readonly names: readonly string[] },
): Promise<void> {
  await files.put(`${FOLDER}/${lote}/comienzo`, Readable.from([lote]))
  for (const name of names) await files.put(`${stagedFolder(lote)}/${name}`, createReadStream(join(folder, name)))
}

/** Saves the plan of a batch. Call it in the transaction that inserts the rows. */
export async function savePlan(tx: Tx, lote: string, content: Plan): Promise<void> {
  await store.insertPendiente(tx, { lote, plan: JSON.stringify(content) })
}

/** The names of the files that a batch still has in the staging folder, with its marker `comienzo`. */
export async function listLote({ files }: Pick<Deps, 'files'>, lote: string): Promise<string[]> {
  return files.list(`${FOLDER}/${lote}`)
}

/** Removes a batch from the staging folder. */
export async function discard({ files }: Pick<Deps, 'files'>, lote: string): Promise<void> {
  await files.removeFolder(`${FOLDER}/${lote}`)
}

/**
 * Finishes every batch that has a plan, which means that its rows are inserted, and removes orphaned batches. Runs at every
 * start and before every import; several processes may run it at once.
 */
export async function finishPendingFiles(deps: Deps): Promise<void> {
  const pending = await deps.db.read(store.listPendientes)
  for (const lote of pending) await finishLote(deps, lote)
  for (const lote of await orphanedLotes(deps, pending)) await discard(deps, lote)
}

/** Executes the plan of a batch. Every step can be repeated: the plan is deleted last, and a stopped process starts again. */
export async function finishLote(deps: Deps, lote: string): Promise<void> {
  const content = await readPlan(deps, lote)
  if (!content) return
  const named = await deps.db.read(store.readNamedFiles)
  for (const path of content.quitar) if (!named.has(path)) await deps.files.remove(path)
  await moveStagedFiles(deps, lote)
  const images = (await deps.files.list(CARRUSEL)).map((path) => path.slice(CARRUSEL.length + 1))
  await transact(deps, { actor: VISITANTE }, async (work) => {
    if (await store.deletePendiente(work.tx, lote)) await orderImages(work, content, images)
  })
  await discard(deps, lote)
}

/** The plan of a batch; `undefined` when another process has finished it. */
async function readPlan(deps: Pick<Deps, 'db' | 'files'>, lote: string): Promise<Plan | undefined> {
  const pendiente = await deps.db.read((tx) => store.findPendiente(tx, lote))
  if (!pendiente) return undefined
  const json = pendiente.plan ?? (await readPlanFile(deps, lote))
  return json === null ? { quitar: [], carrusel: [], vacia: false } : plan.parse(JSON.parse(json))
}

/** Before migration 0005 the plan was a file of the batch. */
async function readPlanFile({ files }: Pick<Deps, 'files'>, lote: string): Promise<string | null> {
  const stream = await files.get(`${FOLDER}/${lote}/plan.json`)
  return stream && text(stream)
}

/** Moves the staged files to their names. */
async function moveStagedFiles({ files }: Pick<Deps, 'files'>, lote: string): Promise<void> {
  const folder = stagedFolder(lote)
  for (const path of await files.list(folder)) {
    try {
      await files.move(path, path.slice(folder.length + 1))
    } catch (error) {
      // A file that is no longer staged was moved by another process.
      if ((await files.size(path)) !== null) throw error
    }
  }
}

/** Saves the order of the home page's images. Images that the plan does not order stay in order of their names. */
async function orderImages(work: Work, { carrusel, vacia }: Plan, images: readonly string[]): Promise<void> {
  const ordered = carrusel.filter((name) => images.includes(name))
  if (!vacia && ordered.length === 0) return
  if (vacia) for (const { id } of await readImagenes(work.tx)) await removeImagen(work.tx, id)
  const existing = await readGaleria(work.tx)
  const added = ordered.filter((name) => !existing.some(({ id }) => id === name))
  for (const [index, id] of added.entries()) await saveImagen(work.tx, { id, orden: existing.length + index + 1 })
  work.changed({ kind: 'evento', after: { imagenes: images } })
}

/** Batches without a plan that no running import can still be filling. */
async function orphanedLotes(deps: Pick<Deps, 'files' | 'now'>, pending: readonly string[]): Promise<string[]> {
  const lotes = new Set((await deps.files.list(FOLDER)).map((path) => path.split('/')[1] ?? ''))
  const oldest = deps.now() - KEEP_MS
  return [...lotes].filter((lote) => !pending.includes(lote) && !(Number.parseInt(lote, 10) > oldest))
}

function stagedFolder(lote: string): string {
  return `${FOLDER}/${lote}/files`
}
