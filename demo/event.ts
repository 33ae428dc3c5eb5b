import { slugOf } from '#domain/categoria.ts'
import { criteriosOf, tipoOf } from '#domain/criterios.ts'
import { DIAS, type Dia } from '#domain/dia.ts'
import { APELLIDOS, CATEGORIAS, COMPANIAS, JUECES, NOMBRES, PAISES } from './names.ts'
import { POSTERS } from './posters.ts'

const ENTRIES = 224
const USERS = 48
const TRACKS = ['salsa', 'bachata', 'casino', 'cabaret', 'merengue', 'kizomba'] as const

/** The same event every time: chance with a fixed beginning. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Entrada {
  readonly nombre: string
  readonly compania?: string
  readonly categoria: string
  readonly usuarioId: string
  readonly fechaInscripcion: string
  readonly musicaPath?: string
  readonly dia: Dia
  readonly orden?: number
}

export interface DemoEvent {
  /** In the interchange format. */
  readonly tree: Readonly<Record<string, unknown>>
  /** Which of the demo's tracks each stored file is. */
  readonly musica: ReadonlyMap<string, (typeof TRACKS)[number]>
  /** The user that the demo signs in as. */
  readonly usuario: { readonly email: string }
}

/** Three days, twenty-seven categories, and half of it already danced. */
export function demoEvent(): DemoEvent {
  const next = chance(20251010)
  const below = (count: number) => Math.floor(next() * count)
  const pick = <T>(list: readonly T[]): T => {
    const item = list[below(list.length)]
    if (item === undefined) throw new Error('Nothing to pick from.')
    return item
  }
  const users = Object.fromEntries(
    Array.from({ length: USERS }, (_, index) => [`demo-usuario-${index + 1}`, aUser(index, pick)]),
  )
  const uids = Object.keys(users)
  const list = DIAS.flatMap((dia) =>
    CATEGORIAS[dia].map((nombre, index) => ({ id: `demo-${slugOf(dia)}-${index + 1}`, dia, nombre, orden: index + 1 })),
  )
  const categorias = Object.fromEntries(
    list.map((categoria, index) => [categoria.id, { ...categoria, fechaCreacion: createdAt(index) }]),
  )

  const competidores: Record<string, Record<string, Entrada>> = {}
  const calificaciones: Record<string, Record<string, Record<string, unknown>>> = {}
  const musica = new Map<string, (typeof TRACKS)[number]>()
  for (let made = 0; made < ENTRIES; made += 1) {
    // Two rounds give every category eight entries, the rest fall where they fall.
    const categoria = list[made < list.length * 8 ? made % list.length : below(list.length)]
    if (!categoria) continue
    const slug = slugOf(categoria.nombre)
    const group = (competidores[slug] ??= {})
    const { nombre, compania } = whoFor(categoria.nombre, pick, next)
    if (Object.values(group).some((entry) => entry.nombre === nombre)) {
      made -= 1
      continue
    }
    const entrada: Entrada = {
      nombre,
      ...(compania === null ? {} : { compania }),
      categoria: categoria.nombre,
      usuarioId: pick(uids),
      fechaInscripcion: `2025-03-${String(1 + below(28)).padStart(2, '0')}`,
      dia: categoria.dia,
    }
    const orden = Object.values(group).filter((entry) => entry.dia === categoria.dia && entry.orden).length + 1
    const musicaPath = `musica/${slug}_${slugOf(nombre)}_${1_741_000_000_000 + made}.mp3`
    const lacks = LACKING[made]
    if (lacks !== 'musica') musica.set(musicaPath, trackFor(categoria.nombre, pick))
    group[`demo-entrada-${made + 1}`] = {
      ...entrada,
      ...(lacks === 'musica' ? {} : { musicaPath }),
      ...(lacks === 'orden' ? {} : { orden }),
    }
    const jueces = juecesOf(categoria, orden)
    if (jueces.length > 0)
      ((calificaciones[categoria.dia] ??= {})[categoria.nombre] ??= {})[nombre] = marksFor(
        categoria.nombre,
        jueces,
        next,
      )
  }
  return {
    tree: { users, categorias, competidores, calificaciones, ...settings(list, competidores) },
    musica,
    usuario: { email: 'competidor@demo.example' },
  }
}

/** What a late entry still lacks on the day that is live: the desk says so. By the place in which it was made. */
const LACKING: Readonly<Record<number, 'musica' | 'orden'>> = { 203: 'musica', 205: 'orden', 206: 'musica' }

/** On stage now: the third entry of the fifth category of viernes. */
const LIVE = { dia: 'viernes', categoria: 5, entrada: 3 } as const

