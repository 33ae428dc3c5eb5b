import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const WIDTH = 1200
const HEIGHT = 800
/** The home page's own posters, drawn by the project. */
const DRAWN = fileURLToPath(new URL('../src/web/public', import.meta.url))

/** What they show, in the order of the home page: their files' names say it to who does not see them. */
export const POSTERS = [
  ['cartel-dalia.svg', 'diez_años_en_pista.webp'],
  ['cartel-aniversario.svg', 'décimo_aniversario.webp'],
  ['cartel-rueda.svg', 'rueda_de_casino.webp'],
  ['cartel-clave.svg', 'tres_días_una_sola_clave.webp'],
] as const

/** Draws the posters as images, as somebody who uploads them would have them. Answers with their names and files. */
export async function makePosters(folder: string): Promise<Map<string, string>> {
  const made = new Map<string, string>()
  for (const [drawn, name] of POSTERS) {
    const file = join(folder, name)
    await sharp(join(DRAWN, drawn), { density: 192 })
      .resize(WIDTH, HEIGHT, { fit: 'cover' })
      .webp({ quality: 88 })
      .toFile(file)
    made.set(name, file)
  }
  return made
}
