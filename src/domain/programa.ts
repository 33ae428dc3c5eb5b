import type { EnTurno } from './turno.ts'

/** The programme of a day: what is planned, what is published, and when each item is expected. All instants and lengths are ms. */

export const SEGUNDO = 1_000
export const MINUTO = 60 * SEGUNDO
/** A start that is longer ago says nothing about now: a rehearsal, or an event of last year. */
const HORAS_12 = 12 * 60 * MINUTO

/** What an organiser sets for a day. */
export interface AjustesDePrograma {
  /** The start of the first item; null while none is set. */
  readonly inicio: number | null
  /** Seconds before and after each track. */
  readonly montaje: number
  readonly jueceo: number
}

/** A planned break of a day. Its title is the only one of its day. */
export interface Pausa {
  readonly id: string
  readonly titulo: string
  /** The id of the category that it goes before; null at the end of the day. */
  readonly antesDe: string | null
  readonly minutos: number
  /** `HH:MM`: what follows the break is not planned before the first such time at or after the start of the day. */
  readonly noAntes: string | null
}

export interface PausaPublicada extends Pausa {
  readonly inicio: number
}

/** What a publication keeps. Starts stay as they are; the lengths, which an import has not, serve to tell what has changed since. */
export interface Publicacion {
  readonly ajustes: AjustesDePrograma
  readonly fin: number
  /** The starts by the id of an entry. Entries that were withdrawn have none. */
  readonly inicios: Readonly<Record<string, number>>
  readonly largos: Readonly<Record<string, number>>
  readonly pausas: readonly PausaPublicada[]
  /**
   * From the first press on, the published starts hold nothing back: the items follow each other. By the id of a break: the instant
   * before which what follows it does not start. Absent while the published starts are floors.
   */
  readonly adelantar?: Readonly<Record<string, number>>
}

/** An entry of the running order. */
export interface EntradaDeDia {
  readonly id: string
  readonly retirada: boolean
  readonly largo: number
}

/** A category with its placed entries, in running order. */
export interface CategoriaDeDia {
  readonly id: string
  readonly entradas: readonly EntradaDeDia[]
}

/** An item of a day: an entry that takes time, or a break. */
export type Item<P extends Pausa = Pausa> =
  | { readonly tipo: 'entrada'; readonly id: string; readonly largo: number; readonly turno: number }
  | { readonly tipo: 'pausa'; readonly id: string; readonly largo: number; readonly turno: number; readonly pausa: P }

/** The breaks before a category, by its id, or at the end of the day (null). A break whose category is gone stands at the end. */
export function pausasAt<P extends Pick<Pausa, 'antesDe'>>(
  place: string | null,
  pausas: readonly P[],
  categorias: readonly string[],
): P[] {
  return pausas.filter(({ antesDe }) => (categorias.find((id) => id === antesDe) ?? null) === place)
}

/**
 * The items of a day in order. The breaks of a category stand before its first entry, in the order in which they were added.
 * `turno`: the position in the day, from 1; of a break, that of the entry before it, 0 at the beginning.
 */
export function itemsOf<P extends Pausa>(categorias: readonly CategoriaDeDia[], pausas: readonly P[]): Item<P>[] {
  const ids = categorias.map(({ id }) => id)
  let turno = 0
  const itemsAt = (place: string | null): Item<P>[] =>
    pausasAt(place, pausas, ids).map((pausa) => ({
      tipo: 'pausa',
      id: pausa.id,
      largo: pausa.minutos * MINUTO,
      turno,
      pausa,
    }))
  const of = ({ id, entradas }: CategoriaDeDia): Item<P>[] => [
    ...itemsAt(id),
    ...entradas.flatMap(({ id: entradaId, retirada, largo }): Item<P>[] => {
      turno += 1
      return retirada ? [] : [{ tipo: 'entrada', id: entradaId, largo, turno }]
    }),
  ]
  return [...categorias.flatMap(of), ...itemsAt(null)]
}

/** Gives each item (id) after a break the instant before which it does not start. `horaDe`: that of a break, null without one. */
export function pisosTrasPausas<P extends Pausa>(
  items: readonly Item<P>[],
  horaDe: (pausa: P) => number | null,
): ReadonlyMap<string, number> {
  return new Map(
    items.flatMap(({ id }, index) => {
      const before = items[index - 1]
      const hora = before?.tipo === 'pausa' ? horaDe(before.pausa) : null
      return hora === null ? [] : [[id, hora]]
    }),
  )
}

/** The item in course: when it began, and its length. */
export interface EnMarcha {
  readonly desde: number
  readonly largo: number
}

/** A part of the walk: it does not start before `piso`. */
interface Tramo {
  readonly largo: number
  readonly piso: number | null
}

