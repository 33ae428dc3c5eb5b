import { slugOf } from '#domain/categoria.ts'
import { criteriosOfTipo, tipoOf } from '#domain/criterios.ts'
import { DIAS, type Dia } from '#domain/dia.ts'
import { Chance } from './chance.ts'
import { APELLIDOS, CATEGORIAS, COMPANIAS, JUECES, NOMBRES, PAISES } from './names.ts'
import { POSTERS } from './posters.ts'

const ENTRIES = 224
const USERS = 48
const TRACKS = ['salsa', 'bachata', 'casino', 'cabaret', 'merengue', 'kizomba'] as const
type Track = (typeof TRACKS)[number]

/** The entry that competes now: the third of the fifth category of viernes. */
const LIVE = { dia: 'viernes', categoria: 5, entry: 3 } as const

/** Entries of the live day that lack something, by creation index. The desk lists them. */
const LACKING: Readonly<Record<number, 'musica' | 'orden'>> = { 203: 'musica', 205: 'orden', 206: 'musica' }

interface Categoria {
  readonly id: string
  readonly dia: Dia
  readonly nombre: string
  readonly orden: number
}

interface Competidor {
  readonly nombre: string
  readonly compania?: string
  readonly categoria: string
  readonly usuarioId: string
  readonly fechaInscripcion: string
  readonly musicaPath?: string
  readonly dia: Dia
  readonly orden?: number
}

/** Entries by the slug of their category, then by id. */
type Competidores = Record<string, Record<string, Competidor>>

/** A mark that a judge sends. */
export interface MarcaDeDemo {
  readonly categoriaId: string
  readonly competidorId: string
  /** Name. */
  readonly juez: string
  /** Texts by key. */
  readonly criterios: Readonly<Record<string, string>>
}

export interface DemoEvent {
  /** In the interchange format. */
  readonly tree: Readonly<Record<string, unknown>>
  /** In the order of the entries. */
  readonly marcas: readonly MarcaDeDemo[]
  /** Entries with a penalty, disqualified, and absent; the closed categories. */
  readonly decisiones: {
    readonly penalizado: string
    readonly descalificado: string
    readonly ausente: string
    readonly cerradas: readonly string[]
  }
  /** The track of each stored file. */
  readonly musica: ReadonlyMap<string, Track>
  /** The user whose password the demo sets. */
  readonly usuario: { readonly email: string }
}

/** The first two entries of this category have the same marks. */
const TIED_CATEGORIA = 'demo-jueves-1'

/** Makes three days with 27 categories. One and a half days have marks. The result is always the same. */
export function demoEvent(): DemoEvent {
  const chance = new Chance(20251010)
  const users = Object.fromEntries(
    Array.from({ length: USERS }, (_, index) => [`demo-usuario-${index + 1}`, aUser(index, chance)]),
  )
  const uids = Object.keys(users)
  const list: Categoria[] = DIAS.flatMap((dia) =>
    CATEGORIAS[dia].map((nombre, index) => ({ id: `demo-${slugOf(dia)}-${index + 1}`, dia, nombre, orden: index + 1 })),
  )
  const categorias = Object.fromEntries(
    list.map((categoria, index) => [categoria.id, { ...categoria, fechaCreacion: createdAt(index) }]),
  )

  const competidores: Competidores = {}
  const marcas: MarcaDeDemo[] = []
  /** The id of each entry, by the id of its category and its order. */
  const ids = new Map<string, string>()
  const musica = new Map<string, Track>()
  for (let made = 0; made < ENTRIES;) {
    // Every category gets eight entries; the rest are spread by chance.
    const categoria = list[made < list.length * 8 ? made % list.length : chance.below(list.length)] ?? list[0]
    if (!categoria) break
    const slug = slugOf(categoria.nombre)
    const group = (competidores[slug] ??= {})
    const { nombre, compania } = namesFor(categoria.nombre, chance)
    if (Object.values(group).some((entry) => entry.nombre === nombre)) continue
    const common = {
      nombre,
      ...(compania === null ? {} : { compania }),
      categoria: categoria.nombre,
      usuarioId: chance.pick(uids),
      fechaInscripcion: `2025-03-${String(1 + chance.below(28)).padStart(2, '0')}`,
      dia: categoria.dia,
    }
    const orden = Object.values(group).filter((entry) => entry.dia === categoria.dia && entry.orden).length + 1
    const musicaPath = `musica/${slug}_${slugOf(nombre)}_${1_741_000_000_000 + made}.mp3`
    const lacks = LACKING[made]
    if (lacks !== 'musica') musica.set(musicaPath, trackFor(categoria.nombre, chance))
    group[`demo-entrada-${made + 1}`] = {
      ...common,
      ...(lacks === 'musica' ? {} : { musicaPath }),
      ...(lacks === 'orden' ? {} : { orden }),
    }
    made += 1
    const competidorId = `demo-entrada-${made}`
    const own = marksFor(categoria.nombre, juecesOf(categoria, orden), chance)
    const isTied = categoria.id === TIED_CATEGORIA && orden === 2
    // Until then only the first entry of the category has marks.
    const given = isTied ? marcas.filter((one) => one.categoriaId === categoria.id) : own
    marcas.push(...given.map(({ juez, criterios }) => ({ juez, criterios, competidorId, categoriaId: categoria.id })))
    ids.set(`${categoria.id}/${orden}`, competidorId)
  }
  return {
    tree: { users, categorias, competidores, ...settings(list, competidores) },
    marcas,
    decisiones: {
      penalizado: ids.get('demo-jueves-2/1') ?? '',
      descalificado: ids.get('demo-jueves-3/4') ?? '',
      ausente: ids.get(`demo-${LIVE.dia}-${LIVE.categoria}/${LIVE.entry + 2}`) ?? '',
      cerradas: list
        .filter(({ dia, orden }) => dia === 'jueves' || (dia === LIVE.dia && orden < 3))
        .map(({ id }) => id),
    },
    musica,
    usuario: { email: 'competidor@demo.example' },
  }
}

