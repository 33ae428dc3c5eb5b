import { crc32 } from 'node:zlib'

/** Reads an archive as careful programs do: from its end, by its directory. Throws at the first thing that does not fit. */
export function unzip(archive: Buffer): { readonly name: string; readonly bytes: Buffer; readonly modified: string }[] {
  const end = archive.length - 22
  if (archive.readUInt32LE(end) !== 0x06054b50) throw new Error('No end of archive.')
  const count = archive.readUInt16LE(end + 10)
  let at = archive.readUInt32LE(end + 16)
  const files: { name: string; bytes: Buffer; modified: string }[] = []
  for (let n = 0; n < count; n += 1) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error('No record of a file.')
    const [crc, packed, size] = [16, 20, 24].map((offset) => archive.readUInt32LE(at + offset))
    const [nameLength = 0, extra = 0, comment = 0] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset))
    const local = archive.readUInt32LE(at + 42)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    if (archive.readUInt32LE(local) !== 0x04034b50) throw new Error(`${name}: no header.`)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const bytes = archive.subarray(start, start + (size ?? 0))
    if (packed !== size || crc32(bytes) !== crc) throw new Error(`${name}: damaged.`)
    if (archive.readUInt32LE(start + bytes.length + 4) !== crc) throw new Error(`${name}: another checksum behind it.`)
    files.push({ name, bytes, modified: momentOf(archive.readUInt32LE(at + 12)) })
    at += 46 + nameLength + extra + comment
  }
  if (at !== end) throw new Error('Bytes between the directory and the end.')
  return files
}

/** Date and time as archives keep them: `2025-4-10 22:30:00`. */
function momentOf(kept: number): string {
  const date = kept >>> 16
  const [hh, mm, ss] = [(kept >> 11) & 31, (kept >> 5) & 63, (kept & 31) * 2].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${1980 + (date >> 9)}-${(date >> 5) & 15}-${date & 31} ${hh}:${mm}:${ss}`
}
