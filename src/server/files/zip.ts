import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { FechaHoraLocal } from '#domain/hora.ts'

/** A file for an archive. Its size is known before its bytes are asked for. */
export interface ZipEntry {
  readonly name: string
  readonly size: number
  /** Local date and time: an archive has no time zone. */
  readonly modified: FechaHoraLocal
  readonly open: () => Promise<Readable>
}

/** Fixed bytes of an entry in the directory of an archive; its name follows. */
const RECORD_BYTES = 46

/**
 * Makes an archive that is written while it is read: entries are stored without compression and opened one after the other.
 * `length` is exact, and no entry is opened before `read` is called. The stream fails when an entry cannot be opened, breaks
 * off or has another size than announced; the open entry is closed when the reader goes away.
 */
export function zipOf(entries: readonly ZipEntry[]): { readonly length: number; readonly read: () => Readable } {
  const zip = new ZipFile()
  const out = zip.outputStream.pipe(new PassThrough())
  const { promise: reading, resolve: begin } = Promise.withResolvers<void>()
  const fail = (error: Error): void => void out.destroy(error)
  let current: Readable | null = null
  zip.on('error', fail)
  out.once('close', () => current?.destroy())
  for (const { name, size, modified, open } of entries) {
    const options = { size, mtime: asLocal(modified), forceDosTimestamp: true, compress: false }
    zip.addReadStreamLazy(name, options, (take) => {
      reading
        .then(open)
        .then((stream) => {
          current = stream
          stream.once('error', fail)
          stream.once('close', () => {
            // Without this, the archive would wait for ever for a source that closed before its end.
            if (!stream.readableEnded) fail(new Error(`${name} broke off.`))
          })
          if (out.destroyed) stream.destroy()
          else take(null, stream)
        })
        .catch(fail)
    })
  }
  let length = 0
  // For a directory of this size, yazl 3.3.1 counts a ZIP64 record in the length, but writes it only with this option.
  const directory = entries.reduce((sum, { name }) => sum + RECORD_BYTES + Buffer.byteLength(name), 0)
  // The types of the package omit the size, which the callback gets.
  zip.end({ forceZip64Format: directory >= 0xffff, comment: '' }, (...[size = 0]: number[]) => {
    length = size
  })
  return {
    length,
    read: () => {
      begin()
      return out
    },
  }
}

/** yazl formats dates in the zone of the process: this date shows the given hour in that zone. */
function asLocal({ fecha, hh, mm, ss }: FechaHoraLocal): Date {
  return new Date(`${fecha}T${hh}:${mm}:${ss}`)
}
