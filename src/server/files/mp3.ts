import { cortadaText, incompletaText, MUSICA_MAX_S, MUSICA_MIN_S } from '#domain/musica.ts'
import { Problem } from '#domain/problem.ts'

/** A track that plays to its end. */
export interface Track {
  /** Its length, without the padding that the encoder declares. */
  readonly segundos: number
  /** Bytes of the last frame are missing. The end of the music may be missing too. */
  readonly isCut: boolean
}

interface Frame {
  readonly length: number
  readonly rate: number
  readonly samples: number
  readonly version: number
  readonly mono: boolean
}

/** The fraction of the declared frames that must be there, and of the bytes that must be music. */
const MIN_COVERAGE = 0.95
/** Unknown bytes that are always accepted between and behind the frames. */
const JUNK_BYTES = 16 * 1024
/** Unknown bytes that a browser skips before the first frame. */
const LEADING_JUNK_BYTES = 256 * 1024
/** Chromium stops at the second frame that it cannot decode. */
const MOST_BROKEN = 1
/**
 * Places where unknown bytes stand between or inside frames. A recorded radio stream has text there, every second: some of the
 * frames that the text splits cannot be decoded.
 */
const MOST_GAPS = 20
/** The most tags read at the end. Limits the steps for a file that consists of tags. */
const MOST_TAGS = 16
/** The most tags skipped before and between the frames. Fifteen minutes recorded in parts of a second have 900. */
const MOST_SKIPPED = 1_000
/** Bytes that are kept while a file arrives: several frames of any bit rate. */
export const HEAD_BYTES = 16 * 1024
/** Tags, and halves of these bytes without music, before the first frame: about 1 MB. A browser reads no further. */
const MOST_STEPS = 128
/** Offset of the end of the frame count of a VBRI header, from the start of its frame. */
const VBRI_END = 54
/** A frame count that an encoder wrote before it knew the number. */
const UNKNOWN = 0xffffffff
/** The most values of a granule that its side information can announce. */
const MOST_VALUES = 288

/** Sample rates in Hz, by the version bits of a frame: 0 is MPEG 2.5, 2 is MPEG 2, 3 is MPEG 1. */
const SAMPLE_RATES: Readonly<Record<number, readonly number[]>> = {
  0: [11_025, 12_000, 8_000],
  2: [22_050, 24_000, 16_000],
  3: [44_100, 48_000, 32_000],
}
const MPEG1_KBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const MPEG2_KBITS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

/** The MPEG layer III frame that starts at an offset; null when there is none. Free format is not supported. */
function frameAt(bytes: Buffer, at: number): Frame | null {
  if (at + 4 > bytes.length) return null
  const head = bytes.readUInt32BE(at)
  if (head >>> 21 !== 0x7ff || ((head >>> 17) & 3) !== 1) return null
  const version = (head >>> 19) & 3
  const rate = SAMPLE_RATES[version]?.[(head >>> 10) & 3]
  const kbits = (version === 3 ? MPEG1_KBITS : MPEG2_KBITS)[(head >>> 12) & 15]
  if (!rate || !kbits) return null
  const samples = version === 3 ? 1152 : 576
  const length = Math.floor((samples * kbits * 125) / rate) + ((head >>> 9) & 1)
  return { length, rate, samples, version, mono: ((head >>> 6) & 3) === 3 }
}

const follows = (a: Frame, b: Frame | null): b is Frame =>
  b !== null && a.version === b.version && a.rate === b.rate && a.mono === b.mono

/** Whether two frames of the same kind start at an offset, one behind the other. */
function startsRow(bytes: Buffer, at: number): boolean {
  const frame = frameAt(bytes, at)
  return frame !== null && follows(frame, frameAt(bytes, at + frame.length))
}

/**
 * The length of the tag that starts at an offset (ID3, APE with its header, Lyrics3 of at most 64 kB); 0 when there is none.
 * It may exceed the length of the file.
 */
export function tagLength(bytes: Buffer, at = 0): number {
  if (bytes[at] === 0xff || at + 10 > bytes.length) return 0
  const name = bytes.toString('latin1', at, at + 11)
  if (name.startsWith('ID3')) {
    const size = [6, 7, 8, 9].reduce((sum, digit) => sum * 128 + ((bytes[at + digit] ?? 0) & 127), 0)
    return 10 + size + (((bytes[at + 5] ?? 0) & 16) === 0 ? 0 : 10)
  }
  if (name.startsWith('TAG')) return 128
  if (name.startsWith('APETAGEX') && at + 32 <= bytes.length) return 32 + bytes.readUInt32LE(at + 12)
  const end = name === 'LYRICSBEGIN' ? bytes.subarray(at, at + 64 * 1024).indexOf('LYRICS200') : -1
  return end === -1 ? 0 : end + 9
}

