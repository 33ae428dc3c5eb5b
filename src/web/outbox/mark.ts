import type { MarcaPropia, TardiaPropia } from '#contract/views/jueces.ts'
import type { Papeleta } from '#domain/papeleta.ts'
import { samePuntuaciones } from '#domain/puntuaciones.ts'
import type { Situacion } from '#domain/porCalificar.ts'

interface Base extends BaseDeBorrador {
  readonly juezId: string
  /** The name of the mark: the entry and the attempt (`markIdOf`). The storage of the device has it as key. */
  readonly competidorId: string
}

/** An entry and its attempt; absent: the first one. */
interface Intento {
  readonly id: string
  readonly intento?: number
}

/** The name of the mark for an attempt of an entry: the id, and for a repeated entry a NUL, which no id has, and the attempt. */
export function markIdOf({ id, intento = 1 }: Intento): string {
  return intento === 1 ? id : `${id}\0${intento}`
}

/** The attempt of an entry that a mark is for. */
export function intentoOf({ competidorId }: Pick<Base, 'competidorId'>): Required<Intento> {
  const [id = '', intento = '1'] = competidorId.split('\0')
  return { id, intento: Number(intento) }
}

/** Typed by the judge and not sent. `faltas`: a sentence per criterion, from a refusal. */
export interface Borrador extends Base {
  readonly estado: 'borrador'
  readonly faltas: Readonly<Record<string, string>>
}

/** Sent by the judge; the server has not answered yet. The same key is used until it does. */
export interface Pendiente extends Base {
  readonly estado: 'pendiente'
  readonly clave: string
  /** When the judge sent it, in ms since 1970: the order of sending. */
  readonly desde: number
  /** `tardias`: the judge chose it over a sent version, and it is handed in as a late mark. */
  readonly via: 'calificaciones' | 'tardias'
  /** Why the server refused it for now. */
  readonly problema: string | null
}

/** Answered by the server. Kept until the live view shows the same marks. */
interface Contestada extends Base {
  readonly estado: 'enviada' | 'tardia' | 'conflicto'
  readonly clave: string
}

/** The state of the mark of one judge for one entry on the device. */
export type Mark = Borrador | Pendiente | Contestada

/** Something that happened to a mark. `nextMark` takes the mark and the event, and returns the mark after it. */
export type MarkEvent =
  /** The judge scored one criterion; an empty text unscores it. `base`: the reopened mark that the draft begins with. */
  | { readonly tipo: 'puntuar'; readonly clave: string; readonly texto: string; readonly base: BaseDeBorrador }
  /** `version`: of the stored mark, for a reopened mark that is sent unchanged. */
  | {
      readonly tipo: 'enviar'
      readonly criterios: Papeleta
      readonly version: number
      readonly clave: string
      readonly desde: number
    }
  | { readonly tipo: 'contestada'; readonly clave: string; readonly respuesta: Respuesta }
  | { readonly tipo: 'usarDispositivo'; readonly servidor: MarcaPropia; readonly clave: string; readonly desde: number }
  | { readonly tipo: 'usarServidor' }
  /** The view of the judge, with what the server holds. `enVivo`: it is not the one that the device kept. */
  | {
      readonly tipo: 'documento'
      readonly servidor: DelServidor
      readonly criterios: number
      readonly enVivo: boolean
    }

export interface BaseDeBorrador {
  readonly criterios: Papeleta
  /** The version of the stored mark that the device knew; 0 without a stored mark. */
  readonly version: number
}

export interface DelServidor {
  readonly marca: MarcaPropia | null
  readonly tardia: TardiaPropia | null
  /** The present attempt; absent: the first one. */
  readonly intento?: number
}

/** The answer of the server to one sending. */
export type Respuesta =
  | { readonly tipo: 'enviada'; readonly version: number }
  | { readonly tipo: 'tardia' }
  | { readonly tipo: 'versiones' }
  | { readonly tipo: 'invalida'; readonly faltas: Readonly<Record<string, string>> }
  | { readonly tipo: 'rechazada'; readonly problema: string }

/** The judge and the entry of a mark. */
export type MarkKey = Pick<Base, 'juezId' | 'competidorId'>

/** The mark after an event; `undefined`: the device holds nothing. An event that no longer fits changes nothing. */
export function nextMark(key: MarkKey, mark: Mark | undefined, event: MarkEvent): Mark | undefined {
  switch (event.tipo) {
    case 'puntuar':
      return scoreCriterio(key, mark, event)
    case 'enviar':
      return mark === undefined || mark.estado === 'borrador'
        ? makePendiente({ ...key, ...event, version: mark?.version ?? event.version })
        : mark
    case 'contestada':
      return isAwaiting(mark, event.clave) ? applyRespuesta(mark, event.respuesta) : mark
    case 'usarDispositivo':
      return mark?.estado === 'conflicto' ? sendDeviceVersion(mark, event) : mark
    case 'usarServidor':
      return mark?.estado === 'conflicto' ? undefined : mark
    case 'documento':
      return mark && reconcileMark(mark, event)
    default:
      return event satisfies never
  }
}

