import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const WIDTH = 1200
const HEIGHT = 800
/** The posters of the web app. */
const SOURCES = fileURLToPath(new URL('../src/web/public', import.meta.url))

/** The drawings and their file names, in the order of the home page. The alternative texts come from the file names. */
export const POSTERS = [
  ['cartel-dalia.svg', 'diez_años_en_pista.webp'],
  ['cartel-aniversario.svg', 'décimo_aniversario.webp'],
  ['cartel-rueda.svg', 'rueda_de_casino.webp'],
  ['cartel-clave.svg', 'tres_días_una_sola_clave.webp'],
] as const

/** Converts the posters to images. Returns their files by name. */
export async function makePosters(folder: string): Promise<Map<string, string>> {
  const made = new Map<string, string>()
  for (const [source, name] of POSTERS) {
    const file = join(folder, name)
    await sharp(join(SOURCES, source), { density: 192 })
      .resize(WIDTH, HEIGHT, { fit: 'cover' })
      .webp({ quality: 88 })
      .toFile(file)
    made.set(name, file)
  }
  return made
}