/** The offset of the tags at the end: ID3v1 and APE, in any order. */
function endOfAudio(bytes: Buffer): number {
  let end = bytes.length
  for (let tags = 0; tags < MOST_TAGS; tags += 1) {
    const before = end
    if (end >= 128 && bytes.toString('latin1', end - 128, end - 125) === 'TAG') end -= 128
    if (end >= 32 && bytes.toString('latin1', end - 32, end - 24) === 'APETAGEX') {
      const size = bytes.readUInt32LE(end - 20)
      const header = (bytes.readUInt32LE(end - 12) & 0x80000000) === 0 ? 0 : 32
      if (size >= 32 && size + header <= end) end -= size + header
    }
    if (end === before) break
  }
  return end
}

/**
 * The next offset where a tag or two frames in a row start, or where more than `most` unknown bytes were read; the length of the
 * file when there is none. Counts the bytes from `junkFrom` on that are not zero. Looks at each byte once.
 */
function nextStart(bytes: Buffer, from: number, junkFrom = from, most = Infinity): { next: number; junk: number } {
  let [next, junk] = [from, 0]
  for (; next < bytes.length && junk <= most; next += 1) {
    if (bytes[next] === 0) continue
    const isSync = bytes[next] === 0xff && ((bytes[next + 1] ?? 0) & 0xe6) === 0xe2
    const isId3 = bytes[next] === 0x49 && bytes[next + 1] === 0x44 && bytes[next + 2] === 0x33
    if ((isId3 && tagLength(bytes, next) > 0) || (isSync && startsRow(bytes, next))) break
    if (next >= junkFrom) junk += 1
  }
  return { next, junk }
}

/** The values that the silent first frame of an encoder declares. */
interface Declared {
  /** The number of frames; 0 when it is not known. */
  readonly frames: number
  /** Samples at the start and at the end that are no music. */
  readonly padding: number
}

/**
 * Reads from frame to frame, past tags and zeros, to the end or to where a browser stops. A frame counts when a frame of the
 * same kind follows it or precedes it directly.
 */
function walk(audio: Buffer) {
  let [at, frames, gaps, broken, tags, junkLeft] = [0, 0, 0, 0, 0, LEADING_JUNK_BYTES]
  let kind: Frame | null = null
  let last: Frame | null = null
  let declared: Declared | null = null
  let end: 'joined' | 'stops' | 'cut' | null = null
  while (at < audio.length && !end && lengthOf(kind, frames) <= MUSICA_MAX_S + 1) {
    const frame: Frame | null = frameAt(audio, at)
    if (frame && (last || startsRow(audio, at))) {
      if (kind && !follows(kind, frame)) end = 'joined'
      if (at + frame.length > audio.length) end ??= 'cut'
      if (end) break
      const info: Declared | null = declared ? null : declaredAt(audio, at, frame)
      declared ??= info ?? { frames: 0, padding: 0 }
      if (!info) frames += 1
      if (!info && isBroken(audio, at, frame)) broken += 1
      if (broken > MOST_BROKEN) end = 'stops'
      if (!kind) junkLeft = Math.max(audio.length * (1 - MIN_COVERAGE), JUNK_BYTES)
      kind = frame
      last = frame
      at += frame.length
      continue
    }
    const tag = tagLength(audio, at)
    // A lost byte or a cut frame: the next one may start inside the last one.
    const from: number = last ? at - last.length + 4 : at
    const { next, junk } = tag > 0 ? { next: at + tag, junk: 0 } : nextStart(audio, from, at, junkLeft)
    junkLeft -= junk
    if (tag > 0) tags += 1
    else if (last && next < audio.length) gaps += 1
    if (junkLeft < 0 || gaps > MOST_GAPS || tags > MOST_SKIPPED) end = 'stops'
    last = null
    at = next
  }
  return { kind, frames, declared, end }
}

/** The length of some frames in seconds. */
function lengthOf(kind: Frame | null, frames: number): number {
  return kind ? (frames * kind.samples) / kind.rate : 0
}

/** The values that the first frame declares (Xing, Info, VBRI); null when it is music. */
function declaredAt(audio: Buffer, at: number, frame: Frame): Declared | null {
  const xing = at + 4 + sideBytesOf(frame)
  if (frame.length < sideBytesOf(frame) + 24) return null
  const name = audio.toString('latin1', xing, xing + 4)
  if (name === 'Xing' || name === 'Info') {
    const flags = audio.readUInt32BE(xing + 4)
    const frames = (flags & 1) === 0 ? 0 : audio.readUInt32BE(xing + 8)
    // Delay and padding, 12 bits each, behind all four fields and the name of the encoder.
    const isLong = (flags & 15) === 15 && xing + 144 <= at + frame.length
    const padding = isLong ? (audio.readUIntBE(xing + 141, 2) >> 4) + (audio.readUIntBE(xing + 142, 2) & 4_095) : 0
    return { frames: frames === UNKNOWN ? 0 : frames, padding }
  }
  // A short frame ends before the number.
  if (frame.length < VBRI_END) return null
  const vbri = at + 36
  const isVbri = audio.toString('latin1', vbri, vbri + 4) === 'VBRI'
  return isVbri ? { frames: audio.readUInt32BE(vbri + 14), padding: 0 } : null
}