/** The draft after the judge has scored one criterion. A mark that is no draft stays. */
function scoreCriterio(
  key: MarkKey,
  mark: Mark | undefined,
  event: Extract<MarkEvent, { tipo: 'puntuar' }>,
): Mark | undefined {
  if (mark && mark.estado !== 'borrador') return mark
  const { clave, texto, base } = event
  const { [clave]: _, ...others } = mark?.criterios ?? base.criterios
  const { [clave]: __, ...faltas } = mark?.faltas ?? {}
  return {
    juezId: key.juezId,
    competidorId: key.competidorId,
    estado: 'borrador',
    version: mark?.version ?? base.version,
    criterios: texto === '' ? others : { ...others, [clave]: texto },
    faltas,
  }
}

/** A sent mark that waits for its answer. */
function makePendiente(of: MarkKey & Pick<Pendiente, 'criterios' | 'clave' | 'desde' | 'version'>): Pendiente {
  const { juezId, competidorId, criterios, clave, desde, version } = of
  return {
    juezId,
    competidorId,
    criterios,
    version,
    estado: 'pendiente',
    clave,
    desde,
    via: 'calificaciones',
    problema: null,
  }
}

function isAwaiting(mark: Mark | undefined, clave: string): mark is Pendiente {
  return mark?.estado === 'pendiente' && mark.clave === clave
}

/** The mark after the answer of the server. */
function applyRespuesta(mark: Pendiente, respuesta: Respuesta): Mark {
  const { juezId, competidorId, criterios, version, clave } = mark
  const base = { juezId, competidorId, criterios, version }
  switch (respuesta.tipo) {
    case 'enviada':
      return { ...base, version: respuesta.version, estado: 'enviada', clave }
    case 'tardia':
      return { ...base, estado: 'tardia', clave }
    case 'versiones':
      return { ...base, estado: 'conflicto', clave }
    case 'invalida':
      return { ...base, estado: 'borrador', faltas: respuesta.faltas }
    case 'rechazada':
      return { ...mark, problema: respuesta.problema }
    default:
      return respuesta satisfies never
  }
}

/**
 * The mark after the judge has chosen the version of the device. It replaces a stored mark that is reopened; beside a sent
 * one it becomes a late mark.
 */
function sendDeviceVersion(mark: Mark, event: Extract<MarkEvent, { tipo: 'usarDispositivo' }>): Mark {
  const { servidor, clave, desde } = event
  const pendiente = makePendiente({ ...mark, clave, desde, version: servidor.version })
  return servidor.estado === 'reabierta' ? pendiente : { ...pendiente, via: 'tardias' }
}

/**
 * Drops a mark that the server has too, and one of another attempt, unless it is still to be sent. When the server has a newer
 * sent version, a complete draft becomes a conflict and an incomplete one is dropped.
 */
function reconcileMark(
  mark: Mark,
  { servidor, criterios, enVivo }: Extract<MarkEvent, { tipo: 'documento' }>,
): Mark | undefined {
  const { marca, tardia, intento = 1 } = servidor
  const own = intentoOf(mark).intento
  // The view that the device kept may be older than the repetition.
  if (own > intento && !enVivo) return mark
  if (own !== intento) return mark.estado === 'pendiente' ? mark : undefined
  const isShown = marca !== null && marca.estado === 'enviada' && samePuntuaciones(marca.criterios, mark.criterios)
  switch (mark.estado) {
    case 'enviada':
      return marca !== null && marca.version >= mark.version ? undefined : mark
    case 'tardia':
      return tardia && (tardia.clave === mark.clave || samePuntuaciones(tardia.criterios, mark.criterios))
        ? undefined
        : mark
    case 'conflicto':
      return isShown ? undefined : mark
    case 'pendiente':
      return mark
    case 'borrador': {
      if (marca?.estado !== 'enviada' || marca.version <= mark.version) return mark
      if (isShown || Object.keys(mark.criterios).length < criterios) return undefined
      const { faltas: _, ...rest } = mark
      return { ...rest, estado: 'conflicto', clave: '' }
    }
    default:
      return mark satisfies never
  }
}

/** The state of the mark for an entry, from what the device and the server hold. */
export function situacionOf(mark: Mark | undefined, servidor: DelServidor): Situacion {
  if (mark) return mark.estado
  return waitingOf(servidor) ? 'tardia' : (servidor.marca?.estado ?? 'libre')
}

/** The undecided late mark for the present attempt. */
function waitingOf({ tardia }: DelServidor): TardiaPropia | undefined {
  return tardia?.estado === 'pendiente' && tardia.intento === undefined ? tardia : undefined
}

/** The marks to show for an entry: the mark on the device, else the undecided late mark, else the stored mark on the server. */
export function papeletaOf(mark: Mark | undefined, servidor: DelServidor): Papeleta {
  return (mark ?? waitingOf(servidor) ?? servidor.marca)?.criterios ?? {}
}

/** The marks and the version that a draft begins with: those of the stored mark, or no marks and 0. */
export function baseOf({ marca }: DelServidor): BaseDeBorrador {
  return { criterios: marca?.criterios ?? {}, version: marca?.version ?? 0 }
}
