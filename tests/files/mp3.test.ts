import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { Problem } from '#domain/problem.ts'
import { Inspector, readMp3, tagLength, type Track } from '../../src/server/files/mp3.ts'
import { aFrame, apeTag, aTrack, aTrackAt48, HOSTILE, id3, infoFrame } from '../support/mp3.ts'
import { mutated } from '../support/mutations.ts'
import { casos } from '../support/random.ts'

const trackOf = (bytes: Buffer): Track => {
  const track = readMp3(bytes)
  if (track instanceof Problem) throw track
  return track
}
const secondsOf = (bytes: Buffer): number => trackOf(bytes).segundos

/** The code of the refusal of a file; null when it is accepted. */
const faultOf = (bytes: Buffer): string | null => {
  const track = readMp3(bytes)
  return track instanceof Problem ? track.code : null
}

/** The sentence about a refused file. */
const saidOf = (bytes: Buffer): string => {
  const track = readMp3(bytes)
  return track instanceof Problem ? (track.fields['musica'] ?? track.message) : ''
}

/** The length of a frame of `aTrack`, in seconds. */
const FRAME_S = 1_152 / 44_100

test('the length of a track is that of its frames, with any tags around it', () => {
  const track = aTrack(3)
  const id3v1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)])
  const dressed = Buffer.concat([id3(90_000), id3(10), track, apeTag(4_000), id3v1])
  expect(secondsOf(track)).toBeCloseTo(3, 1)
  expect(secondsOf(dressed)).toBe(secondsOf(track))
})

test('the frame with the frame count does not count as music', () => {
  const track = aTrack(3)
  expect(secondsOf(Buffer.concat([infoFrame(track.length / 417), track]))).toBe(secondsOf(track))
})

test.each([
  ['salsa.mp3', 10.16],
  ['kizomba.mp3', 19.25],
])('%s, of a common encoder, is accepted', (name, seconds) => {
  const bytes = readFileSync(new URL(`../../demo/musica/${name}`, import.meta.url))
  expect(secondsOf(bytes)).toBeCloseTo(seconds, 1)
})

test.each(HOSTILE)('$name is no track: $code', ({ bytes, code }) => {
  expect(faultOf(bytes)).toBe(code)
})

test('one second is long enough, fifteen minutes short enough', () => {
  expect(secondsOf(aTrack(1))).toBeGreaterThanOrEqual(1)
  expect(secondsOf(aTrack(15 * 60 - 1))).toBeLessThanOrEqual(900)
})

test('an empty file is no track', () => {
  expect(faultOf(Buffer.alloc(0))).toBe('musica.notMp3')
})

test.each([1_000, 16_384, 100_000])(
  'a file that does not begin as an mp3 is refused while it arrives, in chunks of %i bytes',
  (step) => {
    const whenRefused = (bytes: Buffer): number | null => {
      const inspector = new Inspector(bytes.length + 1)
      for (let at = 0; at < bytes.length; at += step)
        if (inspector.take(at, bytes.subarray(at, at + step)) !== null) return at
      return null
    }
    for (const before of [id3(10), Buffer.alloc(200_000), Buffer.alloc(200_000, 7), Buffer.alloc(900_000)])
      expect(whenRefused(Buffer.concat([id3(90_000), before, aTrack(60)]))).toBeNull()
    expect(whenRefused(Buffer.alloc(3_000_000, id3(0)))).toBeLessThan(1_300_000)
    for (const page of [Buffer.alloc(3_000_000), Buffer.alloc(3_000_000, '<p>hola</p>')]) {
      expect(whenRefused(page)).toBeLessThan(1_300_000)
      expect(whenRefused(Buffer.concat([id3(2_000_000), page]))).toBeGreaterThan(2_000_000)
    }
  },
)

/** The refusal of a file, and how many frames were looked for in it. */
function costOf(bytes: Buffer): { fault: string | null; looked: number } {
  const read = vi.spyOn(Buffer.prototype, 'readUInt32BE')
  const fault = faultOf(bytes)
  const looked = read.mock.calls.length
  read.mockRestore()
  return { fault, looked }
}

