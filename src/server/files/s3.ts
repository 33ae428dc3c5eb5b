import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { S3Place } from './storage-url.ts'
import { isStorePath, type FileStore } from './store.ts'

/** Answers that mean that there is no such file, by name or, where there is no body to hold one, by status. */
function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.$metadata.httpStatusCode === 404)
}

/** Stored files in a bucket. An object appears whole or not at all, which is the store's own promise. */
export function s3Store(place: S3Place): FileStore {
  const { bucket: Bucket } = place
  const client = new S3Client({
    endpoint: place.endpoint,
    region: place.region,
    credentials: { accessKeyId: place.key, secretAccessKey: place.secret },
    forcePathStyle: true,
    // What the SDK adds by default, few other stores understand.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const keyOf = (path: string): string => {
    if (!isStorePath(path)) throw new Error(`Not a path of the store: ${path}`)
    return path
  }
  const size = async (path: string): Promise<number | null> => {
    try {
      return (await client.send(new HeadObjectCommand({ Bucket, Key: keyOf(path) }))).ContentLength ?? 0
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }
  const remove = async (path: string): Promise<void> => {
    await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(path) }))
  }
  const copy = async (from: string, to: string): Promise<void> => {
    const CopySource = `${Bucket}/${keyOf(from).split('/').map(encodeURIComponent).join('/')}`
    await client.send(new CopyObjectCommand({ Bucket, Key: keyOf(to), CopySource }))
  }
  /** Every key under a folder; the dotted ones too. */
  const keys = async (folder: string): Promise<string[]> => {
    const found: string[] = []
    const prefix = folder === '' ? {} : { Prefix: `${keyOf(folder)}/` }
    for await (const page of paginateListObjectsV2({ client }, { Bucket, ...prefix })) {
      found.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []))
    }
    return found
  }

  return {
    size,
    get: async (path, range) => {
      try {
        const Range = range && `bytes=${range.start}-${range.end}`
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(path), ...(Range && { Range }) }))
        return Body instanceof Readable ? Body : null
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    put: (path, content) =>
      withLength(content, async (body, length) => {
        await client.send(new PutObjectCommand({ Bucket, Key: keyOf(path), Body: body, ContentLength: length }))
      }),
    copy,
    move: async (from, to) => {
      if (from === to) return
      await copy(from, to)
      await remove(from)
    },
    remove,
    removeFolder: async (folder) => {
      for (const key of await keys(folder)) await client.send(new DeleteObjectCommand({ Bucket, Key: key }))
    },
    list: async (folder) => {
      const inside = folder === '' ? 0 : folder.length + 1
      const isDotted = (key: string) =>
        key
          .slice(inside)
          .split('/')
          .some((step) => step.startsWith('.'))
      return (await keys(folder)).filter((key) => !isDotted(key) && isStorePath(key)).toSorted()
    },
    ping: async () => {
      await client.send(new HeadBucketCommand({ Bucket }))
    },
  }
}

/** The store wants to know the length before the first byte: what comes is kept aside until it has ended. */
async function withLength(content: Readable, send: (body: Readable, length: number) => Promise<void>): Promise<void> {
  const aside = join(tmpdir(), `salsa-${randomUUID()}.parte`)
  try {
    await pipeline(content, createWriteStream(aside, { mode: 0o600 }))
    const { size } = await stat(aside)
    await send(createReadStream(aside), size)
  } finally {
    await rm(aside, { force: true })
  }
}
