import { formatDuracion } from '#domain/duracion.ts'
import { MUSICA_MAX_S, MUSICA_MIN_S } from '#domain/musica.ts'
import { PROBLEMS } from '#domain/problem.ts'

/** A refused file. */
export interface ArchivoRechazado {
  readonly nombre: string
  readonly bytes: number
  /** Length; `null` when unknown. */
  readonly segundos: number | null
}

/** The message about a refused file: the fault and the remedy. */
export interface Rechazo {
  readonly title: string
  readonly text: string
}

const MAXIMO = `${MUSICA_MAX_S / 60} min`
const MEGA = 1024 * 1024
/** The size of one second of an mp3 at 192 kbps, the rate that the advice assumes. */
const BYTES_PER_S = 192_000 / 8

/** The title and text for a refused track, with the size or length of the file when it is known. */
export function rechazoOf({ code, message }: { code: string; message: string }, archivo: ArchivoRechazado): Rechazo {
  const { nombre, bytes, segundos } = archivo
  if (code === 'musica.notMp3') return { title: `${nombre} no es un mp3.`, text: otherSentences(PROBLEMS[code]) }
  if (code === 'musica.tooLarge') {
    return {
      title: `El archivo pesa ${Math.ceil((bytes / MEGA) * 10) / 10}\u00a0MB.`,
      text: `El máximo es 30\u00a0MB. ${adviceText(segundos)}`,
    }
  }
  if (code === 'musica.tooShort' && segundos !== null && segundos < MUSICA_MIN_S) {
    return {
      title: `La música dura ${segundos.toFixed(1)} s.`,
      text: `El mínimo es ${MUSICA_MIN_S} s. ${otherSentences(PROBLEMS[code])}`,
    }
  }
  if (code === 'musica.tooLong' && segundos !== null && segundos > MUSICA_MAX_S) {
    return {
      title: `La música dura ${formatDuracion(segundos)}.`,
      text: `El máximo es ${MAXIMO}. ${otherSentences(PROBLEMS[code])}`,
    }
  }
  return { title: firstSentence(message), text: otherSentences(message) }
}

/** Advice to export the file at 192 kbps, with the size that it would then have. */
function adviceText(segundos: number | null): string {
  if (segundos === null) return `Expórtalo a 192 kbps: ${MAXIMO} pesan cerca de ${roundMegas(MUSICA_MAX_S)}.`
  if (segundos <= MUSICA_MAX_S) return `Expórtalo a 192 kbps y pesará cerca de ${roundMegas(segundos)}.`
  return `Además dura ${formatDuracion(segundos)} y el máximo es ${MAXIMO}. Recórtalo y expórtalo a 192 kbps.`
}

function roundMegas(segundos: number): string {
  return `${Math.ceil((segundos * BYTES_PER_S) / MEGA)}\u00a0MB`
}

const SENTENCE_END = '. '

function firstSentence(message: string): string {
  const end = message.indexOf(SENTENCE_END)
  return end === -1 ? message : message.slice(0, end + 1)
}

function otherSentences(message: string): string {
  const end = message.indexOf(SENTENCE_END)
  return end === -1 ? '' : message.slice(end + SENTENCE_END.length)
}