test('a search in thirty million bytes that all look like the start of a frame does not try each of them', () => {
  const { fault, looked } = costOf(Buffer.alloc(30_000_000, 0xff))
  expect(fault).toBe('musica.notMp3')
  expect(looked).toBeLessThan(200_000)
})

test('the count of more than a million of the smallest frames stops before the last', () => {
  // MPEG 2 layer III, 8 kbit/s, 24 kHz: 24 bytes each, of 24 ms.
  const SHORT_S = 0.024
  const frame = Buffer.from([0xff, 0xf3, 0x14, 0x00, ...Buffer.alloc(20)])
  const { fault, looked } = costOf(Buffer.alloc(30_000_000, frame))
  expect(fault).toBe('musica.tooLong')
  // Fifteen minutes of frames were read before the refusal.
  expect(looked).toBeGreaterThan((15 * 60) / SHORT_S)
  expect(looked).toBeLessThan(200_000)
})

test('a track of an hour with a frame count is too long, not incomplete', () => {
  const frames = Math.ceil((3_600 * 44_100) / 1_152)
  expect(faultOf(Buffer.concat([infoFrame(frames), aTrack(3_600)]))).toBe('musica.tooLong')
})

test('a file of tags alone is no track', () => {
  expect(faultOf(Buffer.alloc(3_000_000, id3(0)))).toBe('musica.notMp3')
})

/** Parts that a hostile file repeats: each looks like the start of a tag or of a frame, or like nothing at all. */
const LYRICS = Buffer.concat([id3(0), Buffer.from('LYRICSBEGIN')])
const REPEATED: readonly (readonly [string, Buffer])[] = [
  ['an empty tag and lyrics without an end', LYRICS],
  ['lyrics whose end is almost right', Buffer.concat([LYRICS, Buffer.from('LYRICS20x'.repeat(1_000))])],
  ['an empty tag', id3(0)],
  ['an empty tag and a zero', Buffer.concat([id3(0), Buffer.alloc(1)])],
  ['an empty tag and the header of another one', Buffer.concat([id3(0), Buffer.from('APETAGEX'), Buffer.alloc(24)])],
  ['most of the name of a tag', Buffer.from('ID')],
  ['a letter', Buffer.from('a')],
  ['half a header of a frame', Buffer.from([0xff, 0xe2])],
  ['a header without its frame', Buffer.from([0xff, 0xfb, 0x90, 0x00])],
]

test.each(REPEATED)('thirty megabytes of %s are read once and refused', (_what, part) => {
  const file = Buffer.alloc(30 * 1024 * 1024, part)
  expect(faultOf(file)).toBe('musica.notMp3')
  aTrack(2.5).copy(file)
  expect(faultOf(file)).toBe('musica.stops')
})

test('thirty megabytes of zeros, or of lyrics behind a hundred empty tags, are read once and refused', () => {
  const file = Buffer.alloc(30 * 1024 * 1024)
  expect(faultOf(file)).toBe('musica.notMp3')
  file.fill('L')
  Buffer.alloc(2_100, LYRICS).copy(file)
  expect(faultOf(file)).toBe('musica.notMp3')
})

test('a track in a thousand parts, each behind a tag, is accepted', () => {
  const part = Buffer.concat([id3(60), aTrack(0.5)])
  expect(secondsOf(Buffer.alloc(1_000 * part.length, part))).toBeCloseTo(((1_000 * (part.length - 70)) / 417) * FRAME_S)
})

