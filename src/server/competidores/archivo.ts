import { nombreOf, type Competidor } from '#domain/competidor.ts'
import type { Relacionado } from '#domain/relacion.ts'

const NAME_MAX = 120
/** File systems count bytes, and stop at 255: this leaves room for what comes behind. */
const NAME_BYTES_MAX = 240

/** `001 - Categoría - Nombre.mp3`, in letters that every file system takes. */
export function archivoOf({ turno, categoria, competidor }: Relacionado<Competidor>): string {
  const number = turno === null ? 'Sin orden' : String(turno).padStart(3, '0')
  const name = [number, categoria, nombreOf(competidor)].map(plain).join(' - ')
  return `${cut(name).trim()}.mp3`
}

function cut(name: string): string {
  let bytes = 0
  return Array.from(name)
    .slice(0, NAME_MAX)
    .filter((letter) => (bytes += bytesOf(letter)) <= NAME_BYTES_MAX)
    .join('')
}

/** What a letter takes in UTF-8. */
function bytesOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** Without what paths are made of, and without what turns the direction: a name shows its end at its end. */
function plain(text: string): string {
  return text
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Bidi_Control}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '')
}