const sideBytesOf = ({ version, mono }: Frame): number => (version === 3 ? (mono ? 17 : 32) : mono ? 9 : 17)

/**
 * Whether a decoder refuses a frame by its side information, as it does for noise behind a good header: a granule has too many
 * values, an unknown block type, no room for its scale factors, or more bits than the frame holds.
 */
function isBroken(audio: Buffer, at: number, frame: Frame): boolean {
  const isMpeg1 = frame.version === 3
  const channels = frame.mono ? 1 : 2
  const side = at + (((audio[at + 1] ?? 0) & 1) === 0 ? 6 : 4)
  const bits = (from: number, count: number): number =>
    (audio.readUIntBE(side + (from >> 3), 3) >>> (24 - (from & 7) - count)) & ((1 << count) - 1)
  const [granule, scale] = isMpeg1 ? [59, 4] : [63, 9]
  const parts = isMpeg1 ? channels * 2 : channels
  const first = 8 * sideBytesOf(frame) - parts * granule
  let used = 0
  for (let part = 0; part < parts; part += 1) {
    const from = first + part * granule
    const size = bits(from, 12)
    const hasNoRoom = size === 0 && part < channels && bits(from + 29, scale) > 0
    const isUnknownBlock = bits(from + 29 + scale, 3) === 4
    if (bits(from + 12, 9) > MOST_VALUES || isUnknownBlock || hasNoRoom) return true
    used += size
  }
  const before = bits(0, isMpeg1 ? 9 : 8)
  return used > 8 * (before + at + frame.length - side - sideBytesOf(frame))
}

/** Checks a track by its content and measures it. Returns the refusal of a file that a browser does not play to its end. */
export function readMp3(bytes: Buffer): Track | Problem {
  const { kind, frames, declared, end } = walk(bytes.subarray(0, endOfAudio(bytes)))
  const heard = lengthOf(kind, frames)
  // A page, a program or an archive may have some frames.
  if (!kind || (end === 'stops' && heard < MUSICA_MIN_S)) return new Problem('musica.notMp3')
  const segundos = heard - (declared?.padding ?? 0) / kind.rate
  // The walk stopped early: the number of frames and the end of the file are not known.
  if (Math.round(segundos) > MUSICA_MAX_S) return new Problem('musica.tooLong')
  if (end === 'joined') return Problem.at('musica', 'musica.joined')
  if (end === 'stops') return new Problem('musica.stops', { musica: cortadaText(heard) })
  const said = declared?.frames ?? 0
  if (frames < said * MIN_COVERAGE)
    return new Problem('musica.incomplete', { musica: incompletaText(lengthOf(kind, said), heard) })
  return segundos < MUSICA_MIN_S
    ? new Problem('musica.tooShort')
    : { segundos: Math.round(segundos * 1_000) / 1_000, isCut: end === 'cut' }
}

/**
 * Inspects an upload of `bytes` bytes while it arrives. Looks for the first frames, so that a file that is no mp3 is refused
 * before its end. Keeps no more than `HEAD_BYTES` in memory.
 */
export class Inspector {
  readonly #bytes: number
  /** Where the bytes start that are not checked yet. */
  #start = 0
  #steps = 0
  /** The bytes from `#start` on. */
  #seen: Buffer = Buffer.alloc(0)
  #isDone = false

  constructor(bytes: number) {
    this.#bytes = bytes
  }

  /** The offset of the next byte that the check needs; null once it is done. */
  get wanted(): number | null {
    return this.#isDone ? null : this.#start + this.#seen.length
  }

  /** Takes the chunk that starts at an offset. Bytes before `wanted` may be left out. Returns why the file is refused, or null. */
  take(at: number, chunk: Buffer): 'musica.notMp3' | 'subida.protocol' | null {
    if (at + chunk.length > this.#bytes) return 'subida.protocol'
    while (this.wanted !== null) {
      const from = this.wanted - at
      this.#seen = Buffer.concat([this.#seen, chunk.subarray(from, from + HEAD_BYTES - this.#seen.length)])
      const isEnd = this.#start + this.#seen.length === this.#bytes
      if (this.#seen.length < HEAD_BYTES && !isEnd) return null
      const tag = tagLength(this.#seen)
      // The walk over the complete file says what is wrong with it.
      this.#isDone = tag === 0 && (isEnd || startsRow(this.#seen, nextStart(this.#seen, 0).next))
      if (this.#isDone) return null
      // The first frames may start in one half and end in the other one.
      const step = tag || HEAD_BYTES / 2
      this.#steps += 1
      this.#start += step
      this.#seen = this.#seen.subarray(step)
      if (this.#start >= this.#bytes || this.#steps > MOST_STEPS) return 'musica.notMp3'
    }
    return null
  }
}
