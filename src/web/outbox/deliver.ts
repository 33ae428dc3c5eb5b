import { handInTardia, sendCalificacion } from '#contract/calificaciones.ts'
import type { Output } from '#contract/define.ts'
import { ApiProblem, limitOf, request, UNREADABLE, type Address } from '../api/request.ts'
import type { Pendiente, Respuesta } from './mark.ts'

/**
 * `sinRespuesta`: no answer, or one that does not decide about the mark (a proxy, a fault of the server, a limit); the mark
 * is sent again. `sinSesion`: the session does not permit it.
 */
export type Outcome =
  | Respuesta
  | { readonly tipo: 'sinRespuesta' }
  | { readonly tipo: 'sinSesion'; readonly error: ApiProblem }

/** A request that has no answer after this long is sent again. The key makes a repeat harmless. */
const LIMIT_MS = 15_000

/** The bar of the judge tells that a mark waits: no toast repeats it over the keypad. */
const onAgain = (): void => {}

/** Sends one mark, under its key. */
export async function deliver(mark: Pendiente, cancelled: AbortSignal): Promise<Outcome> {
  const signal = limitOf(LIMIT_MS, cancelled)
  const { juezId, competidorId, criterios, version, clave } = mark
  try {
    if (mark.via === 'tardias') {
      await request(
        pickAddress(handInTardia),
        { clave, competidorId, criterios, juezId },
        {
          key: clave,
          signal,
          onAgain,
        },
      )
      return { tipo: 'tardia' }
    }
    const input = { competidorId, criterios, version, juezId }
    const { output } = await request<Output<typeof sendCalificacion>>(pickAddress(sendCalificacion), input, {
      key: clave,
      signal,
      onAgain,
    })
    return output.estado === 'tardia' ? { tipo: 'tardia' } : { tipo: 'enviada', version: output.version }
  } catch (error) {
    if (error instanceof ApiProblem) return outcomeOf(error)
    throw error
  }
}

function pickAddress({ method, path }: Address): Address {
  return { method, path }
}

/** Converts a refusal to the outcome of the sending. */
export function outcomeOf(error: ApiProblem): Outcome {
  const { code, status, fields, message } = error
  if (status === 0 || status >= 500 || status === 429 || code === UNREADABLE) return { tipo: 'sinRespuesta' }
  if (status === 401 || status === 403)
    return code.startsWith('session.') ? { tipo: 'sinSesion', error } : { tipo: 'sinRespuesta' }
  if (code === 'calificacion.versions') return { tipo: 'versiones' }
  if (code === 'input.invalid') return { tipo: 'invalida', faltas: faltasOf(fields) }
  return { tipo: 'rechazada', problema: message }
}

/** The sentences by criterion: the field of a criterion is `criterios.KEY`. */
function faltasOf(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([field, said]) => [field.replace(/^criterios\./, ''), said]))
}
