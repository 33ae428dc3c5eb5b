import sharp from 'sharp'
import { expect, test } from 'vitest'
import { countScans } from '../../src/server/files/jpeg.ts'
import { readPhoto } from '../../src/server/files/photo.ts'

const BOX = { width: 512, height: 512 }

/** One colour, drawn in several passes: small to send, and a decoder has to hold all of it. */
function aProgressive(side: number, background = '#808080'): Promise<Buffer> {
  const create = { width: side, height: side, channels: 3, background } as const
  return sharp({ create }).jpeg({ progressive: true }).toBuffer()
}

const SCAN = Buffer.from([0xff, 0xda])
const END = Buffer.from([0xff, 0xd9])
const COEFFICIENTS = 63

/**
 * A photo in a great many passes, every one in order: each coefficient by itself, from a high bit to the lowest. What is in
 * a pass says that there is nothing in it, in one byte.
 */
async function inPasses(bits: number): Promise<Buffer> {
  const jpeg = await aProgressive(64)
  const first = jpeg.subarray(0, jpeg.indexOf(SCAN, jpeg.indexOf(SCAN) + 2))
  const passes = Array.from({ length: COEFFICIENTS * bits }, (_, index) => {
    const [which, low] = [1 + Math.floor(index / bits), bits - 1 - (index % bits)]
    const high = low === bits - 1 ? 0 : low + 1
    return Buffer.from([0xff, 0xda, 0x00, 0x08, 0x01, 0x01, 0x00, which, which, (high << 4) | low, 0x01])
  })
  return Buffer.concat([first, ...passes, END])
}

test('of the large photos that came, none is kept in memory', async () => {
  const photo = await aProgressive(7_000)
  await readPhoto(photo, BOX)
  const before = process.memoryUsage().rss
  for (let more = 0; more < 4; more += 1) await readPhoto(photo, BOX)
  expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(250)
}, 60_000)

test('passes are counted up to the end of the picture, whatever stands in between and behind', async () => {
  const photo = await inPasses(2)
  expect(countScans(photo)).toBe(1 + 2 * COEFFICIENTS)
  // Inside a comment, and in a film behind the photo, the same bytes mean nothing.
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0x00, 0x0a]), SCAN, SCAN, SCAN, SCAN])
  const dressed = Buffer.concat([photo.subarray(0, 2), comment, photo.subarray(2), Buffer.alloc(400, SCAN)])
  expect(countScans(dressed)).toBe(countScans(photo))
})

test('a photo that is drawn in hundreds of passes is refused before the first, one in a few is taken', async () => {
  expect((await sharp(await readPhoto(await inPasses(1), BOX)).metadata()).format).toBe('webp')
  await expect(readPhoto(await inPasses(12), BOX)).rejects.toMatchObject({ code: 'imagen.unreadable' })
})

test.each([0, 1, 2, 3, 500])('%i bytes are no photo, and no fault', async (length) => {
  const bytes = Buffer.alloc(length, 0xff)
  expect(countScans(bytes)).toBe(0)
  await expect(readPhoto(bytes, BOX)).rejects.toMatchObject({ code: 'imagen.unreadable' })
})

test.each([
  ['a point', { width: 1, height: 1 }, '1x1'],
  ['a line', { width: 65_000, height: 1 }, '512x1'],
] as const)('%s comes out as %j', async (_what, size, expected) => {
  const photo = await sharp({ create: { ...size, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const { width, height } = await sharp(await readPhoto(photo, BOX)).metadata()
  expect(`${width}x${height}`).toBe(expected)
})

test('a film of pictures comes out as its first, a print’s colours as a screen’s', async () => {
  const frames = await Promise.all(
    ['red', 'blue'].map((background) =>
      sharp({ create: { width: 40, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const film = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  const print = await sharp(frames[0]).toColourspace('cmyk').jpeg().toBuffer()
  for (const photo of [film, print]) {
    const { space, pages = 1 } = await sharp(await readPhoto(photo, BOX)).metadata()
    expect([space, pages]).toEqual(['srgb', 1])
  }
})
