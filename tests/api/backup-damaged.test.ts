import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, expect, test } from 'vitest'
import { backup } from '../../src/server/backup/backup.ts'
import { BackupError, DATA_FILE, LIST_FILE } from '../../src/server/backup/data.ts'
import { restore } from '../../src/server/backup/restore.ts'
import { startApp } from '../support/app.ts'
import { folderFor, stopped } from '../support/backup.ts'
import { seedDia } from '../support/builders.ts'

/** A backup with two entries, a track and an image. */
let whole = ''

beforeAll(async () => {
  await using app = await startApp()
  await seedDia(app, 'viernes', { Salsa: 2 })
  await app.deps.db.write((tx) => tx.updateTable('competidores').set({ musicaPath: 'musica/a.mp3' }).execute())
  for (const path of ['musica/a.mp3', 'carrusel/b.png'])
    await app.deps.files.put(path, Readable.from(['algunos bytes']))
  whole = folderFor()
  await backup(app.deps.db, app.deps.files, whole, new Date())
})

/** Restores a copy of the backup after a change to its folder. Answers with the sentence of a refusal, and what is there then. */
async function restored(change: (folder: string) => void) {
  const folder = folderFor()
  cpSync(whole, folder, { recursive: true })
  change(folder)
  await using empty = await stopped()
  const { db, files } = empty.deps
  const refusal = await restore(db, files, folder).then(
    () => null,
    (error: unknown) => (error instanceof BackupError ? error.message : error),
  )
  const rows = await db.read((tx) => tx.selectFrom('competidores').select('id').execute())
  const found = { refusal, files: await files.list(''), rows: rows.length }
  // A refused restore leaves the tables of this version: the whole backup can be restored there.
  if (refusal !== null) await restore(db, files, whole)
  return found
}

const TRACK = join('archivos', 'musica', 'a.mp3')

const edit = (change: (text: string) => string) => (folder: string) => {
  const file = join(folder, DATA_FILE)
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

const editEntry = (change: (row: object) => object) =>
  edit((text) =>
    text.replace(
      /\["competidores",(.*)\]$/m,
      (_line, row: string) => `["competidores",${JSON.stringify(change(JSON.parse(row)))}]`,
    ),
  )

const CUT =
  'El respaldo está incompleto. Faltan o están cortados: 1 archivo, como musica/a.mp3. Copia otra vez el respaldo entero.'
const ODD = 'El respaldo tiene un registro que no se entiende. Es de competidores.'
const NEWER = 'El respaldo es de una versión más nueva del programa. Actualiza este programa y restaura otra vez.'

test.each<[string, (folder: string) => void, string]>([
  ['a file that was cut', (folder) => truncateSync(join(folder, TRACK), 3), CUT],
  ['a missing file', (folder) => rmSync(join(folder, TRACK)), CUT],
  [
    'a list that was cut',
    (folder) => truncateSync(join(folder, LIST_FILE), 5),
    'El respaldo está incompleto: no se entiende archivos.json.',
  ],
  [
    'no list',
    (folder) => rmSync(join(folder, LIST_FILE)),
    'El respaldo está incompleto: falta archivos.json. Copia otra vez el respaldo entero.',
  ],
  ['no end', edit((text) => text.replace(/\{"fin".*/, '')), 'El respaldo está incompleto: se cortó antes de terminar.'],
  ['a newer format', edit((text) => text.replace('"version":1', '"version":2')), NEWER],
  ['a newer migration', edit((text) => text.replace('"0001_first"', '"0001_first","9999_futuro"')), NEWER],
  ['a column that does not exist', editEntry((row) => ({ ...row, otra: 1 })), ODD],
  ['no value where one must be', editEntry((row) => ({ ...row, categoriaId: null })), ODD],
  ['a reference to nothing', editEntry((row) => ({ ...row, categoriaId: 'nada' })), ODD],
  ['an object for a value', editEntry((row) => ({ ...row, nombre: { otro: [] } })), ODD],
])('a backup with %s is refused whole in a sentence', async (_, damage, refusal) => {
  expect(await restored(damage)).toEqual({ refusal, files: [], rows: 0 })
})

test('a backup of an older version without a list is restored; content that another program added to its files is not', async () => {
  const both = { refusal: null, files: ['carrusel/b.png', 'musica/a.mp3'], rows: 2 }
  const addTo = (folder: string, name: string) => writeFileSync(join(folder, 'archivos', name), 'de otro programa')
  const withOthers = await restored((folder) => {
    addTo(folder, join('musica', '._a.mp3'))
    addTo(folder, 'a:b')
  })
  const withoutList = await restored((folder) => {
    addTo(folder, join('musica', '._a.mp3'))
    rmSync(join(folder, LIST_FILE))
    edit((text) => text.replace(',"lista":true', ''))(folder)
  })
  expect([withOthers, withoutList]).toEqual([both, both])
})

test('a backup of an older version is restored without the rows of a table that is gone since', async () => {
  const change = edit((text) => {
    const [head = '', ...rows] = text.split('\n').slice(0, -2)
    const before = head.replace(',"0015_archivos_unicos","0016_sin_sesion_terminada"', '')
    expect(before).not.toBe(head)
    const pending = JSON.stringify(['archivos_pendientes', { lote: '1-a', plan: null }])
    const ended = JSON.stringify(['sesion_terminada', { tokenHash: 'a', juezId: 'b', terminada: 1 }])
    return [before, ...rows, pending, ended, JSON.stringify({ fin: true, renglones: rows.length + 2 }), ''].join('\n')
  })
  expect(await restored(change)).toMatchObject({ refusal: null, rows: 2 })
})
