import { crc32 } from 'node:zlib'
import { Readable } from 'node:stream'
import type { HoraLocal } from '#domain/hora.ts'

/** A file for an archive: its length is known, its bytes come when it is its turn. */
export interface ZipEntry {
  readonly name: string
  readonly size: number
  /** As whoever opens it is to read it. */
  readonly modified: HoraLocal
  readonly open: () => Promise<Readable>
}

interface Written {
  readonly name: Buffer
  readonly size: number
  readonly modified: HoraLocal
  readonly crc: number
  readonly at: number
}

const LOCAL = 30
const DESCRIPTOR = 16
const CENTRAL = 46
const ZIP64_EXTRA = 12
const ZIP64_END = 56 + 20
const END = 22
const MAX_32 = 0xffffffff
const MAX_16 = 0xffff
/** Names are UTF-8; the checksum stands behind the bytes. */
const FLAGS = 0x0808

/**
 * An archive that is written as it is sent. Music does not shrink, so it is stored as it is, and the length of the whole is
 * known before the first byte. Fails when a file turns out to be of another length than it was said to be.
 */
export function zipOf(entries: readonly ZipEntry[]): { readonly length: number; readonly stream: Readable } {
  return { length: lengthOf(entries), stream: Readable.from(write(entries), { objectMode: false }) }
}

function lengthOf(entries: readonly ZipEntry[]): number {
  let at = 0
  let central = 0
  for (const { name, size } of entries) {
    const bytes = Buffer.byteLength(name)
    central += CENTRAL + bytes + (at >= MAX_32 ? ZIP64_EXTRA : 0)
    at += LOCAL + bytes + size + DESCRIPTOR
  }
  return at + central + (needsZip64(at, entries.length) ? ZIP64_END : 0) + END
}

const needsZip64 = (at: number, count: number): boolean => at >= MAX_32 || count >= MAX_16

async function* write(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let at = 0
  for (const { name, size, modified, open } of entries) {
    const bytes = Buffer.from(name)
    yield localHeader(bytes, modified)
    let [crc, came] = [0, 0]
    for await (const chunk of await open()) {
      const piece = Buffer.from(chunk)
      crc = crc32(piece, crc)
      came += piece.length
      yield piece
    }
    if (came !== size) throw new Error(`${name}: ${came} bytes came where ${size} were announced.`)
    yield descriptor(crc, size)
    written.push({ name: bytes, size, modified, crc, at })
    at += LOCAL + bytes.length + size + DESCRIPTOR
  }
  const records = written.map(centralRecord)
  yield* records
  const size = records.reduce((sum, record) => sum + record.length, 0)
  yield endOf({ count: written.length, size, at })
}

function localHeader(name: Buffer, modified: HoraLocal): Buffer {
  const header = Buffer.alloc(LOCAL)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt32LE(dosTime(modified), 10)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function descriptor(crc: number, size: number): Buffer {
  const after = Buffer.alloc(DESCRIPTOR)
  after.writeUInt32LE(0x08074b50, 0)
  after.writeUInt32LE(crc, 4)
  after.writeUInt32LE(size, 8)
  after.writeUInt32LE(size, 12)
  return after
}

function centralRecord({ name, size, modified, crc, at }: Written): Buffer {
  const far = at >= MAX_32
  const record = Buffer.alloc(CENTRAL)
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE(far ? 45 : 20, 4)
  record.writeUInt16LE(far ? 45 : 20, 6)
  record.writeUInt16LE(FLAGS, 8)
  record.writeUInt32LE(dosTime(modified), 12)
  record.writeUInt32LE(crc, 16)
  record.writeUInt32LE(size, 20)
  record.writeUInt32LE(size, 24)
  record.writeUInt16LE(name.length, 28)
  record.writeUInt16LE(far ? ZIP64_EXTRA : 0, 30)
  record.writeUInt32LE(Math.min(at, MAX_32), 42)
  if (!far) return Buffer.concat([record, name])
  const extra = Buffer.alloc(ZIP64_EXTRA)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8, 2)
  extra.writeBigUInt64LE(BigInt(at), 4)
  return Buffer.concat([record, name, extra])
}

/** The end; before it, for what is larger than the old fields hold, the same in wide ones. */
function endOf({ count, size, at }: { readonly count: number; readonly size: number; readonly at: number }): Buffer {
  const end = Buffer.alloc(END)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, MAX_16), 8)
  end.writeUInt16LE(Math.min(count, MAX_16), 10)
  end.writeUInt32LE(Math.min(size, MAX_32), 12)
  end.writeUInt32LE(Math.min(at, MAX_32), 16)
  if (!needsZip64(at, count)) return end
  const wide = Buffer.alloc(ZIP64_END)
  wide.writeUInt32LE(0x06064b50, 0)
  wide.writeBigUInt64LE(44n, 4)
  wide.writeUInt16LE(45, 12)
  wide.writeUInt16LE(45, 14)
  wide.writeBigUInt64LE(BigInt(count), 24)
  wide.writeBigUInt64LE(BigInt(count), 32)
  wide.writeBigUInt64LE(BigInt(size), 40)
  wide.writeBigUInt64LE(BigInt(at), 48)
  wide.writeUInt32LE(0x07064b50, 56)
  wide.writeBigUInt64LE(BigInt(at + size), 64)
  wide.writeUInt32LE(1, 72)
  return Buffer.concat([wide, end])
}

/** Date and time as archives keep them, in two-second steps since 1980; the date in the upper half. They know no zones. */
function dosTime({ fecha, hh, mm, ss }: HoraLocal): number {
  const [year = 0, month = 0, day = 0] = fecha.split('-').map(Number)
  const date = (Math.max(0, year - 1980) << 9) | (month << 5) | day
  const time = (Number(hh) << 11) | (Number(mm) << 5) | (Number(ss) >> 1)
  return ((date << 16) | time) >>> 0
}
