import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { backup } from '../../src/server/backup/backup.ts'
import { BackupError, DATA_FILE, LIST_FILE } from '../../src/server/backup/data.ts'
import { restore } from '../../src/server/backup/restore.ts'
import { startApp } from '../support/app.ts'
import { folderFor, stopped } from '../support/backup.ts'
import { seedDia } from '../support/builders.ts'

/** A backup with two entries, a track and an image. */
async function aBackup(): Promise<string> {
  await using app = await startApp()
  await seedDia(app, 'viernes', { Salsa: 2 })
  await app.deps.db.write((tx) => tx.updateTable('competidores').set({ musicaPath: 'musica/a.mp3' }).execute())
  for (const path of ['musica/a.mp3', 'carrusel/b.png'])
    await app.deps.files.put(path, Readable.from(['algunos bytes']))
  const folder = folderFor()
  await backup(app.deps.db, app.deps.files, folder, new Date())
  return folder
}

async function restored(folder: string): Promise<{ error: unknown; files: string[]; rows: number }> {
  await using empty = await stopped()
  const { db, files } = empty.deps
  const error = await restore(db, files, folder).then(
    () => null,
    (reason: unknown) => reason,
  )
  const rows = await db.read((tx) => tx.selectFrom('competidores').select('id').execute())
  return { error, files: await files.list(''), rows: rows.length }
}

const refused = (text: string) => ({ error: expect.any(BackupError), text, files: [], rows: 0 })

async function refusal(folder: string): Promise<object> {
  const { error, ...rest } = await restored(folder)
  return { error, text: error instanceof Error ? error.message : '', ...rest }
}

/** Makes the backup one of a version that wrote no list. */
function removeList(folder: string): void {
  rmSync(join(folder, LIST_FILE))
  const file = join(folder, DATA_FILE)
  writeFileSync(file, readFileSync(file, 'utf8').replace(',"lista":true', ''))
}

test('a backup whose copy lost a file, its list or a part of either is refused whole', async () => {
  const folder = await aBackup()
  const track = join(folder, 'archivos', 'musica', 'a.mp3')
  const said =
    'El respaldo está incompleto. Faltan o están cortados: 1 archivo, como musica/a.mp3. Copia otra vez el respaldo entero.'
  truncateSync(track, 3)
  expect(await refusal(folder)).toEqual(refused(said))
  rmSync(track)
  expect(await refusal(folder)).toEqual(refused(said))
  truncateSync(join(folder, LIST_FILE), 5)
  expect(await refusal(folder)).toEqual(refused('El respaldo está incompleto: no se entiende archivos.json.'))
  rmSync(join(folder, LIST_FILE))
  expect(await refusal(folder)).toEqual(
    refused('El respaldo está incompleto: falta archivos.json. Copia otra vez el respaldo entero.'),
  )
})

test('a backup of an older version without a list is restored; content that another program added to its files is not', async () => {
  const folder = await aBackup()
  const both = ['carrusel/b.png', 'musica/a.mp3']
  writeFileSync(join(folder, 'archivos', 'musica', '._a.mp3'), 'de otro programa')
  writeFileSync(join(folder, 'archivos', 'a:b'), 'de otro programa')
  expect(await restored(folder)).toEqual({ error: null, files: both, rows: 2 })
  rmSync(join(folder, 'archivos', 'a:b'))
  removeList(folder)
  expect(await restored(folder)).toEqual({ error: null, files: both, rows: 2 })
})

test.each<[string, (row: Record<string, unknown>) => unknown]>([
  ['a column that does not exist', (row) => ({ ...row, otra: 1 })],
  ['no value where one must be', (row) => ({ ...row, categoriaId: null })],
  ['a reference to nothing', (row) => ({ ...row, categoriaId: 'nada' })],
  ['an object for a value', (row) => ({ ...row, nombre: { otro: [] } })],
])('a backup with %s, changed by hand, is refused whole in a sentence', async (_, edit) => {
  const folder = await aBackup()
  const file = join(folder, DATA_FILE)
  const lines = readFileSync(file, 'utf8').split('\n')
  const at = lines.findIndex((line) => line.startsWith('["competidores"'))
  const [table, row] = JSON.parse(lines[at] ?? '') as [string, Record<string, unknown>]
  writeFileSync(file, lines.with(at, JSON.stringify([table, edit(row)])).join('\n'))
  expect(await refusal(folder)).toEqual(
    refused('El respaldo tiene un registro que no se entiende. Es de competidores.'),
  )
})

test('a backup of an older version is restored without the rows of a table that is gone since', async () => {
  const folder = await aBackup()
  const file = join(folder, DATA_FILE)
  const [head = '', ...rows] = readFileSync(file, 'utf8').split('\n').slice(0, -2)
  const before = head.replace(',"0015_archivos_unicos","0016_sin_sesion_terminada"', '')
  const pending = JSON.stringify(['archivos_pendientes', { lote: '1-a', plan: null }])
  const ended = JSON.stringify(['sesion_terminada', { tokenHash: 'a', juezId: 'b', terminada: 1 }])
  const end = JSON.stringify({ fin: true, renglones: rows.length + 2 })
  expect(before).not.toBe(head)
  writeFileSync(file, [before, ...rows, pending, ended, end, ''].join('\n'))
  expect(await restored(folder)).toMatchObject({ error: null, rows: 2 })
})
