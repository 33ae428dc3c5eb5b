import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { findPendiente, insertPendiente } from './store.ts'

/** Where the files of an import wait for its rows. Hidden from everything that lists the store. */
const FOLDER = '.importando'
const KEEP_MS = 6 * 60 * 60_000

/** What is left to do when the rows are in. The order of images is for those that have come. */
const plan = z.object({ quitar: z.array(z.string()), carrusel: z.array(z.string()), vacia: z.boolean() })
export type Plan = z.infer<typeof plan>

const NOTHING: Plan = { quitar: [], carrusel: [], vacia: false }

/** A name for a batch of files: when it was begun, so that a forgotten one can be told from one under way. */
export function newLote(deps: Pick<Deps, 'now' | 'newId'>): string {
  return `${deps.now().getTime()}-${deps.newId()}`
}

/** Copies files into the store, aside. A mark comes first: from then on the batch can be found again. */
export async function stage(
  deps: Pick<Deps, 'files'>,
  lote: string,
  { folder, names }: { readonly folder: string; readonly names: readonly string[] },
): Promise<void> {
  await deps.files.put(`${FOLDER}/${lote}/comienzo`, Readable.from([lote]))
  for (const name of names) await deps.files.put(placeOf(lote, name), createReadStream(join(folder, name)))
}

/** Keeps what is left to do, in the transaction that brings the rows in. */
export async function insertPlan(tx: Tx, lote: string, content: Plan): Promise<void> {
  await insertPendiente(tx, { lote, plan: JSON.stringify(content) })
}

/** What is left to do; `undefined` when another process has done it. */
export async function readPlan(deps: Pick<Deps, 'db' | 'files'>, lote: string): Promise<Plan | undefined> {
  const pendiente = await deps.db.read((tx) => findPendiente(tx, lote))
  if (!pendiente) return undefined
  const said = pendiente.plan ?? (await readPlanFile(deps, lote))
  return said === null ? NOTHING : plan.parse(JSON.parse(said))
}

/** Where older versions kept it. */
async function readPlanFile({ files }: Pick<Deps, 'files'>, lote: string): Promise<string | null> {
  const stream = await files.get(`${FOLDER}/${lote}/plan.json`)
  return stream && text(stream)
}

/** Gives the staged files their names. What another process has moved meanwhile is moved. Returns the names. */
export async function unstage(deps: Pick<Deps, 'files'>, lote: string): Promise<string[]> {
  const prefix = placeOf(lote, '')
  const staged = await deps.files.list(prefix.slice(0, -1))
  for (const path of staged) {
    try {
      await deps.files.move(path, path.slice(prefix.length))
    } catch (error) {
      // Gone from here: whoever was faster has put it in its place.
      if ((await deps.files.size(path)) !== null) throw error
    }
  }
  return staged.map((path) => path.slice(prefix.length))
}

/** All that a batch still has aside, its mark included. */
export async function listLote({ files }: Pick<Deps, 'files'>, lote: string): Promise<string[]> {
  return files.list(`${FOLDER}/${lote}`)
}

export async function discard(deps: Pick<Deps, 'files'>, lote: string): Promise<void> {
  await deps.files.removeFolder(`${FOLDER}/${lote}`)
}

/** Batches that no rows wait for and that nobody can still be filling: an import that died before its rows were in. */
export async function forgottenLotes(deps: Pick<Deps, 'files' | 'now'>, pending: readonly string[]): Promise<string[]> {
  const lotes = new Set((await deps.files.list(FOLDER)).map((path) => path.split('/')[1] ?? ''))
  const oldest = deps.now().getTime() - KEEP_MS
  return [...lotes].filter((lote) => !pending.includes(lote) && !(Number.parseInt(lote, 10) > oldest))
}

function placeOf(lote: string, name: string): string {
  return `${FOLDER}/${lote}/files/${name}`
}
