import type { Dia } from './dia.ts'
import { seguimosText } from './hora.ts'
import type { CategoriaDeJornada, Jornada } from './jornada.ts'
import { numeroText } from './numero.ts'
import { formatCount } from './plural.ts'
import { MINUTO } from './programa.ts'
import { retiroTitle } from './retiro.ts'

/** What the card `En vivo` says of a day: the same in the hall, on phones and on the desk. */
export interface Tarjeta {
  readonly eyebrow: string
  /** The number or the turn of the entry in course, or how many turns there are; null during a break. */
  readonly tag: string | null
  readonly nombre: string
  readonly detalle: string
  /** The instant that `detalle` names; null where it names none. */
  readonly hasta: number | null
  /** An entry competes. A withdrawn one keeps the turn until the next press and does not compete. */
  readonly compite: boolean
}

type Conocido = CategoriaDeJornada['competidores'][number] & { readonly nombre: string; readonly compania: string }

/** `fecha`: the day with its date, once the event has one. */
export function tarjetaOf(
  jornada: Jornada<CategoriaDeJornada<Conocido>>,
  { dia, zona, fecha = dia }: { readonly dia: Dia; readonly zona: string; readonly fecha?: string | undefined },
): Tarjeta {
  const { actual, pausa, fase, total } = jornada
  const quieta = { tag: null, hasta: null, compite: false }
  const turnos = { ...quieta, tag: formatCount(total, 'turno', 'turnos') }
  if (pausa) {
    const { titulo, sigue } = pausa
    return { ...quieta, eyebrow: 'Pausa', nombre: titulo, detalle: seguimosText(sigue, zona), hasta: sigue }
  }
  if (actual) {
    const { competidor, turno } = actual.renglon
    const { numero, nombre, compania: detalle, retiro } = competidor
    const tag = numero === undefined ? `Turno ${turno} de ${total}` : numeroText(numero)
    if (retiro !== null) return { ...quieta, eyebrow: retiroTitle(retiro), tag, nombre, detalle }
    return { ...quieta, eyebrow: 'Compitiendo ahora', tag, nombre, detalle, compite: true }
  }
  if (total === 0) {
    const detalle = `El ${dia} no tiene competidores.`
    return { ...quieta, eyebrow: 'Sin turnos', nombre: 'Sin competidores', detalle }
  }
  if (fase === 'terminado') {
    return { ...quieta, eyebrow: 'Día terminado', nombre: `Terminó el ${dia}`, detalle: 'Ya pasaron todos.' }
  }
  const detalle = `El ${fecha} está por comenzar.`
  return { ...turnos, eyebrow: 'Por comenzar', nombre: 'Aún no empieza', detalle }
}

/** `en 12 min`: the begun minutes until an instant (ms); null from an hour on, and once the instant has passed. */
export function enMinutosText(instant: number, now: number): string | null {
  const minutos = Math.ceil((instant - now) / MINUTO)
  return minutos > 0 && minutos < 60 ? `en ${minutos} min` : null
}
