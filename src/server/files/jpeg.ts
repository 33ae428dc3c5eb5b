const [FILL, RESTART, START, END, SCAN] = [0xff, 0xd0, 0xd8, 0xd9, 0xda]

/**
 * In how many passes a JPEG is drawn. A few bytes each, hundreds of them keep a decoder at work for a minute; it is not to
 * begin on those. Goes from marker to marker as decoders do, up to the end of the first picture.
 */
export function countScans(bytes: Buffer): number {
  let scans = 0
  for (let at = bytes.indexOf(FILL); at !== -1 && at + 3 < bytes.length; at = bytes.indexOf(FILL, at)) {
    const marker = bytes[at + 1] ?? 0
    if (marker === END) break
    if (marker === SCAN) scans += 1
    if (marker === FILL) at += 1
    // A zero is part of the picture, and these stand alone; every other says how long it is.
    else at += marker <= 1 || (marker >= RESTART && marker <= START) ? 2 : 2 + bytes.readUInt16BE(at + 2)
  }
  return scans
}
