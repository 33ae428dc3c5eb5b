import { DIAS, type Dia } from './dia.ts'
import { diaDeSemana, fechaDe, fechaEnPalabras, fechaText } from './fecha.ts'
import { formatHora, localOf } from './hora.ts'
import { horaDesde } from './horaEscrita.ts'
import {
  enMarchaOf,
  itemsOf,
  MINUTO,
  pausasAt,
  pisosTrasPausas,
  porVenirOf,
  SEGUNDO,
  walk,
  type AjustesDePrograma,
  type CategoriaDeDia,
  type Item,
  type Pausa,
  type PausaPublicada,
  type Publicacion,
} from './programa.ts'
import type { EnTurno } from './turno.ts'

/** The plan of a day, for the organiser: what would be published, and what has changed since. All instants and lengths are ms. */

/** Most seconds before or after a track, minutes of a break, and characters of its title. */
export const SEGUNDOS_MAX = 3_600
export const PAUSA_MAX = 600
export const TITULO_MAX = 80

export const PROGRAMA_DEFAULT: AjustesDePrograma = { inicio: null, montaje: 30, jueceo: 30 }

/** The length of an entry. `duracion`: of its track, in seconds; null while it is not measured. `minutos`: for each competitor. */
export function largoDe(
  duracion: number | null,
  { montaje, jueceo }: Pick<AjustesDePrograma, 'montaje' | 'jueceo'>,
  minutos: number,
): number {
  return duracion === null ? minutos * MINUTO : (montaje + Math.ceil(duracion) + jueceo) * SEGUNDO
}

interface Borrador {
  readonly categorias: readonly CategoriaDeDia[]
  readonly pausas: readonly Pausa[]
  readonly ajustes: AjustesDePrograma
}

/** With what is published, the turn at which the day stands, and the zone of its times of the clock. */
interface BorradorEnMarcha extends Borrador {
  readonly zonaHoraria: string
  readonly publicado: Publicacion | null
  readonly turno: EnTurno
}

/**
 * What `Publicar programa` would keep now; null until the day has a start. While an item is in course, what follows is planned from
 * its expected end, and what is past keeps its figures; else the whole day is planned from its start.
 */
export function planDe(borrador: BorradorEnMarcha, now: number): Publicacion | null {
  const { categorias, pausas, ajustes, publicado, turno, zonaHoraria } = borrador
  const { inicio: comienzo } = ajustes
  if (comienzo === null) return null
  const items = itemsOf(categorias, pausas)
  const enMarcha = enMarchaOf(categorias, turno, now)
  const start = { desde: comienzo, largo: 0 }
  const planned = enMarcha ? porVenirOf(items, turno) : items
  const horas = adelantarDe(borrador, zonaHoraria)
  const pisos = pisosTrasPausas(items, ({ id }) => horas[id] ?? null)
  const tramos = planned.map(({ id, largo }) => ({ largo, piso: pisos.get(id) ?? null }))
  const { inicios, fin } = enMarcha ? walk(now, enMarcha, tramos) : walk(comienzo, start, tramos)
  const nuevos = new Map(planned.map(({ id }, index) => [id, inicios[index] ?? fin]))
  const inicioOf = (id: string): number | undefined =>
    nuevos.get(id) ?? publicado?.inicios[id] ?? publicado?.pausas.find((pausa) => pausa.id === id)?.inicio
  const entradas = items.filter(({ tipo }) => tipo === 'entrada')
  return {
    ajustes,
    fin,
    inicios: Object.fromEntries(
      entradas.flatMap(({ id }) => {
        const inicio = inicioOf(id)
        return inicio === undefined ? [] : [[id, inicio]]
      }),
    ),
    largos: Object.fromEntries(entradas.map(({ id, largo }) => [id, largo])),
    pausas: pausas.map((pausa) => ({ ...pausa, inicio: inicioOf(pausa.id) ?? comienzo })),
    ...(publicado?.adelantar && { adelantar: adelantarDe({ ajustes, pausas }, zonaHoraria) }),
  }
}

/** Gives each break (id) its `No antes de` as an instant, the first such time of the clock at or after the start of the day. */
export function adelantarDe(
  { ajustes: { inicio }, pausas }: Pick<Borrador, 'ajustes' | 'pausas'>,
  zona: string,
): NonNullable<Publicacion['adelantar']> {
  return Object.fromEntries(
    pausas.flatMap(({ id, noAntes }) => {
      const hora = noAntes !== null && inicio !== null ? horaDesde(noAntes, inicio, zona) : null
      return hora === null ? [] : [[id, hora]]
    }),
  )
}

/** `Termina hacia las 22:10`; on another date than the start `Termina el sábado hacia las 00:40`. */
export function terminaText({ ajustes: { inicio }, fin }: Publicacion, zona: string): string {
  const isSameDate = inicio === null || localOf(inicio, zona).fecha === localOf(fin, zona).fecha
  return `Termina ${isSameDate ? '' : `el ${diaDeSemana(fin, zona)} `}hacia las ${formatHora(fin, zona)}`
}

/** A plan that is longer probably has a wrong date or a wrong time. */
const HORAS_18 = 18 * 60 * MINUTO

interface DiaDePlan {
  readonly dia: Dia
  readonly zonaHoraria: string
  /** The date of the Thursday of the event; without one, its days have no date. */
  readonly jueves?: string | undefined
  /** The start of each day of the event. */
  readonly inicios: Readonly<Record<Dia, number | null>>
}

