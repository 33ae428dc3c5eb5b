import { MUSICA_MAX_S, MUSICA_MIN_S } from '#domain/musica.ts'
import type { ProblemCode } from '#domain/problem.ts'

/** The code of the refusal of a track. */
export type Mp3Fault = Extract<ProblemCode, `musica.${string}`>

/** The length of a track, or the reason why it is refused. */
export type Mp3 = { readonly segundos: number; readonly fault: null } | { readonly fault: Mp3Fault }

interface Frame {
  readonly length: number
  readonly rate: number
  readonly samples: number
  readonly version: number
  readonly mono: boolean
}

/** The fraction of the audio that frames must cover. Players skip the rest. */
const MIN_COVERAGE = 0.95
/** Most tags in a row. A file that consists of tags would take millions of steps. */
const MOST_TAGS = 16
/** Bytes after the tags that show whether a file is an mp3: padding and several frames of any bit rate. */
export const HEAD_BYTES = 16 * 1024
const HEAD_FRAMES = 3
/** Offset of the end of the frame count of a VBRI header, from the start of its frame. */
const VBRI_END = 54

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

const follows = (a: Frame, b: Frame | null): boolean => b !== null && a.version === b.version && a.rate === b.rate

/** The length of the ID3v2 tag at the start; 0 when there is none. It may exceed the length of the file. */
export function tagLength(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((head[at] ?? 0) & 127), 0)
  return 10 + size + (((head[5] ?? 0) & 16) === 0 ? 0 : 10)
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

/** Whether the bytes after the tags start as an mp3: padding of any length, then several frames in a row. */
export function beginsAsMp3(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    let next = at
    let frames = 0
    let last: Frame | null = null
    for (let frame = frameAt(bytes, next); frame && (!last || follows(last, frame)); frame = frameAt(bytes, next)) {
      last = frame
      frames += 1
      next += frame.length
      if (frames === HEAD_FRAMES) return true
    }
  }
  return false
}

interface Walk {
  readonly covered: number
  /** Bytes between frames. The walk stops when there are too many, so a hostile file costs no more than a good one. */
  readonly skipped: number
  readonly segundos: number
  readonly frames: number
  /** The number of frames that the first frame declares. */
  readonly declared: number | null
  /** The last frame goes beyond the end. */
  readonly cut: boolean
}

/** The next offset where a frame may start. */
function nextSync(audio: Buffer, from: number): number {
  for (let at = from; at + 1 < audio.length; at += 1) {
    if (audio[at] === 0xff && ((audio[at + 1] ?? 0) & 0xe6) === 0xe2) return at
  }
  return audio.length
}

/**
 * Reads from frame to frame while the file may still be a track. A frame counts when a frame of the same kind follows it or
 * precedes it directly.
 */
function walk(audio: Buffer): Walk {
  const limit = audio.length * (1 - MIN_COVERAGE)
  let [at, covered, skipped, segundos, frames] = [0, 0, 0, 0, 0]
  let declared: number | null = null
  let last: Frame | null = null
  while (at < audio.length && skipped <= limit && segundos <= MUSICA_MAX_S) {
    const frame = frameAt(audio, at)
    const inRow = frame !== null && last !== null && follows(last, frame)
    if (frame && inRow && at + frame.length > audio.length) {
      return { covered: covered + audio.length - at, skipped, segundos, frames, declared, cut: true }
    }
    if (frame && (inRow || follows(frame, frameAt(audio, at + frame.length)))) {
      const count: number | null = frames === 0 && declared === null ? declaredFrames(audio, at, frame) : null
      covered += frame.length
      at += frame.length
      last = frame
      if (count !== null) {
        declared = count
        continue
      }
      segundos += frame.samples / frame.rate
      frames += 1
      continue
    }
    last = null
    const next = nextSync(audio, at + 1)
    skipped += next - at
    at = next
  }
  return { covered, skipped, segundos, frames, declared, cut: false }
}

/** The number of frames that the silent first frame of an encoder declares (Xing, Info, VBRI); 0 when it has no number. */
function declaredFrames(audio: Buffer, at: number, frame: Frame): number | null {
  const side = frame.version === 3 ? (frame.mono ? 17 : 32) : frame.mono ? 9 : 17
  const xing = at + 4 + side
  if (at + frame.length > audio.length || frame.length < side + 24) return null
  const name = audio.toString('latin1', xing, xing + 4)
  if (name === 'Xing' || name === 'Info') {
    return (audio.readUInt32BE(xing + 4) & 1) === 0 ? 0 : audio.readUInt32BE(xing + 8)
  }
  // A short frame ends before the number.
  if (frame.length < VBRI_END) return null
  const vbri = at + 36
  return audio.toString('latin1', vbri, vbri + 4) === 'VBRI' ? audio.readUInt32BE(vbri + 14) : null
}

/**
 * Checks a track by its content and measures it. Frames must cover nearly all of it: a page, a program or an archive that
 * starts as an mp3 is refused.
 */
export function readMp3(bytes: Buffer): Mp3 {
  let start = 0
  for (let tags = 0, tag = tagLength(bytes); tag > 0; tag = tagLength(bytes.subarray(start))) {
    tags += 1
    if (tags > MOST_TAGS) return { fault: 'musica.damaged' }
    start += tag
  }
  const end = endOfAudio(bytes)
  if (start >= end) return { fault: start > 0 ? 'musica.damaged' : 'musica.notMp3' }
  const audio = bytes.subarray(start, end)
  const { covered, skipped, segundos, frames, declared, cut } = walk(audio)
  if (skipped > covered) return { fault: 'musica.notMp3' }
  // The walk stopped early: the number of frames and the end of the file are not known.
  if (segundos > MUSICA_MAX_S) return { fault: 'musica.tooLong' }
  if (skipped > audio.length * (1 - MIN_COVERAGE) || cut || frames < (declared ?? 0) * MIN_COVERAGE)
    return { fault: 'musica.damaged' }
  if (segundos < MUSICA_MIN_S) return { fault: 'musica.tooShort' }
  return { segundos, fault: null }
}

/**
 * Inspects an upload of `bytes` bytes while it arrives. Checks the first bytes after the tags as soon as they are there, so
 * that a file that is no mp3 is refused before the end. Keeps no more than these bytes in memory.
 */
export class Inspector {
  readonly #bytes: number
  /** Where the first tag or frame that is not checked yet starts. */
  #start = 0
  #tags = 0
  /** The bytes from there on, until they are checked. */
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
  take(at: number, chunk: Buffer): Mp3Fault | 'subida.protocol' | null {
    if (at + chunk.length > this.#bytes) return 'subida.protocol'
    while (this.wanted !== null) {
      const from = this.wanted - at
      this.#seen = Buffer.concat([this.#seen, chunk.subarray(from, from + HEAD_BYTES - this.#seen.length)])
      // The next chunk continues the tag.
      if (this.#seen.length < 10) return null
      const tag = tagLength(this.#seen)
      if (tag === 0) return this.#checkHead()
      this.#tags += 1
      this.#start += tag
      this.#seen = this.#seen.subarray(tag)
      if (this.#start >= this.#bytes || this.#tags > MOST_TAGS) return 'musica.damaged'
    }
    return null
  }

  #checkHead(): Mp3Fault | null {
    const end = this.#start + this.#seen.length
    if (this.#seen.length < HEAD_BYTES && end < this.#bytes) return null
    this.#isDone = true
    // The walk over the complete file says what is wrong with it.
    return beginsAsMp3(this.#seen) || end === this.#bytes ? null : 'musica.notMp3'
  }
}
