import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Problem } from '#domain/problem.ts'
import { measureJpeg, convertPhoto } from '../../src/server/files/photo.ts'
import { mutated } from '../support/mutations.ts'
import { casos } from '../support/random.ts'

const BOX = { width: 512, height: 512 }
const HERE = '203.0.113.7'

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
async function inPasses(bits: number, side = 64): Promise<Buffer> {
  const jpeg = await aProgressive(side)
  const first = jpeg.subarray(0, jpeg.indexOf(SCAN, jpeg.indexOf(SCAN) + 2))
  const passes = Array.from({ length: COEFFICIENTS * bits }, (_, index) => {
    const [which, low] = [1 + Math.floor(index / bits), bits - 1 - (index % bits)]
    const high = low === bits - 1 ? 0 : low + 1
    return Buffer.from([0xff, 0xda, 0x00, 0x08, 0x01, 0x01, 0x00, which, which, (high << 4) | low, 0x01])
  })
  return Buffer.concat([first, ...passes, END])
}

test('passes are counted up to the end of the picture, and not inside comments or behind it', async () => {
  const photo = await inPasses(2)
  expect((await measureJpeg(photo)).scans).toBe(1 + 2 * COEFFICIENTS)
  // Inside a comment, and in a film behind the photo, the same bytes mean nothing.
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0x00, 0x0a]), SCAN, SCAN, SCAN, SCAN])
  const dressed = Buffer.concat([photo.subarray(0, 2), comment, photo.subarray(2), Buffer.alloc(400, SCAN)])
  expect((await measureJpeg(dressed)).scans).toBe((await measureJpeg(photo)).scans)
})

test('a photo with hundreds of passes is refused before the first is decoded, and one with a few is accepted', async () => {
  expect((await sharp(await convertPhoto(await inPasses(1), BOX, HERE)).metadata()).format).toBe('webp')
  await expect(convertPhoto(await inPasses(12), BOX, HERE)).rejects.toMatchObject({ code: 'imagen.unreadable' })
})

test('a large photo with the passes that a small one may have is refused: a decoder reads all of it in each pass', async () => {
  const photo = await inPasses(1, 4_000)
  expect(await measureJpeg(photo)).toMatchObject({ scans: 1 + COEFFICIENTS, pixels: 4_000 * 4_000 })
  const began = Promise.withResolvers<string>()
  const refused = convertPhoto(photo, BOX, HERE).catch((error: Problem) => began.resolve(error.code))
  // One that is decoded would come after this one, which waits for the decoder.
  const other = convertPhoto(await aProgressive(2_000), BOX, HERE).then(() => began.resolve('other'))
  expect(await began.promise).toBe('imagen.unreadable')
  await Promise.all([refused, other])
})

test('one network gets at most half of the places for photos', async () => {
  const photo = await aProgressive(64)
  const sent = (network: string, times: number) =>
    Array.from({ length: times }, () => convertPhoto(photo, BOX, network))
  const [flood, other] = await Promise.all(
    [sent(HERE, 40), sent('198.51.100.1', 1)].map((all) => Promise.allSettled(all)),
  )
  const taken = (all = flood) => all?.filter(({ status }) => status === 'fulfilled').length
  expect([taken(), taken(other)]).toEqual([16, 1])
})

test.each([0, 1, 2, 3, 500])('%i bytes are refused as a photo, without an error of the server', async (length) => {
  const bytes = Buffer.alloc(length, 0xff)
  expect((await measureJpeg(bytes)).scans).toBe(0)
  await expect(convertPhoto(bytes, BOX, HERE)).rejects.toMatchObject({ code: 'imagen.unreadable' })
})

