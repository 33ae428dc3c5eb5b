/** The letters of CP850 from byte 0x80 on, which browsers do not decode: "CSV (MS-DOS)" has them. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'

const decodeCp850 = (bytes: Uint8Array): string => {
  const decoded = new TextDecoder('windows-1252').decode(bytes)
  return decoded.replaceAll(/[^\0-\x7F]/g, (_letter, at: number) => CP850.charAt((bytes[at] ?? 0) - 0x80))
}

export interface Decoded {
  readonly texto: string
  /** Whether the accents may be read wrong. */
  readonly isDoubtful: boolean
}

/**
 * The text of a file: Unicode, or else of the encodings of spreadsheets that save no Unicode (Windows, Mac, MS-DOS) the one that
 * gives Spanish text. In doubt that of Windows.
 */
export function decode(bytes: Uint8Array): Decoded {
  try {
    return { texto: new TextDecoder(unicodeOf(bytes), { fatal: true }).decode(bytes), isDoubtful: false }
  } catch {
    // No Unicode: a spreadsheet saves CSV so.
    const windows = new TextDecoder('windows-1252').decode(bytes)
    const [best, second] = [windows, new TextDecoder('macintosh').decode(bytes), decodeCp850(bytes)]
      .map((texto) => ({ texto, points: pointsOf(texto) }))
      .toSorted((a, b) => b.points - a.points)
    const isSure = best !== undefined && best.points > 0 && (second?.points ?? 0) < 0
    return isSure ? { texto: best.texto, isDoubtful: false } : { texto: windows, isDoubtful: true }
  }
}

/** UTF-16 has a byte order mark, or a zero byte in its first letter, which belongs to the name of a column. */
function unicodeOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8'
}

/** One letter that Spanish text does not have there weighs as much as some that it has. */
const WRONG = -4

/** How Spanish a text looks: by each letter besides ASCII with its neighbours. */
function pointsOf(texto: string): number {
  let points = 0
  for (const { index } of texto.matchAll(/[^\0-\x7F]/g)) {
    points += weightOf(
      texto.charAt(index),
      texto.slice(Math.max(0, index - 2), index),
      texto.slice(index + 1, index + 3),
    )
  }
  return points
}

function weightOf(letter: string, before: string, after: string): number {
  const [follows, leads] = [/\p{L}$/u.test(before), /^\p{L}/u.test(after)]
  if (/[áéíóúüñ]/.test(letter)) return (follows || leads) && !/^\p{Lu}/u.test(after) ? 1 : WRONG
  if (/[ÁÉÍÓÚÜÑ]/.test(letter)) return (follows || leads) && !/\p{Ll}$/u.test(before) ? 1 : WRONG
  // A space between two words; the apostrophe of `D’Angelo`, and not that of the column `D’a`.
  if (letter === '\u00A0') return follows && leads ? 1 : 0
  if (letter === '’' && follows && leads) return /\p{L}{2}$/u.test(before) || /^a(?!\p{L})/u.test(after) ? WRONG : 1
  if (/[‘“«¡¿]/.test(letter)) return follows ? WRONG : 0
  if (/[’”»…]/.test(letter)) return leads ? WRONG : 0
  if (/[–—]/.test(letter)) return follows || leads ? WRONG : 0
  return letter === '€' || (/[ªº°]/.test(letter) && /[\dnN.]$/.test(before) && !leads) ? 0 : WRONG
}
