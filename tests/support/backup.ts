import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { addImagen as endpoint } from '#contract/evento.ts'
import { RESTORED } from '../../src/server/db/schema.ts'
import type { Database, Tx } from '../../src/server/db/database.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { diskStore } from '../../src/server/files/disk.ts'
import type { FileStore } from '../../src/server/files/store.ts'
import { readHead } from '../../src/server/db/change-log.ts'
import { readRows } from '../../src/server/interchange/rows.ts'
import { textOf, writeTree } from '../../src/server/interchange/tree.ts'
import type { Client, TestApp } from './app.ts'
import { freshPlace, type Engine, type Place } from './database.ts'

export type World = { readonly deps: Pick<TestApp['deps'], 'db' | 'files'> }

/** An empty place without a server: the target of a restore. */
export async function stopped(engine?: Engine): Promise<World & { readonly place: Place } & AsyncDisposable> {
  const place = await freshPlace(engine)
  const db = await openDatabase(place)
  return {
    place,
    deps: { db, files: diskStore(join(place.dataDir, 'archivos')) },
    [Symbol.asyncDispose]: async () => {
      await db.close()
      await place[Symbol.asyncDispose]()
    },
  }
}

export const folderFor = (): string => join(mkdtempSync(join(tmpdir(), 'salsa-respaldo-')), 'uno')

/** Everything that a restore brings back, but for the epoch, which is each place's own. */
export async function rowsOf({ deps: { db } }: World): Promise<Record<string, string[]>> {
  return db.read(async (tx) => {
    const all: Record<string, string[]> = {}
    for (const table of RESTORED) all[table] = await linesOf(tx, table)
    return all
  })
}

/** The columns of every table, by name. */
export async function columnsOf(tx: Tx): Promise<Record<string, string[]>> {
  const tables = await tx.introspection.getTables()
  return Object.fromEntries(
    tables.map(({ name, columns }) => [
      name,
      columns.map((column) => `${column.name} ${column.dataType} ${column.isNullable}`).toSorted(),
    ]),
  )
}

async function linesOf(tx: Tx, table: (typeof RESTORED)[number]): Promise<string[]> {
  const rows = await tx.selectFrom(table).selectAll().execute()
  return rows.map((row) => lineOf({ ...row })).toSorted()
}

function lineOf(row: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(row).filter(([name]) => name !== 'epoch')
  return JSON.stringify(fields.toSorted(([a], [b]) => a.localeCompare(b)))
}

/** Every stored file by what is in it. */
export async function hashesOf({ deps: { files } }: World): Promise<Record<string, string | null>> {
  const paths = await files.list('')
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await hashOf(files, path)] as const)))
}

export async function hashOf(files: FileStore, path: string): Promise<string | null> {
  const content = await files.get(path)
  return (
    content &&
    createHash('sha256')
      .update(await buffer(content))
      .digest('hex')
  )
}

let drawn: Promise<Buffer> | undefined

/** The organiser adds an image to the home page. Answers with its name. */
export async function addImagen({ app }: TestApp, { cookie = '' }: Client, nombre: string): Promise<string> {
  drawn ??= sharp({ create: { width: 9, height: 6, channels: 3, background: '#b0136b' } })
    .png()
    .toBuffer()
  const answer = await app.http.inject({
    method: 'POST',
    url: `${endpoint.path}?nombre=${encodeURIComponent(nombre)}`,
    headers: { cookie, 'content-type': 'image/png' },
    payload: await drawn,
  })
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer.json<{ archivo: string }>().archivo
}

/** The log and the keys only grow; the others are written outside of any command. */
const APART: readonly string[] = ['change_log', 'command_key', 'subida', 'subida_parte']
const KEPT = RESTORED.filter((table) => !APART.includes(table))

/** A hidden image: it is written before the transaction of its command, so it belongs to no revision. */
const HIDDEN = /\["orden",0\]/

/** The event as one revision left it: every row, and what an export of that moment says. */
export interface Momento {
  readonly rows: Readonly<Record<string, string[]>>
  readonly arbol: string
}

export async function momentoOf(tx: Tx): Promise<Momento> {
  const rows: Record<string, string[]> = {}
  for (const table of KEPT) rows[table] = await linesOf(tx, table)
  rows['galeria'] = rows['galeria']?.filter((line) => !HIDDEN.test(line)) ?? []
  return { rows, arbol: textOf(writeTree(await readRows(tx))) }
}

/** Writes down what a server does while it does it: the moment that each revision made, and each file when it came or went. */
export class Memoria {
  readonly momentos = new Map<number, Momento>()
  readonly hashes = new Map<string, string | null>()

  readonly database = (db: Database): Database => ({
    ...db,
    write: (run) =>
      db.write(async (tx) => {
        const output = await run(tx)
        // Only the transaction that takes a revision sees it before the commit, so it is the first to note it.
        const { revision } = await readHead(tx)
        if (!this.momentos.has(revision)) this.momentos.set(revision, await momentoOf(tx))
        return output
      }),
  })

  readonly files = (files: FileStore): FileStore => ({
    ...files,
    put: async (path, content) => {
      await files.put(path, content)
      this.hashes.set(path, await hashOf(files, path))
    },
    link: async (path, to) => {
      const isLinked = await files.link(path, to)
      if (isLinked) this.hashes.set(to, await hashOf(files, to))
      return isLinked
    },
  })
}