/** What to ask before a plan is published, and why; null where its start and its length look right. */
export function preguntaDe(
  plan: Publicacion | null,
  { dia, zonaHoraria, jueves, inicios }: DiaDePlan,
): { readonly question: string; readonly text: string } | null {
  const inicio = plan?.ajustes.inicio ?? null
  if (plan === null || inicio === null) return null
  const enOrden = DIAS.map((one) => (one === dia ? inicio : inicios[one])).filter((start) => start !== null)
  const fecha = fechaDe(dia, jueves)
  const motivos = [
    fecha === null && diaDeSemana(inicio, zonaHoraria) !== dia && `Esa fecha no es ${dia}.`,
    fecha !== null && localOf(inicio, zonaHoraria).fecha !== fecha && `El ${dia} es el ${fechaEnPalabras(fecha)}.`,
    enOrden.some((start, index) => start <= (enOrden[index - 1] ?? -Infinity)) &&
      'Los programas de los tres días no quedarían en el orden de los días.',
    plan.fin - inicio > HORAS_18 && `Dura más de 18 horas. ${terminaText(plan, zonaHoraria)}.`,
  ].filter((motivo) => motivo !== false)
  if (motivos.length === 0) return null
  const question = `El programa del ${dia} empieza el ${fechaText(inicio, zonaHoraria)}. ¿Publicarlo?`
  return { question, text: motivos.join(' ') }
}

/**
 * A row of the plan of a day. `inicio`: of a category, that of its first entry that takes time. `largo`: ms. `turno`: the position
 * in the day of its first entry.
 */
export type FilaDePlan<C extends CategoriaDeDia> = { readonly inicio: number | null; readonly largo: number } & (
  | { readonly tipo: 'categoria'; readonly categoria: C; readonly turno: number }
  | { readonly tipo: 'pausa'; readonly pausa: Pausa }
)

/** The rows of the plan of a day: its categories, each with the breaks before it, and the breaks at the end. */
export function planDeDia<C extends CategoriaDeDia>(
  categorias: readonly C[],
  pausas: readonly Pausa[],
  plan: Publicacion | null,
): FilaDePlan<C>[] {
  const ids = categorias.map(({ id }) => id)
  let next = 1
  const filasAt = (place: string | null): FilaDePlan<C>[] =>
    pausasAt(place, pausas, ids).map((pausa) => ({
      tipo: 'pausa',
      pausa,
      inicio: plan?.pausas.find(({ id }) => id === pausa.id)?.inicio ?? null,
      largo: pausa.minutos * MINUTO,
    }))
  const filaOf = (categoria: C): FilaDePlan<C> => {
    const turno = next
    next += categoria.entradas.length
    const entradas = categoria.entradas.filter(({ retirada }) => !retirada)
    const largo = entradas.reduce((sum, entrada) => sum + entrada.largo, 0)
    return { tipo: 'categoria', categoria, turno, inicio: plan?.inicios[entradas[0]?.id ?? ''] ?? null, largo }
  }
  return [...categorias.flatMap((categoria) => [...filasAt(categoria.id), filaOf(categoria)]), ...filasAt(null)]
}

/** Whether what would be published now differs from what is: settings, breaks, order and lengths of what is still to come. */
export function hasChanged(
  { categorias, pausas, ajustes }: Borrador,
  publicacion: Publicacion,
  turno: EnTurno,
): boolean {
  const publicadas = publicacion.pausas.map(({ inicio: _inicio, ...pausa }) => pausa)
  const items = itemsOf(categorias, publicacion.pausas)
  const ahead = new Set(porVenirOf(items, turno))
  const porVenir = [...ahead].filter(({ tipo }) => tipo === 'entrada')
  const ids = porVenir.map(({ id }) => id)
  const entradas = categorias.flatMap((categoria) => categoria.entradas)
  const known = new Set(entradas.map(({ id }) => id))
  const inicioOf = (item: Item<PausaPublicada>): number | undefined =>
    item.tipo === 'pausa' ? item.pausa.inicio : publicacion.inicios[item.id]
  // An entry that is gone was still to come when it was published after all that is over.
  const pasado = Math.max(...items.filter((item) => !ahead.has(item)).map((item) => inicioOf(item) ?? -Infinity))
  const first = Math.min(...porVenir.map((item) => inicioOf(item) ?? Infinity), pasado + 1)
  const isOver = turno.selectedRow > entradas.length && !turno.pausa
  const published = Object.entries(publicacion.inicios)
    .filter(([id, inicio]) => ids.includes(id) || (!known.has(id) && inicio >= first && !isOver))
    .toSorted(([, a], [, b]) => a - b)
    .map(([id]) => id)
  return (
    !isSame(ajustes, publicacion.ajustes) ||
    !isSame(pausas, publicadas) ||
    !isSame(published, ids) ||
    porVenir.some(({ id, largo }) => (publicacion.largos[id] ?? largo) !== largo)
  )
}

/** Equal plain data, whose keys are written in one order. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What the desk says when the end of a break is saved. `fin`, and `piso` of the day: instants in ms. */
export function finGuardadoText(fin: number | null, piso: number | null, zona: string): string {
  if (fin === null || piso === null || fin >= piso) return 'Fin de la pausa guardado.'
  return `El programa no empieza antes de ${formatHora(piso, zona)}.`
}

/** `A tiempo`, `4 min de retraso`, `2 min de adelanto`. */
export function retrasoText(retraso: number): string {
  if (retraso === 0) return 'A tiempo'
  return retraso > 0 ? `${retraso} min de retraso` : `${-retraso} min de adelanto`
}
