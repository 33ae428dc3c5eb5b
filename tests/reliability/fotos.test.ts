import sharp from 'sharp'
import { expect, test } from 'vitest'
import { convertPhoto } from '../../src/server/files/photo.ts'

test('the memory of the process does not grow with each large photo that it reads', async () => {
  const create = { width: 7_000, height: 7_000, channels: 3, background: '#808080' } as const
  const photo = await sharp({ create }).jpeg({ progressive: true }).toBuffer()
  const read = () => convertPhoto(photo, { width: 512, height: 512 }, '203.0.113.7')
  await read()
  const before = process.memoryUsage().rss
  for (let more = 0; more < 4; more += 1) await read()
  expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(250)
})