/** The expected end of an item in course. Past its length, the overrun counts in begun minutes. */
export function finDe({ desde, largo }: EnMarcha, now: number): number {
  const fin = desde + largo
  return fin + Math.ceil(Math.max(0, now - fin) / MINUTO) * MINUTO
}

/**
 * When each item that is still to come starts, and when the last one ends: each starts at the later of its floor and the end of
 * the one before. Before the first item (`enMarcha`: null), the first starts at the later of its floor and the present minute,
 * unless that floor is 12 hours old. The plan of a day is this walk from its start.
 */
export function walk(
  now: number,
  enMarcha: EnMarcha | null,
  porVenir: readonly Tramo[],
): { readonly inicios: number[]; readonly fin: number } {
  let fin = enMarcha ? finDe(enMarcha, now) : comienzoOf(now, porVenir)
  const inicios = porVenir.map(({ largo, piso }) => {
    const inicio = Math.max(fin, piso ?? fin)
    fin = inicio + largo
    return inicio
  })
  return { inicios, fin }
}

function comienzoOf(now: number, porVenir: readonly Tramo[]): number {
  const presente = Math.floor(now / MINUTO) * MINUTO
  const piso = porVenir.find((tramo) => tramo.piso !== null)?.piso ?? presente
  return isOld(piso, now) ? piso : Math.max(piso, presente)
}

const isOld = (desde: number, now: number): boolean => now - desde >= HORAS_12

/** The items that are still to come, in order. A break that ends with the day's last entry is one of them until the day is over. */
export function porVenirOf<P extends Pausa>(items: readonly Item<P>[], turno: EnTurno): Item<P>[] {
  const { selectedRow, pasados = [] } = turno
  const reached = turno.regreso?.selectedRow ?? selectedRow
  const pausaId = turno.regreso ? turno.regreso.pausaId : turno.pausa?.id
  const isOver = (item: Item): boolean =>
    item.tipo === 'entrada'
      ? item.turno <= reached || item.turno === selectedRow || pasados.includes(item.id)
      : item.turno < reached
  const next = items.findIndex((item) => item.tipo === 'entrada' && !isOver(item))
  const enCurso = items.findIndex(({ id }) => id === pausaId)
  // Breaks before the next entry are over up to the one in course.
  const isBehind = (index: number): boolean => index <= enCurso && (next === -1 || enCurso < next)
  return items.filter(
    (item, index) => !isOver(item) && item.id !== pausaId && !(item.tipo === 'pausa' && isBehind(index)),
  )
}

/** The item in course; null before the first press, after the last, and without a stamp that says since when. */
export function enMarchaOf(categorias: readonly CategoriaDeDia[], turno: EnTurno, now: number): EnMarcha | null {
  const { desde, pausa } = turno
  if (desde === undefined || isOld(desde, now)) return null
  if (pausa) return { desde, largo: Math.max(0, pausa.hasta - desde) }
  const entrada = categorias.flatMap(({ entradas }) => entradas)[turno.selectedRow - 1]
  return entrada ? { desde, largo: entrada.retirada ? 0 : entrada.largo } : null
}

/** When an item is expected. `previsto`: its published start, where a minute or more lies between the two. */
export interface Esperado {
  readonly hora: number | null
  readonly previsto: number | null
}

/** A break on the schedule. */
export interface PausaEsperada extends Esperado {
  readonly pausa: PausaPublicada
  readonly estado: 'espera' | 'en curso' | 'pasada'
}

/** The expected times of a day with a published programme. */
export interface Expectativa {
  /** The times by the id of the entry. Without a row: `--:--`. */
  readonly entradas: ReadonlyMap<string, Esperado>
  readonly pausas: readonly PausaEsperada[]
  /** The expected end of the day; null once it is over. */
  readonly fin: number | null
  /** Whole minutes, late is positive; null where nothing can be said. */
  readonly retraso: number | null
  /** The expected start of the next item, an entry or a break; null where nothing moves it. */
  readonly sigue: number | null
  /** The next item does not begin before this instant. Null without one. */
  readonly piso: number | null
  /** The item in course is expected to end before the next published start, which holds back what follows. */
  readonly adelantada: boolean
  /** The press of the item in course is 12 hours or more from its published start. */
  readonly otraFecha: boolean
}

/** The first of the published starts of a day, those of `entradas` and of its breaks; null without any. */
export function comienzoDe(
  { pausas }: Pick<Publicacion, 'pausas'>,
  entradas: readonly (number | undefined)[],
): number | null {
  const inicios = [...pausas.map(({ inicio }) => inicio), ...entradas.filter((inicio) => inicio !== undefined)]
  return inicios.length === 0 ? null : Math.min(...inicios)
}

