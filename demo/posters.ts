import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const WIDTH = 1200
const HEIGHT = 800
/** The home page's own posters, drawn by the project. */
const DRAWN = fileURLToPath(new URL('../src/web/public', import.meta.url))

/** Draws the posters as images, as somebody who uploads them would have them. Answers with their names and files. */
export async function makePosters(folder: string): Promise<Map<string, string>> {
  const made = new Map<string, string>()
  const posters = readdirSync(DRAWN).filter((name) => /^cartel-.*\.svg$/.test(name))
  for (const [index, name] of posters.toSorted().entries()) {
    const file = join(folder, `${name}.webp`)
    await sharp(join(DRAWN, name), { density: 192 })
      .resize(WIDTH, HEIGHT, { fit: 'cover' })
      .webp({ quality: 88 })
      .toFile(file)
    made.set(`${index + 1}-${name.replace('.svg', '.webp')}`, file)
  }
  return made
}