test.each([
  ['a point', { width: 1, height: 1 }, '1x1'],
  ['a line', { width: 65_000, height: 1 }, '512x1'],
] as const)('%s comes out as %j', async (_what, size, expected) => {
  const photo = await sharp({ create: { ...size, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const { width, height } = await sharp(await convertPhoto(photo, BOX, HERE)).metadata()
  expect(`${width}x${height}`).toBe(expected)
})

test('the first picture of an animation is kept, and the colours of a print become those of a screen', async () => {
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
    const { space, pages = 1 } = await sharp(await convertPhoto(photo, BOX, HERE)).metadata()
    expect([space, pages]).toEqual(['srgb', 1])
  }
})

const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
)

test('a file of another format is refused while a photo is being read, and does not wait for it', async () => {
  const settled: string[] = []
  const photo = convertPhoto(await aProgressive(4_000), BOX, HERE).then(() => settled.push('photo'))
  await convertPhoto(SVG, BOX, HERE).catch((error: Problem) => settled.push(error.code))
  await photo
  expect(settled).toEqual(['imagen.unreadable', 'photo'])
})

const shapes = [{}, { progressive: true }, { chromaSubsampling: '4:4:4' }, { optimiseCoding: false }] as const

test.each(shapes)('a JPEG without its end mark is converted as with it: %j', async (options) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const drawn = sharp({ create: { width: 300, height: 200, channels: 3, background: '#b0136b', noise } })
  const jpeg = await drawn.jpeg(options).toBuffer()
  const whole = await convertPhoto(jpeg, BOX, HERE)
  for (const missing of [1, 2]) expect(await convertPhoto(jpeg.subarray(0, -missing), BOX, HERE)).toEqual(whole)
  for (const cut of [0.05, 0.2, 0.5, 0.8, 0.95]) {
    const broken = jpeg.subarray(0, jpeg.length * cut)
    await expect(convertPhoto(broken, BOX, HERE), `${cut}`).rejects.toMatchObject({ code: 'imagen.unreadable' })
  }
})

test('a JPEG with its end mark may have bytes of which a decoder warns', async () => {
  const jpeg = await aProgressive(64)
  const scan = jpeg.indexOf(SCAN)
  const odd = Buffer.concat([jpeg.subarray(0, scan), Buffer.alloc(9, 1), jpeg.subarray(scan)])
  expect((await measureJpeg(odd)).hasEnd).toBe(true)
  expect(await convertPhoto(odd, BOX, HERE)).toEqual(await convertPhoto(jpeg, BOX, HERE))
  expect((await measureJpeg(odd.subarray(0, -2))).hasEnd).toBe(false)
})

test('the refusal of a HEIC says how an iPhone takes other photos, for any file name', async () => {
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(5_000, 3)])
  await expect(convertPhoto(heic, BOX, HERE)).rejects.toMatchObject({
    code: 'imagen.heic',
    message: 'En el iPhone: Ajustes, Cámara, Formatos, «Más compatible»; o elige una captura.',
  })
})

test('the server cannot decode SVG and GIF', async () => {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  for (const bytes of [SVG, gif]) await expect(sharp(bytes).metadata()).rejects.toThrow('unsupported image format')
})

test('ten megabytes of empty markers do not block the event loop', async () => {
  const bytes = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(10_000_000, Buffer.from([0xff, 0x00]))])
  let turns = 0
  const beat = (): void => {
    turns += 1
    going = setImmediate(beat)
  }
  let going = setImmediate(beat)
  expect((await measureJpeg(bytes)).scans).toBe(0)
  clearImmediate(going)
  expect(turns).toBeGreaterThan(100)
})

test('a file of any parts is converted to a photo or refused', async () => {
  const drawn = sharp({
    create: {
      width: 60,
      height: 40,
      channels: 3,
      background: '#b0136b',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
  const [jpeg, png] = [await drawn.clone().jpeg().toBuffer(), await drawn.clone().png().toBuffer()]
  const files = [
    jpeg,
    png,
    await sharp(jpeg)
      .jpeg({ progressive: true })
      .withExif({ IFD0: { Copyright: 'x' } })
      .toBuffer(),
    await sharp(png).png({ progressive: true, palette: true }).toBuffer(),
    await sharp(png).webp().toBuffer(),
    await sharp(png).webp({ lossless: true }).withIccProfile('p3').toBuffer(),
    await sharp([png, png], { join: { animated: true } })
      .webp()
      .toBuffer(),
  ]
  const outcomes = new Set<string>()
  await fc.assert(
    fc.asyncProperty(mutated(files), async (bytes) => {
      const photo = await convertPhoto(bytes, BOX, HERE).catch((error: unknown) => error)
      if (photo instanceof Problem) expect(photo.code).toBe('imagen.unreadable')
      else expect(Buffer.isBuffer(photo) && photo.toString('latin1', 8, 12)).toBe('WEBP')
      outcomes.add(photo instanceof Problem ? 'refused' : 'taken')
    }),
    { numRuns: casos(100) },
  )
  expect(outcomes).toEqual(new Set(['refused', 'taken']))
}, 600_000)