test('music is accepted with any tags, zeros and covers before, between and behind its frames', () => {
  const track = aTrack(3)
  const cover = Buffer.concat([id3(40_000), Buffer.alloc(3_000)])
  const footer = Buffer.concat([
    Buffer.from('ID3\x04\x00\x10\x00\x00\x46\x40', 'latin1'),
    Buffer.alloc(9_024, 1),
    Buffer.from('3DI1234567'),
  ])
  const ape = apeTag(30_000, true)
  const lyrics = Buffer.from(`LYRICSBEGIN${'la '.repeat(7_000)}021011LYRICS200`)
  const id3v1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 1)])
  for (const wrap of [cover, footer, ape, lyrics, id3v1, Buffer.alloc(200_000)]) {
    expect(secondsOf(Buffer.concat([wrap, track]))).toBe(secondsOf(track))
    expect(secondsOf(Buffer.concat([track, wrap]))).toBe(secondsOf(track))
    expect(secondsOf(Buffer.concat([wrap, track, wrap, track, wrap]))).toBeCloseTo(2 * secondsOf(track))
  }
  const parts = (wrap: Buffer): Buffer => Buffer.concat(Array.from({ length: 30 }, () => [track, wrap]).flat())
  for (const wrap of [cover, ape, lyrics, id3v1]) expect(secondsOf(parts(wrap))).toBeCloseTo(30 * secondsOf(track))
})

test('the last frame before a cover in the middle may be cut', () => {
  const cover = Buffer.concat([id3(40_000).subarray(0, 10), Buffer.alloc(40_000, 1)])
  const track = aTrack(3)
  expect(secondsOf(Buffer.concat([track.subarray(0, -1), cover, track]))).toBeCloseTo(2 * secondsOf(track))
})

test('junk before the music is skipped as far as a browser skips it, and some junk inside and behind', () => {
  const track = aTrack(60)
  expect(secondsOf(Buffer.concat([Buffer.alloc(200_000, 7), track]))).toBe(secondsOf(track))
  expect(faultOf(Buffer.concat([Buffer.alloc(300_000, 7), track]))).toBe('musica.notMp3')
  expect(secondsOf(Buffer.concat([aTrack(1.5), Buffer.alloc(2_000, 7)]))).toBe(secondsOf(aTrack(1.5)))
  const click = Buffer.concat([track.subarray(0, 400_000), Buffer.alloc(400, 7), track.subarray(400_300)])
  expect(secondsOf(click)).toBeCloseTo(60, 0)
})

test('a track whose last frame is cut is accepted and reported as cut', () => {
  expect(trackOf(aTrack(9).subarray(0, -1))).toMatchObject({ isCut: true })
  expect(trackOf(aTrack(9).subarray(0, -200))).toMatchObject({ isCut: true })
  expect(trackOf(Buffer.concat([infoFrame(Math.ceil(9 / FRAME_S)), aTrack(9).subarray(0, -1)]))).toMatchObject({
    isCut: true,
  })
  expect(trackOf(Buffer.concat([aTrack(9).subarray(0, -1), apeTag(400)]))).toMatchObject({ isCut: true })
  expect(trackOf(aTrack(9))).toMatchObject({ isCut: false })
})

test('a frame count that is a little too high is accepted; the refusal of a higher one has both lengths', () => {
  const counted = (frames: number): Buffer => Buffer.concat([infoFrame(frames), aTrack(60)])
  const frames = Math.ceil(60 / FRAME_S)
  for (const count of [0, 1, frames / 2, frames * 1.04, 0xffffffff])
    expect(secondsOf(counted(count))).toBeCloseTo(60, 1)
  expect(saidOf(counted(frames * 1.2))).toBe('Parece incompleta: dice durar 1:12 y tiene 1:00. Súbela otra vez.')
})

test('the refusal of joined recordings, and of a track in which a browser stops, says what to do', () => {
  const joined = Buffer.concat([aTrack(4), id3(20_000), aTrackAt48(4)])
  expect(saidOf(joined)).toBe('La música une grabaciones distintas. Expórtala como un solo mp3.')
  const stops = Buffer.concat([aTrack(23.5), Buffer.alloc(90_000, 7), aTrack(30)])
  expect(saidOf(stops)).toBe('La música se corta en 0:23. Expórtala otra vez como mp3.')
})

