import { setImmediate as nextTurn } from 'node:timers/promises'

const [FILL, RESTART, START, END, SCAN] = [0xff, 0xd0, 0xd8, 0xd9, 0xda]
/** Markers read per slice (about 1 ms); the event loop is yielded between slices. */
const SLICE = 20_000

/** The markers of a frame's header, which holds its size. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/**
 * Counts the scans of the first image of a JPEG, and the pixels of one scan. A scan may be a few bytes long, and hundreds of
 * scans keep a decoder busy for a minute. Reads from marker to marker as decoders do. Stops counting above `most`.
 */
export async function measureJpeg(bytes: Buffer, most = Infinity): Promise<{ scans: number; pixels: number }> {
  let scans = 0
  let pixels = 0
  let markers = 0
  for (let at = bytes.indexOf(FILL); at !== -1 && at + 3 < bytes.length; at = bytes.indexOf(FILL, at)) {
    markers += 1
    if (markers % SLICE === 0) await nextTurn()
    const marker = bytes[at + 1] ?? 0
    if (marker === END) break
    if (marker === SCAN) scans += 1
    if (isFrame(marker) && at + 8 < bytes.length)
      pixels = Math.max(pixels, bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7))
    if (scans > most) break
    if (marker === FILL) at += 1
    // A zero is image data, and these markers have no length. Every other marker is followed by its length.
    else at += marker <= 1 || (marker >= RESTART && marker <= START) ? 2 : 2 + bytes.readUInt16BE(at + 2)
  }
  return { scans, pixels }
}
