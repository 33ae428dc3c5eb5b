// @module-tag s3
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diskStore } from '../../src/server/files/disk.ts'
import { joinFiles } from '../../src/server/files/content.ts'
import { s3Store } from '../../src/server/files/s3.ts'
import { readStorageUrl, type S3Place } from '../../src/server/env.ts'
import type { FileStore } from '../../src/server/files/store.ts'
import { STORAGE_URL } from '../support/database.ts'
import { freshBucket } from '../support/s3.ts'

/** A fresh, empty store for each test; and how to be rid of everything. */
interface Driver {
  readonly fresh: () => Promise<FileStore>
  readonly end: () => Promise<void>
}

function onDisk(): Driver {
  const folders: string[] = []
  return {
    fresh: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'salsa-archivos-'))
      folders.push(folder)
      return diskStore(folder)
    },
    end: async () => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freshPlace(): Promise<S3Place> {
  const place = readStorageUrl(await freshBucket(STORAGE_URL ?? ''))
  if (!place) throw new Error('Not the address of a store.')
  return place
}

function onS3(): Driver {
  return { fresh: async () => s3Store(await freshPlace()), end: async () => undefined }
}

const put = (files: FileStore, path: string, content: string | Buffer) =>
  files.put(path, Readable.from([Buffer.from(content)]))

async function textOf(files: FileStore, path: string, range?: { start: number; end: number }): Promise<string | null> {
  const stream = await files.get(path, range)
  return stream && (await buffer(stream)).toString()
}

/** Starting a server takes longer than all other quick tests of a minute: `npm test` has a step for it. */
const s3Missing = STORAGE_URL ? null : 'keeps files, in the step of S3'

describe.each([
  ['a folder', onDisk, null],
  ['an S3 server', onS3, s3Missing],
] as const)('%s', (_name, driverOf, missing) => {
  describe.skipIf(missing !== null)(missing ?? 'keeps files', () => {
    let driver: Driver
    beforeAll(() => {
      driver = driverOf()
    })
    afterAll(() => driver.end())

    test('returns the bytes that were stored, whole and in ranges', async () => {
      const files = await driver.fresh()
      const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
      await files.put('musica/a.mp3', Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]))
      const stream = await files.get('musica/a.mp3')
      expect(stream && (await buffer(stream)).equals(bytes)).toBe(true)
      expect((await files.look('musica/a.mp3'))?.size).toBe(300_000)
      await put(files, 'musica/b.mp3', '0123456789')
      expect(await textOf(files, 'musica/b.mp3', { start: 2, end: 4 })).toBe('234')
      expect(await textOf(files, 'musica/b.mp3', { start: 9, end: 9 })).toBe('9')
    })

    test('a second name of a file, where the store has such names, shows the file after the first one is removed', async () => {
      const files = await driver.fresh()
      await put(files, 'musica/a.mp3', 'uno')
      const isLinked = await files.link('musica/a.mp3', 'otra/b.mp3')
      await files.remove('musica/a.mp3')
      expect(await textOf(files, 'otra/b.mp3')).toBe(isLinked ? 'uno' : null)
      expect(await files.link('musica/no-hay.mp3', 'otra/c.mp3')).toBe(false)
      expect(await textOf(files, 'otra/c.mp3')).toBeNull()
    })

    test('reports a missing file as missing, and a folder is not a file', async () => {
      const files = await driver.fresh()
      await put(files, 'musica/a.mp3', 'x')
      expect([await files.get('musica/z.mp3'), await files.look('musica/z.mp3')]).toEqual([null, null])
      expect([await files.look('musica'), await files.list('fotos')]).toEqual([null, []])
      await files.remove('musica/z.mp3')
    })

    test('replaces a file, and keeps an empty file', async () => {
      const files = await driver.fresh()
      await put(files, 'a.txt', 'uno')
      const before = await files.look('a.txt')
      expect(await files.look('a.txt')).toEqual(before)
      await put(files, 'a.txt', 'dos')
      const after = await files.look('a.txt')
      expect([after?.size, after?.version === before?.version, await files.look('b.txt')]).toEqual([3, false, null])
      await files.put('vacio', Readable.from([]))
      expect([await textOf(files, 'a.txt'), (await files.look('vacio'))?.size]).toEqual(['dos', 0])
    })

    test('keeps nothing of a file whose writing broke off', async () => {
      const files = await driver.fresh()
      await put(files, 'musica/a.mp3', 'entero')
      async function* broken(): AsyncGenerator<Buffer> {
        yield Buffer.from('mitad')
        throw new Error('cut')
      }
      await expect(files.put('musica/a.mp3', Readable.from(broken()))).rejects.toThrow('cut')
      await expect(files.put('musica/b.mp3', Readable.from(broken()))).rejects.toThrow('cut')
      expect([await textOf(files, 'musica/a.mp3'), await files.list('')]).toEqual(['entero', ['musica/a.mp3']])
    })

    test('joins, lists and removes files with any letters in their names', async () => {
      const files = await driver.fresh()
      const odd = 'carrusel/Año nuevo & más (1) +50%.jpg'
      await put(files, odd, 'foto')
      await put(files, 'b', ' y marco')
      expect(await joinFiles(files, [odd, 'b'], 'fotos/ñandú.jpg')).toBe(true)
      expect(await files.list('')).toEqual(['b', odd, 'fotos/ñandú.jpg'])
      expect(await textOf(files, 'fotos/ñandú.jpg')).toBe('foto y marco')
      await files.remove('fotos/ñandú.jpg')
      expect(await files.list('fotos')).toEqual([])
    })

    test('joins no file when a piece is missing', async () => {
      const files = await driver.fresh()
      await put(files, 'b', 'x')
      expect(await joinFiles(files, ['b', 'z'], 'musica/a.mp3')).toBe(false)
      expect(await files.list('')).toEqual(['b'])
    })

    test('sends a file to its end although it is removed meanwhile', async () => {
      const files = await driver.fresh()
      await put(files, 'musica/a.mp3', 'entero')
      const stream = await files.get('musica/a.mp3')
      if (!stream) throw new Error('It is there.')
      await files.remove('musica/a.mp3')
      expect((await buffer(stream)).toString()).toBe('entero')
    })

    test('lists a folder with all below it, by name, without names with a leading dot unless their folder is asked for', async () => {
      const files = await driver.fresh()
      const paths = ['musica/b.mp3', 'musica/a.mp3', 'musica/x/c.mp3', 'musical.mp3', 'fotos/d.webp']
      for (const path of [...paths, '.subidas/e.mp3', 'musica/.oculto']) await put(files, path, 'x')
      expect(await files.list('musica')).toEqual(['musica/a.mp3', 'musica/b.mp3', 'musica/x/c.mp3'])
      expect(await files.list('')).toEqual([
        'fotos/d.webp',
        'musica/a.mp3',
        'musica/b.mp3',
        'musica/x/c.mp3',
        'musical.mp3',
      ])
      expect(await files.list('.subidas')).toEqual(['.subidas/e.mp3'])
    })

    test.each(['', '/a', '../a', 'a/../b', 'a//b', 'a\\b', 'a\0b', 'c:a', 'a/'])(
      'the path %j is refused',
      async (path) => {
        const files = await driver.fresh()
        await expect(put(files, path, 'x')).rejects.toThrow()
        await expect(Promise.resolve().then(() => files.get(path))).rejects.toThrow('path')
      },
    )

    test('answers a ping', async () => {
      const files = await driver.fresh()
      await expect(files.ping()).resolves.toBeUndefined()
    })
  })
})

