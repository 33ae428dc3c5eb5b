import type { MarcaPropia, TardiaPropia } from '#contract/views/jueces.ts'
import type { Papeleta } from '#domain/papeleta.ts'
import { samePuntuaciones } from '#domain/puntuaciones.ts'
import type { Situacion } from '#domain/porCalificar.ts'

/** A mark belongs to a judge, an entry, and an attempt of the entry, from 1. The storage of the device has this as key. */
export interface MarkKey {
  readonly juezId: string
  readonly competidorId: string
  readonly intento: number
}

/** An entry at its present attempt; absent: the first one. */
export interface Intento {
  readonly id: string
  readonly intento?: number
}

export interface BaseDeBorrador {
  readonly criterios: Papeleta
  /** The version of the stored mark that the device knew; 0 without a stored mark. */
  readonly version: number
}

type Base = MarkKey & BaseDeBorrador

/** Typed by the judge and not sent. `faltas`: a sentence per criterion, from a refusal. */
export interface Borrador extends Base {
  readonly estado: 'borrador'
  readonly faltas: Readonly<Record<string, string>>
}

/** Sent by the judge; the server has not answered yet. The same idempotency key is used until it does. */
export interface Pendiente extends Base {
  readonly estado: 'pendiente'
  readonly key: string
  /** When the judge sent it, in ms since 1970: the order of sending. */
  readonly desde: number
  /** `tardias`: the judge chose it over a sent version, and it is handed in as a late mark. */
  readonly via: 'calificaciones' | 'tardias'
  /** Why the server refused it for now. */
  readonly problema: string | null
}

/** The server has it. Kept until the live view shows it. */
interface Recibida extends Base {
  readonly estado: 'enviada' | 'tardia'
  readonly key: string
}

/** The server has another version: the judge has to choose. */
interface Conflicto extends Base {
  readonly estado: 'conflicto'
}

/** The state of the mark of one judge for one attempt of an entry on the device. */
export type Mark = Borrador | Pendiente | Recibida | Conflicto

/** The marks on the device, by `markIdOf`. */
export type Marcas = ReadonlyMap<string, Mark>

/** The name of a mark among those of one judge. */
export function markIdOf(competidorId: string, intento = 1): string {
  return `${intento} ${competidorId}`
}

/** The mark on the device for the present attempt of an entry. */
export function markOf(marcas: Marcas, { id, intento }: Intento): Mark | undefined {
  return marcas.get(markIdOf(id, intento))
}

/**
 * Returns the mark after something has happened to it; `undefined`: the device holds nothing. A mark that the event no longer
 * fits is returned unchanged.
 */
export type Next = (mark: Mark | undefined, of: MarkKey) => Mark | undefined

interface Puntuada {
  /** The key of the criterion. */
  readonly criterio: string
  /** Empty: the criterion becomes unscored. */
  readonly texto: string
  /** What a new draft begins with: the reopened mark. */
  readonly base: BaseDeBorrador
}

/** The judge scores one criterion of a draft. */
export function scoreCriterio({ criterio, texto, base }: Puntuada): Next {
  return (mark, of) => {
    if (mark && mark.estado !== 'borrador') return mark
    const { criterios, version, faltas } = mark ?? { ...base, faltas: {} }
    const others = without(criterios, criterio)
    return {
      ...keyOf(of),
      estado: 'borrador',
      version,
      criterios: texto === '' ? others : { ...others, [criterio]: texto },
      faltas: without(faltas, criterio),
    }
  }
}

/** A press of `Enviar`. `version`: of the stored mark, for a reopened mark that is sent unchanged. */
export function sendDraft(sent: BaseDeBorrador & Pick<Pendiente, 'key' | 'desde'>): Next {
  return (mark, of) => {
    if (mark && mark.estado !== 'borrador') return mark
    return makePendiente(of, { ...sent, version: mark?.version ?? sent.version })
  }
}

/** The answer of the server to one sending. */
export type Respuesta =
  | { readonly tipo: 'enviada'; readonly version: number }
  | { readonly tipo: 'tardia' }
  | { readonly tipo: 'versiones' }
  | { readonly tipo: 'invalida'; readonly faltas: Readonly<Record<string, string>> }
  | { readonly tipo: 'rechazada'; readonly problema: string }

/** The server has answered the sending with this key. */
export function takeRespuesta(key: string, respuesta: Respuesta): Next {
  return (mark) => (mark?.estado === 'pendiente' && mark.key === key ? applyRespuesta(mark, respuesta) : mark)
}

