import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { PartFiles, RESERVE_BYTES } from '../../src/server/files/parts.ts'

const folder = mkdtempSync(join(tmpdir(), 'partes-'))
afterAll(() => rmSync(folder, { recursive: true }))

const append = (parts: PartFiles, text: string): Promise<null> =>
  parts.append('uno', Readable.from([Buffer.from(text)]), new AbortController().signal, async () => null)

test('what people send leaves the event room on the disk to go on', async () => {
  let free = RESERVE_BYTES + 4
  const parts = new PartFiles(folder, async () => free)
  await parts.create('uno')
  await append(parts, 'cabe')
  free -= 4

  await expect(append(parts, 'no cabe')).rejects.toMatchObject({ code: 'subida.noRoom' })

  expect((await parts.read('uno'))?.toString()).toBe('cabe')
})
