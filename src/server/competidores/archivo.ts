import { nombreOf, type Competidor } from '#domain/competidor.ts'
import type { Relacionado } from '#domain/relacion.ts'

const NAME_MAX = 120
/** File systems limit a name to 255 bytes. The rest is for a number and the extension. */
const NAME_BYTES_MAX = 240

/** The name of a track in the archive, `001 - Categoría - Nombre.mp3`, with characters that every file system accepts. */
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

/** The length of a letter in UTF-8. */
function bytesOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** Removes characters of paths, control characters and marks of text direction, which would hide the extension. */
function plain(text: string): string {
  return text
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Bidi_Control}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '')
}