function applyRespuesta(mark: Pendiente, respuesta: Respuesta): Mark {
  const { criterios, version, key } = mark
  const base = { ...keyOf(mark), criterios, version }
  switch (respuesta.tipo) {
    case 'enviada':
      return { ...base, version: respuesta.version, estado: 'enviada', key }
    case 'tardia':
      return { ...base, estado: 'tardia', key }
    case 'versiones':
      return { ...base, estado: 'conflicto' }
    case 'invalida':
      return { ...base, estado: 'borrador', faltas: respuesta.faltas }
    case 'rechazada':
      return { ...mark, problema: respuesta.problema }
    default:
      return respuesta satisfies never
  }
}

/**
 * The judge chooses the version of the device. It replaces a stored mark that is reopened; beside a sent one it becomes a late
 * mark.
 */
export function sendDeviceVersion(marca: MarcaPropia, sent: Pick<Pendiente, 'key' | 'desde'>): Next {
  return (mark, of) => {
    if (mark?.estado !== 'conflicto') return mark
    const pendiente = makePendiente(of, { ...sent, criterios: mark.criterios, version: marca.version })
    return marca.estado === 'reabierta' ? pendiente : { ...pendiente, via: 'tardias' }
  }
}

/** The judge chooses the version of the server. */
export const takeServerVersion: Next = (mark) => (mark?.estado === 'conflicto' ? undefined : mark)

function makePendiente(of: MarkKey, sent: BaseDeBorrador & Pick<Pendiente, 'key' | 'desde'>): Pendiente {
  return { ...keyOf(of), ...sent, estado: 'pendiente', via: 'calificaciones', problema: null }
}

function keyOf({ juezId, competidorId, intento }: MarkKey): MarkKey {
  return { juezId, competidorId, intento }
}

function without<T>(record: Readonly<Record<string, T>>, name: string): Readonly<Record<string, T>> {
  const { [name]: _, ...others } = record
  return others
}

/** A sentence per criterion of a refused draft. */
export function faltasOf(mark: Mark | undefined): Borrador['faltas'] {
  return mark?.estado === 'borrador' ? mark.faltas : {}
}

/** Whether the server has the mark: it is kept only until the live view shows it. */
export function isRecibida({ estado }: Mark): boolean {
  return estado === 'enviada' || estado === 'tardia'
}

export interface DelServidor {
  readonly marca: MarcaPropia | null
  readonly tardia: TardiaPropia | null
  /** The present attempt; absent: the first one. */
  readonly intento?: number
}

/** What the view of the judge holds of one entry. */
interface Documento {
  readonly servidor: DelServidor
  /** The number of criteria of its category. */
  readonly cuantosCriterios: number
  /** It is not the view that the device kept. */
  readonly enVivo: boolean
}

/**
 * The view of the judge arrives. Drops a mark that the server has too, and one of another attempt, unless it is still to be
 * sent. When the server has a newer sent version, a complete draft becomes a conflict and an incomplete one is dropped.
 */
export function reconcileMark({ servidor, cuantosCriterios, enVivo }: Documento): Next {
  return (mark) => {
    if (!mark || mark.estado === 'pendiente') return mark
    const { intento = 1 } = servidor
    // The view that the device kept may be older than the repetition.
    if (mark.intento > intento && !enVivo) return mark
    if (mark.intento !== intento) return undefined
    if (mark.estado === 'borrador') return reconcileBorrador(mark, servidor, cuantosCriterios)
    return isShown(mark, servidor) ? undefined : mark
  }
}

function reconcileBorrador(mark: Borrador, { marca }: DelServidor, cuantosCriterios: number): Mark | undefined {
  if (marca?.estado !== 'enviada' || marca.version <= mark.version) return mark
  const isComplete = Object.keys(mark.criterios).length >= cuantosCriterios
  if (!isComplete || samePuntuaciones(marca.criterios, mark.criterios)) return undefined
  const { faltas: _, ...rest } = mark
  return { ...rest, estado: 'conflicto' }
}

/** Whether the view shows the mark, so that the device need not keep it. */
function isShown(mark: Recibida | Conflicto, { marca, tardia }: DelServidor): boolean {
  switch (mark.estado) {
    case 'enviada':
      return marca !== null && marca.version >= mark.version
    case 'tardia':
      return tardia !== null && (tardia.clave === mark.key || samePuntuaciones(tardia.criterios, mark.criterios))
    case 'conflicto':
      return marca?.estado === 'enviada' && samePuntuaciones(marca.criterios, mark.criterios)
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
