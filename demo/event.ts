import { slugOf } from '#domain/categoria.ts'
import { criteriosOf, tipoOf } from '#domain/criterios.ts'
import { DIAS, type Dia } from '#domain/dia.ts'
import { APELLIDOS, CATEGORIAS, COMPANIAS, JUECES, NOMBRES, PAISES } from './names.ts'

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
  readonly musicaPath: string
  readonly dia: Dia
  readonly orden: number
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
    list.map((categoria) => [categoria.id, { ...categoria, fechaCreacion: '2025-03-01T15:00:00.000Z' }]),
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
    const nombre = nameFor(categoria.nombre, pick, next)
    if (Object.values(group).some((entry) => entry.nombre === nombre)) {
      made -= 1
      continue
    }
    const musicaPath = `musica/${slug}_${slugOf(nombre)}_${1_741_000_000_000 + made}.mp3`
    musica.set(musicaPath, trackFor(categoria.nombre, pick))
    const orden = Object.values(group).filter((entry) => entry.dia === categoria.dia).length + 1
    const fechaInscripcion = `2025-03-${String(1 + below(28)).padStart(2, '0')}`
    const base = {
      nombre,
      categoria: categoria.nombre,
      usuarioId: pick(uids),
      fechaInscripcion,
      musicaPath,
      dia: categoria.dia,
      orden,
    }
    group[`demo-entrada-${made + 1}`] = next() < 0.9 ? { ...base, compania: pick(COMPANIAS) } : base
    if (isJudged(categoria))
      ((calificaciones[categoria.dia] ??= {})[categoria.nombre] ??= {})[nombre] = marksFor(categoria.nombre, next)
  }
  return {
    tree: { users, categorias, competidores, calificaciones, ...settings(list, competidores) },
    musica,
    usuario: { email: 'competidor@demo.example' },
  }
}

/** All of jueves, and the first half of viernes. */
function isJudged({ dia, orden }: { readonly dia: Dia; readonly orden: number }): boolean {
  return dia === 'jueves' || (dia === 'viernes' && orden <= 4)
}

function aUser(index: number, pick: <T>(list: readonly T[]) => T): Record<string, string> {
  const email = index === 0 ? 'competidor@demo.example' : `competidor${index + 1}@demo.example`
  return {
    uid: `demo-usuario-${index + 1}`,
    nombre: pick(NOMBRES),
    apellido: pick(APELLIDOS),
    email,
    pais: pick(PAISES),
  }
}

function nameFor(categoria: string, pick: <T>(list: readonly T[]) => T, next: () => number): string {
  const person = () => `${pick(NOMBRES)} ${pick(APELLIDOS)}`
  if (/grupos|equipos|rueda|infantil/i.test(categoria))
    return `${pick(COMPANIAS)}${next() < 0.5 ? '' : pick([' II', ' Kids', ' Pro', ' Élite'])}`
  return /parejas|pro-am|élite|cabaret/i.test(categoria) ? `${person()} y ${person()}` : person()
}

function trackFor(categoria: string, pick: <T>(list: readonly T[]) => T): (typeof TRACKS)[number] {
  const bare = categoria.toLowerCase()
  return TRACKS.find((track) => bare.includes(track)) ?? pick(TRACKS)
}

/** Five judges who mostly agree: each entry has its level, each judge a hand. */
function marksFor(categoria: string, next: () => number): Record<string, unknown> {
  const level = 7 + next() * 2.4
  return Object.fromEntries(
    JUECES.map((juez, index) => {
      const marks = criteriosOf(tipoOf(categoria, null)).map(({ clave }) => {
        const mark = Math.min(10, Math.max(5, level + (index - 2) * 0.12 + (next() - 0.5) * 1.2))
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
  const before = list.filter(({ dia, orden }) => dia === 'viernes' && orden <= 4)
  const danced = before.reduce(
    (sum, { nombre }) =>
      sum + Object.values(competidores[slugOf(nombre)] ?? {}).filter(({ dia }) => dia === 'viernes').length,
    0,
  )
  return {
    adminMinutoAMinuto: {
      dia: 'viernes',
      hora: '2025-10-10T23:00:00.000Z',
      activarReloj: true,
      minutosPorCompetidor: 5,
      mostrarCalificaciones: true,
      mostrarJueves: true,
      mostrarViernes: true,
      mostrarSabado: false,
      selectedRow: danced + 3,
    },
    adminCompetencia: { rubricas: ['Showcase', 'Casino', 'General'], rubricaSel: 'General' },
  }
}
