import { beginsAsMp3, HEAD_BYTES, MOST_TAGS, tagLength } from '../files/mp3.ts'
import type { Inspect } from '../files/parts.ts'

type Fault = 'musica.notMp3' | 'musica.damaged' | 'subida.protocol'

/**
 * Inspects an upload of `bytes` bytes while it arrives. Checks the first bytes after the tags as soon as they are there, so
 * that a file that is no mp3 is refused before the end.
 */
export function inspectorOf(bytes: number): Inspect<Fault> {
  let start = 0
  let tags = 0
  let isInspected = false
  return async (handle, size) => {
    if (size > bytes) return 'subida.protocol'
    while (!isInspected && size >= start + 10) {
      const head = await read(handle, start, 10)
      const tag = tagLength(head)
      start += tag
      if (tag > 0) tags += 1
      if (start >= bytes || tags > MOST_TAGS) return 'musica.damaged'
      if (tag > 0) continue
      if (size < Math.min(start + HEAD_BYTES, bytes)) break
      isInspected = true
      if (!beginsAsMp3(await read(handle, start, HEAD_BYTES))) return size === bytes ? null : 'musica.notMp3'
    }
    return null
  }
}

async function read(handle: Parameters<Inspect<unknown>>[0], at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}
