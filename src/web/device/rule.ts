import type { Parts } from '#contract/live.ts'
import { diasPublicados } from '#domain/ajustes.ts'
import { DIAS, type Dia } from '#domain/dia.ts'
import { detalle, type Detalle, type Resultados, type ResultadosPart } from '#contract/views/calificaciones.ts'
import { portada, type Portada } from '#contract/views/portada.ts'
import { PUBLICAS } from '#contract/views/publicas.ts'
import { viewKey } from '#contract/view.ts'

export const PORTADA = viewKey(portada)
/** The public views that every device keeps. A device keeps a detail only after it was opened. */
export const ALWAYS: readonly string[] = [...new Set(PUBLICAS.flatMap(({ views }) => views.map(({ key }) => key)))]

export function isDetalle(key: string): boolean {
  return key.startsWith(`${detalle.name}?`)
}

/** Whether the view of a key has the same bytes for everyone. A judge sees less of the results than the public. */
export function isForAll(key: string): boolean {
  return diaOf(key) === undefined
}

/** Whether the live document of a view says that the public may not see it, or that it is gone. */
export function isTakenBack(key: string, document: unknown): boolean {
  if (isDetalle(key)) return !(document as Detalle).encontrado
  return !isForAll(key) && !(document as Resultados | undefined)?.publicado
}

/** Whether a visitor may see these parts: results and details only of published days, the rest always. */
export function isPublic(key: string, parts: Parts, { publicado }: Pick<Portada, 'publicado'>): boolean {
  const dia = diaOf(key)
  return dia === undefined || diasPublicados(publicado).includes(dia) || !showsResults(parts)
}

/** Whether parts of results contain any. Without, they say that the day is not published. */
function showsResults(parts: Parts): boolean {
  const documents = Object.values(parts) as readonly (Detalle | ResultadosPart)[]
  return documents.some((part) => part.tipo === 'categoria' || (part.tipo === 'detalle' && part.encontrado))
}

/** The day whose results a key names; `undefined` for the home page and the schedule. */
function diaOf(key: string): Dia | undefined {
  const dia = new URLSearchParams(key.split('?')[1] ?? '').get('dia')
  return DIAS.find((one) => one === dia)
}
