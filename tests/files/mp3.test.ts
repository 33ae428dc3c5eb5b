import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { beginsAsMp3, HEAD_BYTES, readMp3, tagLength } from '../../src/server/files/mp3.ts'
import { aFrame, aTrack, HOSTILE, id3, infoFrame } from '../support/mp3.ts'
import { mutated, runsOr } from '../support/mutations.ts'

const secondsOf = (bytes: Buffer): number => {
  const track = readMp3(bytes)
  if (track.fault !== null) throw new Error(track.fault)
  return track.segundos
}

const apeTag = (bytes: number): Buffer => {
  const footer = Buffer.alloc(32)
  footer.write('APETAGEX', 'latin1')
  footer.writeUInt32LE(bytes + 32, 12)
  return Buffer.concat([Buffer.alloc(bytes, 1), footer])
}

test('a track is as long as its frames, whatever tags stand around it', () => {
  const track = aTrack(3)
  const id3v1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)])
  const dressed = Buffer.concat([id3(90_000), id3(10), track, apeTag(4_000), id3v1])
  expect(secondsOf(track)).toBeCloseTo(3, 1)
  expect(secondsOf(dressed)).toBe(secondsOf(track))
})

test('the frame that only says how many follow is no music', () => {
  const track = aTrack(3)
  expect(secondsOf(Buffer.concat([infoFrame(track.length / 417), track]))).toBe(secondsOf(track))
})

test.each([
  ['salsa.mp3', 10.16],
  ['kizomba.mp3', 19.25],
])('%s, of a common encoder, is taken', (name, seconds) => {
  const bytes = readFileSync(new URL(`../../demo/musica/${name}`, import.meta.url))
  expect(secondsOf(bytes)).toBeCloseTo(seconds, 1)
  expect(readMp3(bytes.subarray(0, bytes.length / 2)).fault).toBe('musica.damaged')
})

test.each(HOSTILE)('$name is no track: $code', ({ bytes, code }) => {
  expect(readMp3(bytes)).toEqual({ fault: code })
})

test('one second is long enough, fifteen minutes short enough', () => {
  expect(secondsOf(aTrack(1))).toBeGreaterThanOrEqual(1)
  expect(secondsOf(aTrack(15 * 60 - 1))).toBeLessThanOrEqual(900)
})

test('an empty file is no track', () => {
  expect(readMp3(Buffer.alloc(0)).fault).toBe('musica.notMp3')
})

test('the first bytes behind the tags already tell what is no mp3', () => {
  expect(beginsAsMp3(aTrack(1).subarray(0, HEAD_BYTES))).toBe(true)
  expect(beginsAsMp3(Buffer.concat([Buffer.alloc(2_000), aTrack(1)]).subarray(0, HEAD_BYTES))).toBe(true)
  for (const { name, bytes } of HOSTILE.filter(({ code }) => code === 'musica.notMp3')) {
    const behind = name.includes('ID3') ? bytes.subarray(510) : bytes
    expect(beginsAsMp3(behind.subarray(0, HEAD_BYTES)), name).toBe(false)
  }
})

/** The refusal of a file, and how many frames were looked for in it. */
function costOf(bytes: Buffer): { fault: string | null; looked: number } {
  const read = vi.spyOn(Buffer.prototype, 'readUInt32BE')
  const { fault } = readMp3(bytes)
  const looked = read.mock.calls.length
  read.mockRestore()
  return { fault, looked }
}

test('thirty million bytes that all look like a beginning are not all tried as one', () => {
  const { fault, looked } = costOf(Buffer.alloc(30_000_000, 0xff))
  expect(fault).toBe('musica.notMp3')
  expect(looked).toBeLessThan(200_000)
})

test('more than a million frames of the smallest size are not counted to the last', () => {
  // MPEG 2 layer III, 8 kbit/s, 24 kHz: 24 bytes each, of 24 ms.
  const FRAME_S = 0.024
  const frame = Buffer.from([0xff, 0xf3, 0x14, 0x00, ...Buffer.alloc(20)])
  const { fault, looked } = costOf(Buffer.alloc(30_000_000, frame))
  expect(fault).toBe('musica.tooLong')
  // What is longer than fifteen minutes has been followed for so long, frame by frame.
  expect(looked).toBeGreaterThan((15 * 60) / FRAME_S)
  expect(looked).toBeLessThan(200_000)
})

test('a track of an hour that says how long it is has too much of it, and is not damaged', () => {
  const frames = Math.ceil((3_600 * 44_100) / 1_152)
  expect(readMp3(Buffer.concat([infoFrame(frames), aTrack(3_600)])).fault).toBe('musica.tooLong')
})

test('a file of nothing but tags is damaged, and is not read tag by tag to its end', () => {
  const tags = (count: number): Buffer => Buffer.concat(Array.from({ length: count }, () => id3(0)))
  expect(readMp3(Buffer.concat([tags(3), aTrack(2)])).fault).toBeNull()
  expect(readMp3(Buffer.concat([tags(20), aTrack(2)])).fault).toBe('musica.damaged')
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

test('a frame too short for the count that it announces is read no further than its end', () => {
  expect(readMp3(shortVbri())).toEqual({ fault: 'musica.damaged' })
})

test('whatever a file is made of, it is a track of so many seconds or it is refused', () => {
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
      if (track.fault === null) expect(track.segundos >= 1 && track.segundos <= 900).toBe(true)
      else expect(track.fault).toMatch(/^musica\.(notMp3|damaged|tooShort|tooLong)$/)
      expect([typeof beginsAsMp3(bytes.subarray(0, HEAD_BYTES)), tagLength(bytes) >= 0]).toEqual(['boolean', true])
      outcomes.add(track.fault ?? 'taken')
    }),
    { numRuns: runsOr(200) },
  )
  expect(outcomes).toContain('taken')
  expect(outcomes).toContain('musica.damaged')
}, 600_000)