/** The judges who have sent marks: all for past entries, three for the current one, none for later ones. */
function juecesOf({ dia, orden }: Categoria, entry: number): readonly string[] {
  const past = dia === 'jueves' || (dia === LIVE.dia && orden < LIVE.categoria)
  if (past) return JUECES
  if (dia !== LIVE.dia || orden !== LIVE.categoria || entry > LIVE.entry) return []
  return entry < LIVE.entry ? JUECES : JUECES.slice(0, 3)
}

/** The categories were created one after the other within an hour. */
function createdAt(index: number): string {
  return new Date(Date.UTC(2025, 2, 1, 1, 4) + index * 100_000).toISOString()
}

/** No two users have both names in common: the lists of 32 and 24 names repeat together after 96 users. */
function aUser(index: number, chance: Chance): Record<string, string> {
  const nombre = NOMBRES[index % NOMBRES.length] ?? ''
  const apellido = APELLIDOS[(index * 7) % APELLIDOS.length] ?? ''
  const bare = `${nombre}.${apellido}`.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const email = index === 0 ? 'competidor@demo.example' : `${bare}@demo.example`
  return { uid: `demo-usuario-${index + 1}`, nombre, apellido, email, pais: chance.pick(PAISES) }
}

/** A group has the name of its company. A person or a couple has a company, or none. */
function namesFor(categoria: string, chance: Chance): { nombre: string; compania: string | null } {
  const compania = chance.pick(COMPANIAS)
  if (/grupos|equipos|rueda|infantil|showcase élite/i.test(categoria)) {
    const suffix = /infantil/i.test(categoria)
      ? chance.pick([' Kids', ' Infantil', ' Semillas'])
      : chance.pick(['', '', ' Pro', ' Élite'])
    return { nombre: `${compania}${suffix}`, compania }
  }
  const person = () => `${chance.pick(NOMBRES)} ${chance.pick(APELLIDOS)}`
  const one = person()
  const other = person()
  const isCouple = /parejas|pro-am|élite|cabaret/i.test(categoria) && one !== other
  return {
    nombre: isCouple ? `${one} ${/^[IÍ]/.test(other) ? 'e' : 'y'} ${other}` : one,
    compania: chance.next() < 0.96 ? compania : null,
  }
}

function trackFor(categoria: string, chance: Chance): Track {
  const lower = categoria.toLowerCase()
  return TRACKS.find((track) => lower.includes(track)) ?? chance.pick(TRACKS)
}

/** Marks around the level of the entry. Each judge is a little stricter or milder than the others. */
function marksFor(
  categoria: string,
  jueces: readonly string[],
  chance: Chance,
): Pick<MarcaDeDemo, 'juez' | 'criterios'>[] {
  const level = 7 + chance.next() * 2.4
  return jueces.map((juez, index) => {
    const marks = criteriosOfTipo(tipoOf(categoria, null)).map(({ clave }) => {
      const mark = Math.min(10, Math.max(5, level + (index - 2.5) * 0.12 + (chance.next() - 0.5) * 1.2))
      return [clave, mark.toFixed(1)] as const
    })
    return { juez, criterios: Object.fromEntries(marks) }
  })
}

/** The live day, the running clock and the turn. */
function settings(list: readonly Categoria[], competidores: Competidores): Record<string, unknown> {
  const before = list.filter(({ dia, orden }) => dia === LIVE.dia && orden < LIVE.categoria)
  const finished = before.flatMap(({ nombre }) =>
    Object.values(competidores[slugOf(nombre)] ?? {}).filter(({ dia, orden }) => dia === LIVE.dia && orden),
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
      selectedRow: finished.length + LIVE.entry,
    },
    adminCompetencia: { rubricas: ['Showcase', 'Casino', 'General'], rubricaSel: 'General' },
    extra: {
      carrusel: POSTERS.map(([, name]) => name),
      inscripciones: { maximo: 12 },
    },
  }
}