test.each([
  ['too many values', [0, 0, 0, 0, 0x90, 0x80]],
  ['an unknown block type', [0, 0, 0, 0, 0, 0, 0x04]],
  ['scale factors without room', [0, 0, 0, 0, 0, 0, 0x08]],
  ['more bits than it has', [0, 0, 0x0f, 0xff]],
])('the second frame with %s is where a browser stops', (_what, side) => {
  const bad = aFrame()
  Buffer.from(side).copy(bad, 4)
  expect(faultOf(Buffer.concat([aTrack(2), bad, aTrack(2)]))).toBeNull()
  expect(faultOf(Buffer.concat([aTrack(2), bad, aTrack(2), bad, aTrack(2)]))).toBe('musica.stops')
})

test('the padding that an encoder declares does not count: a quarter of an hour is exactly that', () => {
  const info = infoFrame(34_456)
  info.writeUInt32BE(15, 40)
  // 576 samples before the music and 1,636 behind it.
  info.writeUIntBE((576 << 12) | 1_636, 36 + 141, 3)
  const frames = Buffer.alloc(34_456 * 417, aFrame())
  expect(secondsOf(Buffer.concat([info, frames]))).toBeCloseTo((34_456 * 1_152 - 2_212) / 44_100, 3)
  expect(faultOf(Buffer.concat([info, frames, aTrack(1)]))).toBe('musica.tooLong')
  // A second of music and its padding, and a padding that leaves less than a second.
  info.writeUInt32BE(40, 44)
  expect(secondsOf(Buffer.concat([info, aTrack(1.05)]))).toBeGreaterThanOrEqual(1)
  expect(faultOf(Buffer.concat([info, aTrack(1)]))).toBe('musica.tooShort')
})

/** The first frame of another encoder that says how many will follow. */
const vbriFrame = (frames: number): Buffer => {
  const frame = aFrame()
  frame.write('VBRI', 36, 'latin1')
  frame.writeUInt32BE(frames, 50)
  return frame
}

/** Two frames of MPEG 2 layer III (16 kbit/s, 24 kHz, mono, 48 bytes each), cut after the second header: 52 bytes. */
const shortVbri = (): Buffer => {
  const frame = Buffer.from([0xff, 0xf3, 0x24, 0xc0, ...Buffer.alloc(44)])
  frame.write('VBRI', 36, 'latin1')
  return Buffer.concat([frame, frame]).subarray(0, 52)
}

test('a frame that is too short for its frame count is not read past its end', () => {
  expect(faultOf(shortVbri())).toBe('musica.tooShort')
})

test('a file of any parts is a track with a length, or is refused', () => {
  const id3v1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)])
  const files = [
    aTrack(2),
    Buffer.concat([infoFrame(77), aTrack(2)]),
    Buffer.concat([vbriFrame(77), aTrack(2)]),
    Buffer.concat([id3(50), id3(300), aTrack(1.2), apeTag(400), id3v1]),
    shortVbri(),
    Buffer.concat(Array.from({ length: 90 }, () => Buffer.from([0xff, 0xf3, 0x14, 0xc0, ...Buffer.alloc(20)]))),
  ]
  const outcomes = new Set<string>()
  fc.assert(
    fc.property(mutated(files), (bytes) => {
      const track = readMp3(bytes)
      if (track instanceof Problem)
        expect(track.code).toMatch(/^musica\.(notMp3|incomplete|joined|stops|tooShort|tooLong)$/)
      else expect(track.segundos >= 1 && track.segundos < 900.5).toBe(true)
      expect(tagLength(bytes)).toBeGreaterThanOrEqual(0)
      expect(new Inspector(bytes.length).take(0, bytes)).toSatisfy((code) => code === null || code === 'musica.notMp3')
      outcomes.add(track instanceof Problem ? track.code : 'taken')
    }),
    { numRuns: casos(400) },
  )
  expect(outcomes).toContain('taken')
  expect(outcomes).toContain('musica.stops')
}, 600_000)