/** Who has sent marks: all for what has been danced, three for who is on stage, nobody for the rest. */
function juecesOf({ dia, orden }: { readonly dia: Dia; readonly orden: number }, entrada: number): readonly string[] {
  const past = dia === 'jueves' || (dia === LIVE.dia && orden < LIVE.categoria)
  if (past) return JUECES
  if (dia !== LIVE.dia || orden !== LIVE.categoria || entrada > LIVE.entrada) return []
  return entrada < LIVE.entrada ? JUECES : JUECES.slice(0, 3)
}

/** The organiser made them one evening, one after the other. */
function createdAt(index: number): string {
  return new Date(Date.UTC(2025, 2, 1, 1, 4) + index * 100_000).toISOString()
}

/** No two have both names in common: lists of 32 and 24, walked side by side, meet again after 96. */
function aUser(index: number, pick: <T>(list: readonly T[]) => T): Record<string, string> {
  const nombre = NOMBRES[index % NOMBRES.length] ?? ''
  const apellido = APELLIDOS[(index * 7) % APELLIDOS.length] ?? ''
  const bare = `${nombre}.${apellido}`.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const email = index === 0 ? 'competidor@demo.example' : `${bare}@demo.example`
  return { uid: `demo-usuario-${index + 1}`, nombre, apellido, email, pais: pick(PAISES) }
}

/** A group dances under the name of its company; one, or two, are from one, or of none. */
function whoFor(
  categoria: string,
  pick: <T>(list: readonly T[]) => T,
  next: () => number,
): { nombre: string; compania: string | null } {
  const compania = pick(COMPANIAS)
  if (/grupos|equipos|rueda|infantil|showcase élite/i.test(categoria)) {
    const which = /infantil/i.test(categoria)
      ? pick([' Kids', ' Infantil', ' Semillas'])
      : pick(['', '', ' Pro', ' Élite'])
    return { nombre: `${compania}${which}`, compania }
  }
  const person = () => `${pick(NOMBRES)} ${pick(APELLIDOS)}`
  const one = person()
  const other = person()
  const isCouple = /parejas|pro-am|élite|cabaret/i.test(categoria) && one !== other
  return {
    nombre: isCouple ? `${one} ${/^[IÍ]/.test(other) ? 'e' : 'y'} ${other}` : one,
    compania: next() < 0.96 ? compania : null,
  }
}

function trackFor(categoria: string, pick: <T>(list: readonly T[]) => T): (typeof TRACKS)[number] {
  const bare = categoria.toLowerCase()
  return TRACKS.find((track) => bare.includes(track)) ?? pick(TRACKS)
}

/** Six judges who mostly agree: each entry has its level, each judge a hand. */
function marksFor(categoria: string, jueces: readonly string[], next: () => number): Record<string, unknown> {
  const level = 7 + next() * 2.4
  return Object.fromEntries(
    jueces.map((juez, index) => {
      const marks = criteriosOf(tipoOf(categoria, null)).map(({ clave }) => {
        const mark = Math.min(10, Math.max(5, level + (index - 2.5) * 0.12 + (next() - 0.5) * 1.2))
        return [clave, Math.round(mark * 10) * 10] as const
      })
      const total = marks.reduce((sum, [, hundredths]) => sum + hundredths, 0)
      const texts = marks.map(([clave, hundredths]) => [clave, (hundredths / 100).toFixed(2)] as const)
      return [juez, { ...Object.fromEntries(texts), l_calificacion: (total / 100).toFixed(2) }]
    }),
  )
}

/** Viernes is live, its fifth category on stage, the clock running. */
function settings(
  list: readonly { readonly dia: Dia; readonly nombre: string; readonly orden: number }[],
  competidores: Readonly<Record<string, Readonly<Record<string, Entrada>>>>,
): Record<string, unknown> {
  const before = list.filter(({ dia, orden }) => dia === LIVE.dia && orden < LIVE.categoria)
  const danced = before.reduce(
    (sum, { nombre }) =>
      sum +
      Object.values(competidores[slugOf(nombre)] ?? {}).filter(({ dia, orden }) => dia === LIVE.dia && orden).length,
    0,
  )
  return {
    adminMinutoAMinuto: {
      dia: LIVE.dia,
      hora: '2025-10-10T23:00:00.000Z',
      activarReloj: true,
      minutosPorCompetidor: 5,
      mostrarCalificaciones: true,
      mostrarJueves: true,
      mostrarViernes: true,
      mostrarSabado: false,
      selectedRow: danced + LIVE.entrada,
    },
    adminCompetencia: { rubricas: ['Showcase', 'Casino', 'General'], rubricaSel: 'General' },
    extra: {
      carrusel: POSTERS.map(([, name]) => name),
      inscripciones: { maximo: 12 },
    },
  }
}
