import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { freeBytes, RESERVE_BYTES, writeWhileRoom } from './disk.ts'
import type { S3Place } from '../env.ts'
import { FilesAway, FilesRefused, isHidden, isStorePath, mustBeStorePath, type FileStore } from './store.ts'

/** Timeout of a new connection, ms. */
const CONNECT_MS = 2_000
/** Timeout of a short request, ms. Two tries end before the timeout of a browser. */
const ANSWER_MS = 3_500
/** Timeout of a request that uploads a file, ms. It is sent only after a short request has succeeded. */
const TRANSFER_MS = 60_000
/** A body of which nothing arrives for so long, ms, is given up. */
const SILENT_MS = 10_000
/** Timeout of a health check with its retries, ms. Health checks repeat every few seconds. */
const PING_MS = 3_000
/** Limit of connections. Each download to a slow phone holds one; the default of the SDK is 50. */
const MOST_CONNECTIONS = 4_096

const silent = () => undefined
const SILENT = { trace: silent, debug: silent, info: silent, warn: silent, error: silent }

/** Whether the file does not exist: by error name, or by status where the answer has no body. False for a missing bucket. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof S3ServiceException) || error.name === 'NoSuchBucket') return false
  return error.name === 'NoSuchKey' || error.$metadata.httpStatusCode === 404
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

/** Whether the store refuses the key or has no such bucket. */
function isRefusal(error: unknown): boolean {
  return error instanceof S3ServiceException && [401, 403, 404].includes(error.$metadata.httpStatusCode ?? 0)
}

/** Waits for an answer of the store. Throws `FilesAway` for every error except a missing file. */
async function withFilesAway<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw isMissing(error) ? error : new FilesAway(error)
  }
}

/** The bytes of an answer. Throws `FilesAway` when the store sends nothing for `silentMs`, and when the connection breaks. */
async function* arriving(body: Readable, silentMs: number): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
  for (;;) {
    const limit = setTimeout(() => body.destroy(new Error('The store stopped in the middle of a file.')), silentMs)
    // The time that a slow reader of this generator takes does not count.
    const next = await withFilesAway(chunks.next()).finally(() => clearTimeout(limit))
    if (next.done) return
    yield next.value
  }
}

/**
 * A file store in an S3 bucket. S3 itself guarantees that an object appears whole or not at all. `free` returns the free
 * bytes of the disk on which `put` writes its temporary file.
 */
export function s3Store(
  place: S3Place,
  free = freeBytes,
  silentMs = SILENT_MS,
  // The other timeouts end with the head of an answer.
  wholeMs = TRANSFER_MS + silentMs,
): FileStore {
  const { bucket: Bucket } = place
  const client = new S3Client({
    endpoint: place.endpoint,
    region: place.region,
    credentials: { accessKeyId: place.key, secretAccessKey: place.secret },
    forcePathStyle: true,
    // Few stores support the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    // The error has the same text, and goes to the log.
    logger: SILENT,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: true, maxSockets: MOST_CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: MOST_CONNECTIONS },
    },
  })
  /** Waits for a request, at most `wholeMs`: for the whole answer, or for the head of one whose body is a stream. */
  const limited = async <T>(send: (options: { readonly abortSignal: AbortSignal }) => Promise<T>): Promise<T> => {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), wholeMs)
    return withFilesAway(send({ abortSignal: limit.signal })).finally(() => clearTimeout(timer))
  }
  const look: FileStore['look'] = async (path) => {
    const command = new HeadObjectCommand({ Bucket, Key: mustBeStorePath(path) })
    const head = await withFilesAway(client.send(command)).catch(nullIfMissing)
    return head && { size: head.ContentLength ?? 0, version: head.ETag ?? '' }
  }
  /** Every key under a folder, hidden ones too. */
  const keys = async (folder: string): Promise<string[]> => {
    const found: string[] = []
    const prefix = folder === '' ? {} : { Prefix: `${mustBeStorePath(folder)}/` }
    const abortSignal = AbortSignal.timeout(wholeMs)
    const pages = paginateListObjectsV2({ client }, { Bucket, ...prefix }, { abortSignal })
    for (let page = await withFilesAway(pages.next()); !page.done; page = await withFilesAway(pages.next())) {
      found.push(...(page.value.Contents ?? []).flatMap(({ Key }) => Key ?? []))
    }
    return found
  }

  return {
    look,
    get: async (path, range) => {
      const Range = range && `bytes=${range.start}-${range.end}`
      const command = new GetObjectCommand({ Bucket, Key: mustBeStorePath(path), ...(Range && { Range }) })
      const answer = await limited((options) => client.send(command, options)).catch(nullIfMissing)
      const body = answer?.Body
      if (!(body instanceof Readable)) return null
      const content = Readable.from(arriving(body, silentMs), { objectMode: false, highWaterMark: 1 })
      return content.once('close', () => body.destroy())
    },
    put: async (path, content) => {
      // S3 needs the length before the first byte.
      const file = join(tmpdir(), `salsa-${randomUUID()}.parte`)
      try {
        await writeWhileRoom(file, content, free)
        const { size } = await stat(file)
        await look(path)
        const body = createReadStream(file)
        const command = new PutObjectCommand({ Bucket, Key: mustBeStorePath(path), Body: body, ContentLength: size })
        await limited((options) => client.send(command, { requestTimeout: TRANSFER_MS, ...options }))
      } finally {
        await rm(file, { force: true })
      }
    },
    link: async () => false,
    remove: async (path) => {
      await limited((options) => client.send(new DeleteObjectCommand({ Bucket, Key: mustBeStorePath(path) }), options))
    },
    list: async (folder) => {
      const from = folder === '' ? 0 : folder.length + 1
      return (await keys(folder)).filter((key) => !isHidden(key.slice(from)) && isStorePath(key)).toSorted()
    },
    // An object appears whole or not at all.
    tidy: async () => undefined,
    // `put` writes its temporary file there.
    hasRoom: async () => (await free(tmpdir())) >= RESERVE_BYTES,
    ping: async () => {
      try {
        await client.send(new HeadBucketCommand({ Bucket }), { abortSignal: AbortSignal.timeout(PING_MS) })
      } catch (error) {
        throw isRefusal(error) ? new FilesRefused(error) : new FilesAway(error)
      }
    },
  }
}
