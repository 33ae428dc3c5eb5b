import type { Parts } from '#contract/live.ts'
import { diasPublicados } from '#domain/ajustes.ts'
import { DIAS, type Dia } from '#domain/dia.ts'
import {
  detalle,
  resultados,
  type Detalle,
  type Resultados,
  type ResultadosPart,
} from '#contract/views/calificaciones.ts'
import { horario } from '#contract/views/horario.ts'
import { portada, type Portada } from '#contract/views/portada.ts'
import { viewKey } from '#contract/view.ts'
import type { AnyView } from '../live/openView.ts'
import type { KeptOptions } from './options.ts'

export const PORTADA = viewKey(portada)
/** The views that every device keeps, by key. */
export const ALWAYS: ReadonlyMap<string, AnyView> = new Map<string, AnyView>([
  [PORTADA, portada],
  [viewKey(horario), horario],
  ...DIAS.map((dia) => [viewKey(resultados, { dia }), resultados] as const),
])
const DETALLE = `${detalle.name}?`
const MOST_DETALLES = 20

/** Whether a key names the detail of an entry. A device keeps a detail only after it was opened. */
export function isDetalle(key: string): boolean {
  return key.startsWith(DETALLE)
}

/** Deletes the oldest details, but for the last 20. */
export async function dropOldDetalles(copies: KeptOptions['copies']): Promise<void> {
  const detalles = (await copies.list()).filter(({ key }) => isDetalle(key))
  for (const { key } of detalles.slice(0, -MOST_DETALLES)) await copies.delete(key)
}

/** The views that a device may keep: those of the home page, the schedule, the results and their details. */
export function isPublicKey(key: string): boolean {
  return ALWAYS.has(key) || isDetalle(key)
}

/** Whether the parts of a view contain published results. Always false for the home page and the schedule. */
export function showsResults(key: string, parts: Parts): boolean {
  if (diaOf(key) === undefined) return false
  const documents = Object.values(parts) as readonly (Detalle | ResultadosPart)[]
  return documents.some((part) => part.tipo === 'categoria' || (part.tipo === 'detalle' && part.encontrado))
}

/** Whether the live document of a view says that the public may not see it, or that it is gone. */
export function isTakenBack(key: string, document: unknown): boolean {
  if (isDetalle(key)) return !(document as Detalle).encontrado
  return diaOf(key) !== undefined && !(document as Resultados | undefined)?.publicado
}

/** Whether a visitor may see the view of a key: home page and schedule always, results and details of published days. */
export function isPublished(key: string, { publicado }: Pick<Portada, 'publicado'>): boolean {
  const dia = diaOf(key)
  return dia === undefined || diasPublicados(publicado).includes(dia)
}

/** The day whose results a key names; `undefined` for the home page and the schedule. */
function diaOf(key: string): Dia | undefined {
  const dia = new URLSearchParams(key.split('?')[1] ?? '').get('dia')
  return DIAS.find((one) => one === dia)
}