/** A published programme as the schedule has it. */
export interface ProgramaPublico extends Pick<Publicacion, 'fin' | 'pausas' | 'adelantar'> {
  /** The present length in seconds and the published start of each entry, by its id. */
  readonly tiempos: Readonly<Record<string, readonly [largo: number, inicio?: number]>>
}

/** A category of the schedule. */
interface CategoriaPublica {
  readonly id: string
  readonly competidores: readonly { readonly id: string; readonly retiro: unknown }[]
}

/**
 * The expected times of a day at a moment, from what the schedule knows of it. `activarReloj`: without the clock the published times
 * stand. Without a connection, `now` is the last contact.
 */
export function expectativaOf(
  { fin, pausas, tiempos, adelantar }: ProgramaPublico,
  publicas: readonly CategoriaPublica[],
  { turno, activarReloj }: { readonly turno: EnTurno; readonly activarReloj: boolean },
  now: number,
): Expectativa {
  const categorias = publicas.map(({ id, competidores }) => ({
    id,
    entradas: competidores.map((one) => ({
      id: one.id,
      retirada: one.retiro !== null,
      largo: (tiempos[one.id]?.[0] ?? 0) * SEGUNDO,
    })),
  }))
  const items = itemsOf(categorias, pausas)
  const porVenir = porVenirOf(items, turno)
  const enMarcha = activarReloj ? enMarchaOf(categorias, turno, now) : null
  const total = categorias.reduce((sum, { entradas }) => sum + entradas.length, 0)
  const publicado = (id: string): number | null =>
    tiempos[id]?.[1] ?? pausas.find((pausa) => pausa.id === id)?.inicio ?? null
  const publicados = pisosOf(porVenir.map(({ id }) => publicado(id)))
  const trasPausas = adelantar && enMarcha ? pisosTrasPausas(items, ({ id }) => adelantar[id] ?? null) : null
  const tramos = porVenir.map(({ id, largo }, index) => {
    return { largo, piso: (trasPausas ? trasPausas.get(id) : publicados[index]) ?? null }
  })
  const isWaiting = turno.selectedRow === 0 && !turno.pausa
  const recorrido = activarReloj && (isWaiting || enMarcha !== null) ? walk(now, enMarcha, tramos) : null
  const horas = new Map(
    porVenir.map(({ id }, index) => [id, recorrido ? (recorrido.inicios[index] ?? null) : publicado(id)]),
  )
  const enCurso = turno.pausa
    ? turno.pausa.id
    : items.find(({ tipo, turno: at }) => tipo === 'entrada' && at === turno.selectedRow)?.id
  if (enCurso) horas.set(enCurso, enMarcha ? enMarcha.desde : publicado(enCurso))

  const esperado = (id: string): Esperado => {
    const [hora, own] = [horas.get(id) ?? null, publicado(id)]
    return { hora, previsto: hora !== null && own !== null && Math.abs(hora - own) >= MINUTO ? own : null }
  }
  const estado = (id: string): PausaEsperada['estado'] => {
    if (id === turno.pausa?.id) return 'en curso'
    return horas.has(id) ? 'espera' : 'pasada'
  }
  const siguiente = tramos.length === 0 ? fin : (publicados[0] ?? null)
  const publicada = publicados.find((one) => one !== null) ?? null
  const pulsado = enCurso === undefined ? undefined : turno.desde
  const debido = publicado(enCurso ?? '') ?? siguiente
  return {
    entradas: new Map([...horas.keys()].map((id) => [id, esperado(id)])),
    pausas: pausas.map((pausa) => ({ pausa, ...esperado(pausa.id), estado: estado(pausa.id) })),
    fin: turno.selectedRow > total && !turno.pausa ? null : (recorrido?.fin ?? fin),
    retraso: enMarcha && siguiente !== null ? retrasoOf(finDe(enMarcha, now) - siguiente, turno) : null,
    sigue: recorrido?.inicios[0] ?? null,
    piso: tramos[0]?.piso ?? null,
    adelantada: !adelantar && enMarcha !== null && publicada !== null && finDe(enMarcha, now) < publicada,
    otraFecha: pulsado !== undefined && debido !== null && Math.abs(pulsado - debido) >= HORAS_12,
  }
}

/** The floors of the items that are still to come: their published starts in ascending order, so that swapped entries swap their times. */
function pisosOf(publicados: readonly (number | null)[]): (number | null)[] {
  const pisos = publicados.filter((inicio) => inicio !== null).toSorted((a, b) => a - b)
  return publicados.map((inicio) => (inicio === null ? null : (pisos.shift() ?? null)))
}

function retrasoOf(diferencia: number, { pausa }: EnTurno): number {
  const minutos = Math.trunc(diferencia / MINUTO)
  // Minus zero is not shown.
  return (pausa ? Math.max(0, minutos) : minutos) || 0
}
