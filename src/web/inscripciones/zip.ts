/** The entries that a workbook may have, and the bytes that they may have together. */
const ENTRIES_MAX = 2_000
const BYTES_MAX = 50 * 1024 * 1024

const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END = 0x06054b50
const END_BYTES = 22
const DEFLATED = 8

/**
 * The XML files of an archive, by their names. Counts what it unpacks: the sizes that an archive tells may be wrong. Throws for what is no
 * archive, and for one that is too large.
 */
export async function unpackXml(archive: Uint8Array<ArrayBuffer>): Promise<Record<string, Uint8Array<ArrayBuffer>>> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  let end = archive.length - END_BYTES
  while (view.getUint32(end, true) !== END) end -= 1
  const count = view.getUint16(end + 10, true)
  if (count > ENTRIES_MAX) throw new Error('The archive has too many files.')

  const files: Record<string, Uint8Array<ArrayBuffer>> = {}
  let left = BYTES_MAX
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== ENTRY) throw new Error('The archive has no list of its files.')
    const nameBytes = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameBytes))
    const told = view.getUint32(at + 24, true)
    if (/\.(?:xml|rels)$/.test(name)) {
      const local = view.getUint32(at + 42, true)
      if (view.getUint32(local, true) !== LOCAL) throw new Error('The archive names a file that it does not have.')
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
      const packed = archive.subarray(start, start + view.getUint32(at + 20, true))
      const bytes = view.getUint16(at + 10, true) === DEFLATED ? await inflate(packed, left) : packed
      files[name] = bytes
      left -= bytes.length
    } else left -= told
    if (left < 0) throw new Error('The archive is too large.')
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return files
}

/** Throws when there are more bytes than the limit, before all of them are unpacked. */
async function inflate(packed: Uint8Array<ArrayBuffer>, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: BlobPart[] = []
  let size = 0
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length
    if (size > limit) {
      await reader.cancel()
      throw new Error('The archive is too large.')
    }
    pieces.push(read.value)
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}
