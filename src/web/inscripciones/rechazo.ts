import type { ApiProblem } from '../api/request.ts'
import { formatDuracion, MUSICA_MAX_S, MUSICA_MIN_S } from '#domain/musica.ts'

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
  /** The session ended: the person signs in first. */
  readonly needsSignIn?: true
}

const MAXIMO = `${MUSICA_MAX_S / 60} min`
const MEGA = 1024 * 1024
/** The size of one second of an mp3 at 192 kbps, the rate that the advice assumes. */
const BYTES_PER_S = 192_000 / 8

type Refusal = Pick<ApiProblem, 'code' | 'message' | 'fields'>

/** The title and text for a refused track, with the size or length of the file when it is known. */
export function rechazoOf({ code, message, fields }: Refusal, archivo: ArchivoRechazado): Rechazo {
  const { nombre, bytes, segundos } = archivo
  const [first, others] = sentencesOf(message)
  if (code.startsWith('session.')) {
    return {
      title: 'Debes iniciar sesión para agregar competidores.',
      text: 'Tu sesión terminó. Inicia sesión para subir la música.',
      needsSignIn: true,
    }
  }
  // One sentence, with the figures of the server.
  if (fields['musica']) return { title: nombre, text: fields['musica'] }
  if (code === 'musica.notMp3') return { title: `${nombre} no es un mp3.`, text: others }
  if (code === 'musica.tooLarge') {
    return {
      title: `El archivo pesa ${Math.ceil((bytes / MEGA) * 10) / 10}\u00a0MB.`,
      text: `El máximo es 30\u00a0MB. ${adviceText(segundos)}`,
    }
  }
  // The length as this browser measures it may not say so.
  if (code === 'musica.tooShort' && segundos !== null && segundos < MUSICA_MIN_S)
    return { title: `La música dura ${segundos.toFixed(1)} s.`, text: `El mínimo es ${MUSICA_MIN_S} s. ${others}` }
  if (code === 'musica.tooLong' && segundos !== null && segundos > MUSICA_MAX_S)
    return { title: `La música dura ${formatDuracion(segundos)}.`, text: `El máximo es ${MAXIMO}. ${others}` }
  return { title: first, text: others }
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

/** The first sentence of a message, and the others. */
function sentencesOf(message: string): readonly [first: string, others: string] {
  const [, first = message, others = ''] = /^(.*?\.) (.*)$/s.exec(message) ?? []
  return [first, others]
}
