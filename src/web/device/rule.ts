import type { Parts } from '#contract/live.ts'
import { diasPublicados } from '#domain/ajustes.ts'
import { DIAS, type Dia } from '#domain/dia.ts'
import { detalle, type Detalle, type Resultados, type ResultadosPart } from '#contract/views/calificaciones.ts'
import { portada, type Portada } from '#contract/views/portada.ts'
import { PUBLICAS } from '#contract/views/publicas.ts'
import { viewKey } from '#contract/view.ts'

// What may stay on a device: what the declaration of a view allows with `keeps` (`#contract/view.ts`), and nothing of other views. Here:
// copies of public views, as a visitor sees them. Besides them: the documents and marks of a judge (`database.ts`, `../outbox`), what a
// post receives by its link, with its tracks and taps (`puesto.ts`), the files of the program (`../worker`, `files.ts`), and in local and
// session storage that a session is open, that the browser is a post, the ids of person and judge, the token of a screen's link, the
// followed entries, the mode and the light, the searches and the open days of the results. When each goes: `docs/architecture.md`.

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

/**
 * Whether a visitor may see these parts: results and details only of published days and, while results are retained, of
 * announced categories; the rest always.
 */
export function isPublic(key: string, parts: Parts, home: Pick<Portada, 'publicado' | 'anunciadas'>): boolean {
  const dia = diaOf(key)
  const shown = dia === undefined ? [] : Object.values(parts as Record<string, Mostrado>).filter(showsResults)
  if (dia === undefined || shown.length === 0) return true
  const { publicado, anunciadas } = home
  return diasPublicados(publicado).includes(dia) && shown.every((part) => isAnunciada(key, part, anunciadas))
}

type Mostrado = Detalle | ResultadosPart

/** Whether a part contains results. Parts without any say that the day is not published. */
function showsResults(part: Mostrado): boolean {
  return part.tipo === 'categoria' || (part.tipo === 'detalle' && part.encontrado)
}

/** Whether the public may know the category of a part: nothing is retained, it was announced, or the part tells no result. */
function isAnunciada(key: string, part: Mostrado, anunciadas: readonly string[] | undefined): boolean {
  if (!anunciadas) return true
  if (part.tipo === 'categoria') return part.retenida === true || !part.calificada || anunciadas.includes(part.id)
  return anunciadas.includes(paramsOf(key).get('categoriaId') ?? '')
}

/** The day whose results a key names; `undefined` for the home page and the schedule. */
function diaOf(key: string): Dia | undefined {
  const dia = paramsOf(key).get('dia')
  return DIAS.find((one) => one === dia)
}

const paramsOf = (key: string) => new URLSearchParams(key.split('?')[1] ?? '')
