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

/** A tag around so many bytes, as it stands behind the music. */
export function apeTag(bytes: number, hasHeader = false): Buffer {
  const footer = Buffer.alloc(32)
  footer.write('APETAGEX', 'latin1')
  footer.writeUInt32LE(bytes + 32, 12)
  footer.writeUInt32LE(hasHeader ? 0x80000000 : 0, 20)
  const header = Buffer.from(footer)
  header.writeUInt32LE(0xa0000000, 20)
  return Buffer.concat([...(hasHeader ? [header] : []), Buffer.alloc(bytes, 1), footer])
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

/** Frames of which a decoder can read nothing but the header. */
const broken = (count: number): Buffer =>
  Buffer.concat(Array.from({ length: count }, () => Buffer.concat([aFrame().subarray(0, 4), noise(FRAME - 4)])))

/** A recording of a radio stream with the texts of the stream in it: one after every 16,000 bytes. */
function radio(seconds: number): Buffer {
  const music = aTrackOf(seconds * 16_000)
  const blocks = Array.from({ length: seconds }, (_, block) => music.subarray(block * 16_000, (block + 1) * 16_000))
  return Buffer.concat(blocks.flatMap((block) => [block, Buffer.from("\x02StreamTitle='Salsa';")]))
}

/** A track like `aTrack`, with another header: a frame of another length. */
function another(header: readonly number[], length: number, seconds: number): Buffer {
  const frame = Buffer.alloc(length)
  Buffer.from(header).copy(frame)
  return Buffer.concat(Array.from({ length: Math.ceil(seconds / SECONDS_PER_FRAME) }, () => frame))
}
export const aTrackAt48 = (seconds: number): Buffer => another([0xff, 0xfb, 0x94, 0x00], 384, seconds)
/** Of variable bit rate without a frame count: a browser takes it for much longer, by its first frames. */
export const anUncountedTrack = (quiet: number, loud: number): Buffer =>
  Buffer.concat([another([0xff, 0xfb, 0x10, 0x00], 104, quiet), another([0xff, 0xfb, 0xd0, 0x00], 835, loud)])
const aTrackInMono = (seconds: number): Buffer => another([0xff, 0xfb, 0x90, 0xc0], FRAME, seconds)

const html = Buffer.from(`<!doctype html><script>alert(1)</script>${'<p>hola</p>'.repeat(4_000)}`)
const exe = Buffer.concat([Buffer.from('MZ\x90\x00'), noise(60_000)])
const zip = Buffer.concat([Buffer.from('PK\x03\x04'), noise(60_000)])
const wav = Buffer.concat([Buffer.from('RIFF\x24\xf0\x00\x00WAVEfmt ', 'latin1'), Buffer.alloc(60_000, 3)])

/** Files that must not be accepted as a track, each with its refusal. */
export const HOSTILE: readonly { readonly name: string; readonly bytes: Buffer; readonly code: string }[] = [
  { name: 'html behind an ID3 tag', bytes: Buffer.concat([id3(500), html]), code: 'musica.notMp3' },
  { name: 'a program named .mp3', bytes: exe, code: 'musica.notMp3' },
  { name: 'a wav', bytes: wav, code: 'musica.notMp3' },
  { name: 'one frame and a zip', bytes: Buffer.concat([aFrame(), zip]), code: 'musica.notMp3' },
  { name: 'a picture in a tag and no music', bytes: id3(40_000), code: 'musica.notMp3' },
  { name: 'a tag longer than the file', bytes: id3(200_000).subarray(0, 50_000), code: 'musica.notMp3' },
  { name: 'good headers and noise behind them', bytes: broken(200), code: 'musica.notMp3' },
  { name: 'half music, half something else', bytes: Buffer.concat([aTrack(4), noise(40_000)]), code: 'musica.stops' },
  {
    name: 'half music, half good headers and noise',
    bytes: Buffer.concat([aTrack(4), broken(99)]),
    code: 'musica.stops',
  },
  { name: 'a radio recording with text inside', bytes: radio(60), code: 'musica.stops' },
  { name: 'two sample rates', bytes: Buffer.concat([aTrack(4), aTrackAt48(4)]), code: 'musica.joined' },
  { name: 'stereo, then mono', bytes: Buffer.concat([aTrack(4), aTrackInMono(4)]), code: 'musica.joined' },
  {
    name: 'a track that promises more than there is',
    bytes: Buffer.concat([infoFrame(900), aTrack(9)]),
    code: 'musica.incomplete',
  },
  { name: 'a track of half a second', bytes: aTrack(0.5), code: 'musica.tooShort' },
  { name: 'a track of a quarter of an hour and a bit', bytes: aTrack(15 * 60 + 2), code: 'musica.tooLong' },
]
