/** Tracks made here, byte by byte: silent, and valid in every frame. */

const FRAME = 417
/** MPEG 1 layer III, 128 kbit/s, 44.1 kHz, no padding. */
const HEADER = [0xff, 0xfb, 0x90, 0x00]
const SECONDS_PER_FRAME = 1152 / 44_100

/** One silent frame; `salt` makes tracks that can be told apart. */
export function aFrame(salt = 0): Buffer {
  const frame = Buffer.alloc(FRAME)
  Buffer.from(HEADER).copy(frame)
  frame.writeUInt32BE(salt, FRAME - 8)
  return frame
}

/** A track of so many seconds. */
export function aTrack(seconds: number, salt = 0): Buffer {
  const frame = aFrame(salt)
  return Buffer.concat(Array.from({ length: Math.ceil(seconds / SECONDS_PER_FRAME) }, () => frame))
}

/** A track of at least so many bytes, no two frames alike: a byte out of place is noticed. */
export function aTrackOf(bytes: number): Buffer {
  return Buffer.concat(Array.from({ length: Math.ceil(bytes / FRAME) }, (_, index) => aFrame(index + 1)))
}

/** The tag that stands before the music, around so many bytes. */
export function id3(bytes: number): Buffer {
  const size = [21, 14, 7, 0].map((shift) => (bytes >> shift) & 127)
  return Buffer.concat([Buffer.from('ID3\x03\x00\x00', 'latin1'), Buffer.from(size), Buffer.alloc(bytes)])
}

/** The first frame of an encoder that says how many will follow. */
export function infoFrame(frames: number): Buffer {
  const frame = aFrame()
  frame.write('Info', 36, 'latin1')
  frame.writeUInt32BE(1, 40)
  frame.writeUInt32BE(frames, 44)
  return frame
}

const noise = (length: number): Buffer => {
  let state = 12_345
  return Buffer.from(
    Array.from({ length }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state >> 16
    }),
  )
}

const html = Buffer.from(`<!doctype html><script>alert(1)</script>${'<p>hola</p>'.repeat(4_000)}`)
const exe = Buffer.concat([Buffer.from('MZ\x90\x00'), noise(60_000)])
const zip = Buffer.concat([Buffer.from('PK\x03\x04'), noise(60_000)])
const wav = Buffer.concat([Buffer.from('RIFF\x24\xf0\x00\x00WAVEfmt ', 'latin1'), Buffer.alloc(60_000, 3)])

/** What must not come in under the name of a track, and with which refusal. */
export const HOSTILE: readonly { readonly name: string; readonly bytes: Buffer; readonly code: string }[] = [
  { name: 'html behind an ID3 tag', bytes: Buffer.concat([id3(500), html]), code: 'musica.notMp3' },
  { name: 'a program named .mp3', bytes: exe, code: 'musica.notMp3' },
  { name: 'a wav', bytes: wav, code: 'musica.notMp3' },
  { name: 'one frame and a zip', bytes: Buffer.concat([aFrame(), zip]), code: 'musica.notMp3' },
  { name: 'a picture in a tag and no music', bytes: id3(40_000), code: 'musica.damaged' },
  { name: 'a tag longer than the file', bytes: id3(200_000).subarray(0, 50_000), code: 'musica.damaged' },
  { name: 'half music, half something else', bytes: Buffer.concat([aTrack(4), noise(40_000)]), code: 'musica.damaged' },
  { name: 'a track cut in the middle of a frame', bytes: aTrack(9).subarray(0, -200), code: 'musica.damaged' },
  {
    name: 'a track that promises more than there is',
    bytes: Buffer.concat([infoFrame(900), aTrack(9)]),
    code: 'musica.damaged',
  },
  { name: 'a track of half a second', bytes: aTrack(0.5), code: 'musica.tooShort' },
  { name: 'a track of a quarter of an hour and a bit', bytes: aTrack(15 * 60 + 2), code: 'musica.tooLong' },
]
