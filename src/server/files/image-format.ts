export type ImageFormat = 'jpeg' | 'png' | 'webp'

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

/** Returns the format that the first bytes name; `null` for every other file. Reads no more than 12 bytes. */
export function formatOf(bytes: Buffer): ImageFormat | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'png'
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? 'webp' : null
}