test('a file left half written by a stop is removed after its time, and a file being written stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'salsa-archivos-'))
  const files = diskStore(folder)
  await files.put('musica/a.mp3', Readable.from(['whole']))
  const unfinished = (name: string, hours: number) => {
    const path = join(folder, 'musica', name)
    writeFileSync(path, 'half')
    const begun = new Date(Date.now() - hours * 60 * 60_000)
    utimesSync(path, begun, begun)
    return path
  }
  const outside = mkdtempSync(join(tmpdir(), 'salsa-fuera-'))
  const aside = () => `.${randomUUID()}.parte`
  const old = unfinished(aside(), 25)
  const recent = unfinished(aside(), 1)
  const named = unfinished('tres.parte', 25)
  const foreign = unfinished('.pista.parte', 25)
  const linked = unfinished(aside(), 25)
  renameSync(linked, join(outside, basename(linked)))
  symlinkSync(outside, join(folder, 'enlace'))
  symlinkSync(folder, join(folder, 'musica', 'vuelta'))

  await files.tidy(new Date(Date.now() - 24 * 60 * 60_000))

  expect([old, recent, named, foreign].map((path) => existsSync(path))).toEqual([false, true, true, true])
  expect(existsSync(join(outside, basename(linked)))).toBe(true)
  for (const made of [folder, outside]) rmSync(made, { recursive: true })
})

test('the address of a store is read into its parts, or refused', () => {
  expect(readStorageUrl('s3://AK%2F1:se%3Acret@s3.example.mx:9000/evento-2025?region=mx-1&tls=0')).toEqual({
    endpoint: 'http://s3.example.mx:9000',
    region: 'mx-1',
    bucket: 'evento-2025',
    key: 'AK/1',
    secret: 'se:cret',
  })
  expect(readStorageUrl('s3://k:s@s3.example.mx/evento')).toMatchObject({
    endpoint: 'https://s3.example.mx',
    region: 'us-east-1',
  })
  for (const wrong of [
    '',
    'https://k:s@h/b',
    's3://h/bucket',
    's3://k@h/bucket',
    's3://k:s@h',
    's3://k:s@h/a/b',
    's3://k:s@h/No',
  ]) {
    expect(readStorageUrl(wrong), wrong).toBeNull()
  }
})

test.runIf(s3Missing === null)(
  'a store that refuses the key, or lacks the bucket, is not reported as available',
  async () => {
    const place = await freshPlace()
    await expect(s3Store({ ...place, secret: 'otro' }).ping()).rejects.toThrow()
    await expect(s3Store({ ...place, bucket: 'no-existe' }).ping()).rejects.toThrow()
    await expect(s3Store({ ...place, secret: 'otro' }).get('a')).rejects.toThrow()
  },
)
