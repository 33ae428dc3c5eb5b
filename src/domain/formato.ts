/** The most pixels of an image that the server decodes. A hostile small file can decode to more. */
export const IMAGEN_MAX_PIXELS = 60_000_000

/** The start of the formats that the server reads, and of HEIC, the format of an iPhone, in its variants. */
const STARTS = [
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n/],
  ['webp', /^RIFF....WEBP/s],
  ['heic', /^....ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/s],
] as const

export type Formato = (typeof STARTS)[number][0]

/** The format by the first 12 bytes of a file, without its name; `null` for every other file. */
export function formatOf(bytes: Uint8Array): Formato | null {
  const start = String.fromCharCode(...bytes.subarray(0, 12))
  return STARTS.find(([, pattern]) => pattern.test(start))?.[0] ?? null
}
