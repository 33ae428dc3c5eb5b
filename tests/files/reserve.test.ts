import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { diskStore, RESERVE_BYTES } from '../../src/server/files/disk.ts'
import { joinFiles } from '../../src/server/files/content.ts'
import { s3Store } from '../../src/server/files/s3.ts'
import type { FileStore } from '../../src/server/files/store.ts'

test('files in the temporary folder for a bucket leave the reserve of their disk free too', async () => {
  const place = { endpoint: 'http://127.0.0.1:9', region: 'x', bucket: 'b', key: 'k', secret: 's' }
  const files = s3Store(place, async () => RESERVE_BYTES + 4)
  await expect(put(files, 'musica/a.mp3', 'no cabe')).rejects.toMatchObject({ code: 'subida.noRoom' })
})

const put = (files: FileStore, path: string, content: string) => files.put(path, Readable.from([Buffer.from(content)]))

test('on a disk that is almost full no file is stored, and no part of one stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'salsa-archivos-'))
  let free = RESERVE_BYTES + 25
  const files = diskStore(folder, async () => free)
  await put(files, 'musica/a.mp3', 'diez bytes')
  const all = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()

  const before = all()
  const noRoom = { code: 'subida.noRoom' }
  await expect(put(files, 'musica/e.mp3', 'x'.repeat(26))).rejects.toMatchObject(noRoom)
  free = RESERVE_BYTES + 9
  await expect(joinFiles(files, ['musica/a.mp3'], 'musica/e.mp3')).rejects.toMatchObject(noRoom)
  expect(all()).toEqual(before)
  rmSync(folder, { recursive: true })
})
