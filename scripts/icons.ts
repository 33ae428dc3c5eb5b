/** `node scripts/icons.ts`: draws the icons of the installed app from `favicon.svg`. Run it when that drawing changes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const PUBLIC = fileURLToPath(new URL('../src/web/public', import.meta.url))
/** The background of the drawing, with its round corners. */
const BACK = /<rect width="64" height="64" rx="14" fill="([^"]+)" \/>/

const drawing = readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8')
const [back, stage] = BACK.exec(drawing) ?? []
if (!back) throw new Error('favicon.svg has no background.')

/** Fills the square and draws the sign smaller, since the system cuts a shape of its own out of the icon. */
function withMargin(scale: number): string {
  const inner = drawing.replace(back ?? '', '').replace(/<\/?svg[^>]*>/g, '')
  const shift = 32 * (1 - scale)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${stage}" /><g transform="translate(${shift} ${shift}) scale(${scale})">${inner}</g></svg>`
}

const ICONS = [
  ['icono-192.png', 192, drawing],
  ['icono-512.png', 512, drawing],
  // What counts stays in the inner circle, four fifths of the width.
  ['icono-recortable-192.png', 192, withMargin(0.78)],
  ['icono-recortable-512.png', 512, withMargin(0.78)],
  // iOS rounds the corners itself and shows no transparency.
  ['icono-180.png', 180, withMargin(0.9)],
] as const

for (const [file, size, svg] of ICONS) {
  const density = (72 * size) / 64
  await sharp(Buffer.from(svg), { density })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(PUBLIC, file))
}
