import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addPenalizacion,
  closeCategoria,
  reopenCategoria,
  restoreCompetidor,
  withdrawCompetidor,
} from '#contract/calificaciones.ts'
import { updateCategoria } from '#contract/categorias.ts'
import { announceCategoria, retainCategoria, setEmbargo } from '#contract/embargo.ts'
import { setPublicacion } from '#contract/horario.ts'
import { updateInscripcion } from '#contract/inscripciones.ts'
import { createPantalla, setMuestra } from '#contract/pantallas.ts'
import { beginPremiacion, endPremiacion, stepPremiacion } from '#contract/premiacion.ts'
import { viewKey } from '#contract/view.ts'
import { detalle, resultados } from '#contract/views/calificaciones.ts'
import { pantalla, pantallas } from '#contract/views/pantallas.ts'
import { Refused, type Client, type TestApp } from '../support/app.ts'
import { seedCalificacion, seedDia } from '../support/builders.ts'
import { load, readTreeAt, treeIn, unload } from '../support/evento.ts'
import { startPair } from '../support/pair.ts'
import { casos } from '../support/random.ts'
import { LiveStream } from '../support/stream.ts'

// Random acts of administrators on two instances, beside an oracle that knows the rules by itself: it imports nothing of `src/domain`.

const PANTALLAS = ['Foro', 'Lobby', 'Cabina', 'Adelantado', 'Aire'] as const
const TIPOS = { Foro: 'Sala', Lobby: 'Sala', Cabina: 'Locutor', Adelantado: 'Locutor', Aire: 'Transmisión' } as const

interface Entrada {
  readonly id: string
  /** A name that nothing else has, and that its bytes are searched for. */
  nombre: string
  /** In points; null: no mark. */
  marca: number | null
  penalizacion: number
  retirada: boolean
}

const DIAS = ['jueves', 'viernes'] as const
type Dia = (typeof DIAS)[number]

interface Categoria {
  readonly id: string
  readonly entradas: readonly Entrada[]
  dia: Dia
  cerrada: boolean
  anunciada: boolean
}

interface Ceremonia {
  readonly de: Categoria
  /** From the last prize to the first. */
  readonly pasos: readonly (readonly Entrada[])[]
  paso: number
  enCurso: boolean
  at: number
}

/** The event as the oracle knows it. */
interface Mundo {
  readonly categorias: readonly Categoria[]
  retiene: boolean
  readonly publicado: Record<Dia, boolean>
  ceremonia: Ceremonia | undefined
  /** The scene of each `Sala`, and the scene that a ceremony in course replaced. */
  readonly salas: Record<'Foro' | 'Lobby', { escena: string; antes: string | null }>
  now: number
}

/** The groups of equal entries, best first. */
function gruposOf({ entradas }: Categoria): Entrada[][] {
  const ranked = entradas.filter(({ marca, retirada }) => marca !== null && !retirada)
  const puntosOf = ({ marca, penalizacion }: Entrada) => (marca ?? 0) - penalizacion
  const sorted = ranked.toSorted((a, b) => puntosOf(b) - puntosOf(a))
  const grupos: Entrada[][] = []
  for (const entry of sorted) {
    const last = grupos.at(-1)
    if (last?.[0] && puntosOf(last[0]) === puntosOf(entry)) last.push(entry)
    else grupos.push([entry])
  }
  return grupos
}

function pasosOf(categoria: Categoria, premios: number): Entrada[][] {
  const pasos: Entrada[][] = []
  for (const grupo of gruposOf(categoria)) if (pasos.flat().length < premios) pasos.unshift(grupo)
  return pasos
}

/** The names that a screen may show. */
function shownOn(nombre: (typeof PANTALLAS)[number], { ceremonia, salas }: Mundo): string[] {
  if (!ceremonia || nombre === 'Aire') return []
  if ((nombre === 'Foro' || nombre === 'Lobby') && salas[nombre].escena !== 'Premiación') return []
  const { pasos, paso, enCurso } = ceremonia
  const next = nombre === 'Adelantado' && enCurso ? (pasos[paso] ?? []) : []
  return [...pasos.slice(0, paso).flat(), ...next].map((entry) => entry.nombre).toSorted()
}

interface Escena {
  readonly mundo: Mundo
  readonly apps: readonly [TestApp, TestApp]
  readonly caches: Readonly<Record<Dia, Cache>>
  /** An import ends their sessions, and gives screens other ids and links. */
  admins: readonly [Client, Client]
  juez: Client
  ids: Readonly<Record<string, string>>
  enlaces: Readonly<Record<string, string>>
}

/** Sends a command of an administrator; the code of its refusal, '' when it was done. */
type Send = (send: (admin: Client) => Promise<unknown>) => Promise<string>
type Act = (escena: Escena, at: number, send: Send) => Promise<void>

const CAMPOS = { jueves: 'mostrarJueves', viernes: 'mostrarViernes' } as const

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T
const entradaAt = ({ categorias }: Mundo, at: number): [Categoria, Entrada | undefined] => {
  const categoria = pick(categorias, at)
  return [categoria, categoria.entradas[Math.floor(at / 3) % Math.max(1, categoria.entradas.length)]]
}

function begin({ mundo }: Escena): void {
  for (const sala of Object.values(mundo.salas)) Object.assign(sala, { antes: sala.escena, escena: 'Premiación' })
}

const ACTS: Readonly<Record<string, Act>> = {
  empezar: async (escena, at, send) => {
    const { mundo } = escena
    const de = pick(mundo.categorias, at)
    const premios = (at % 10) + 1
    const pasos = pasosOf(de, premios)
    const { ceremonia } = mundo
    const wanted = ceremonia?.enCurso
      ? ceremonia.de === de
        ? ''
        : 'premiacion.otra'
      : !de.cerrada
        ? 'premiacion.noFinal'
        : pasos.length === 0
          ? 'premiacion.sinLugares'
          : ''
    const isNew = wanted === '' && !ceremonia?.enCurso
    expect(await send((admin) => admin.send(beginPremiacion, { id: de.id, premios }))).toBe(wanted)
    if (!isNew) return
    mundo.ceremonia = { de, pasos, paso: 0, enCurso: true, at: mundo.now }
    begin(escena)
  },
  siguiente: (escena, at, send) => step(escena, at, send, 1),
  anterior: (escena, at, send) => step(escena, at, send, -1),
  terminar: async ({ mundo }, _at, send) => {
    const { ceremonia } = mundo
    const id = ceremonia?.de.id ?? mundo.categorias[0]?.id ?? ''
    const faltan = ceremonia ? ceremonia.pasos.length - ceremonia.paso : 0
    const pregunta = `${faltan === 1 ? 'Falta 1 paso' : `Faltan ${faltan} pasos`}. ¿Terminar y publicar?`
    const asked = await send((admin) => admin.send(endPremiacion, { id }))
    expect(asked).toBe(ceremonia?.enCurso ? (faltan > 0 ? 'question.open' : '') : 'premiacion.over')
    if (!ceremonia?.enCurso) return
    if (faltan > 0) expect(await send((admin) => admin.send(endPremiacion, { id, acepta: [pregunta] }))).toBe('')
    ceremonia.enCurso = false
    ceremonia.de.anunciada = true
    for (const sala of Object.values(mundo.salas)) sala.antes = null
  },
  publicarSin: async ({ mundo }, at, send) => {
    const categoria = pick(mundo.categorias, at)
    await send((admin) => admin.send(announceCategoria, { id: categoria.id }))
    categoria.anunciada = true
  },
  volver: async ({ mundo }, at, send) => {
    const categoria = (at % 2 === 0 && mundo.ceremonia?.de) || pick(mundo.categorias, at)
    await send((admin) => admin.send(retainCategoria, { id: categoria.id }))
    const { ceremonia } = mundo
    if (categoria.anunciada && ceremonia?.de === categoria && !ceremonia.enCurso) mundo.ceremonia = undefined
    categoria.anunciada = false
  },
  retener: async ({ mundo }, at, send) => {
    const retener = at % 4 !== 0
    const acepta = [1, 2, 3].map(
      (n) => `¿Publicar ahora los resultados de ${n === 1 ? '1 categoría' : `${n} categorías`}?`,
    )
    await send((admin) => admin.send(setEmbargo, { retener, acepta }))
    mundo.retiene = retener
  },
  publicar: async ({ mundo }, at, send) => {
    const dia = pick(DIAS, Math.floor(at / 4))
    const valor = at % 4 !== 0
    await send((admin) => admin.send(setPublicacion, { campo: CAMPOS[dia], valor }))
    mundo.publicado[dia] = valor
  },
  cerrar: async ({ mundo }, at, send) => {
    const categoria = pick(mundo.categorias, at)
    const wanted = categoria.cerrada ? 'categoria.alreadyClosed' : ''
    expect(await send((admin) => admin.send(closeCategoria, { id: categoria.id, decision: 'Así' }))).toBe(wanted)
    categoria.cerrada = true
  },
  reabrir: async ({ mundo }, at, send) => {
    const categoria = pick(mundo.categorias, at)
    const isPremiada = mundo.ceremonia?.enCurso && mundo.ceremonia.de === categoria
    const wanted = isPremiada ? 'premiacion.enCurso' : categoria.cerrada ? '' : 'categoria.open'
    expect(await send((admin) => admin.send(reopenCategoria, { id: categoria.id }))).toBe(wanted)
    if (wanted === '') categoria.cerrada = false
  },
  calificar: async ({ mundo, apps }, at) => {
    const [categoria, entry] = entradaAt(mundo, at)
    if (!entry || categoria.cerrada || entry.marca !== null) return
    entry.marca = 40 + (at % 4)
    await seedCalificacion(apps[0], entry.id, 'Rosa', `${entry.marca}.00`)
  },
  penalizar: async ({ mundo }, at, send) => {
    const [categoria, entry] = entradaAt(mundo, at)
    if (!entry) return
    const puntos = String(1 + (at % 2))
    const refused = await send((admin) => admin.send(addPenalizacion, { id: entry.id, puntos, motivo: 'Tarde' }))
    expect(refused).toBe(categoria.cerrada ? 'categoria.closed' : '')
    if (refused === '') entry.penalizacion += Number(puntos)
  },
  retirar: async ({ mundo }, at, send) => {
    const [, entry] = entradaAt(mundo, at)
    if (!entry) return
    const input = { id: entry.id, estado: 'descalificado', motivo: 'Falta' } as const
    if ((await send((admin) => admin.send(withdrawCompetidor, input))) === '') entry.retirada = true
  },
  restaurar: async ({ mundo }, at, send) => {
    const [, entry] = entradaAt(mundo, at)
    if (entry && (await send((admin) => admin.send(restoreCompetidor, { id: entry.id }))) === '') entry.retirada = false
  },
  renombrar: async ({ mundo }, at, send) => {
    const [, entry] = entradaAt(mundo, at)
    if (!entry) return
    const nombre = `${entry.nombre.split('·')[0]}·${at}·`
    if ((await send((admin) => admin.send(updateInscripcion, { id: entry.id, nombre }))) === '') entry.nombre = nombre
  },
  renombrarCategoria: async ({ mundo }, at, send) => {
    const { id } = pick(mundo.categorias, at)
    await send((admin) => admin.send(updateCategoria, { id, nombre: `Otra ${id} ${at}` }))
  },
  mover: async ({ mundo }, at, send) => {
    const categoria = pick(mundo.categorias, at)
    const dia = pick(DIAS, Math.floor(at / 3))
    const wanted = categoria.cerrada ? 'categoria.closed' : ''
    expect(await send((admin) => admin.send(updateCategoria, { id: categoria.id, dia }))).toBe(wanted)
    if (wanted === '') categoria.dia = dia
  },
  importar: async (escena) => {
    const { mundo } = escena
    await replaceEvento(escena)
    mundo.ceremonia = undefined
    for (const sala of Object.values(mundo.salas))
      Object.assign(sala, { escena: sala.antes ?? sala.escena, antes: null })
  },
  escena: async ({ mundo, ids }, at, send) => {
    const nombre = pick(['Foro', 'Lobby'] as const, at)
    const escena = pick(['En pista', 'Premiación', 'Mensaje'] as const, Math.floor(at / 2))
    await send((admin) => admin.send(setMuestra, { id: ids[nombre] ?? '', escena }))
    Object.assign(mundo.salas[nombre], { escena, antes: null })
  },
}

async function step({ mundo }: Escena, at: number, send: Send, by: 1 | -1): Promise<void> {
  const { ceremonia } = mundo
  const id = ceremonia?.de.id ?? mundo.categorias[0]?.id ?? ''
  // Now and then a press of a page that shows an older step, or within the second.
  const desde = Math.max(0, (ceremonia?.paso ?? 0) - (at % 7 === 0 ? 1 : 0))
  if (at % 5 !== 0) mundo.now += 1_000
  const counts = ceremonia?.enCurso && desde === ceremonia.paso && mundo.now - ceremonia.at >= 1_000
  const isPast = counts && by === 1 && ceremonia.paso === ceremonia.pasos.length
  const sentido = by === 1 ? 'siguiente' : 'anterior'
  expect(await send((admin) => admin.send(stepPremiacion, { id, desde, sentido }))).toBe(
    ceremonia?.enCurso ? (isPast ? 'premiacion.completa' : '') : 'premiacion.over',
  )
  if (!counts || isPast) return
  if (ceremonia.paso + by < 0) {
    mundo.ceremonia = undefined
    for (const sala of Object.values(mundo.salas))
      Object.assign(sala, { escena: sala.antes ?? sala.escena, antes: null })
    return
  }
  ceremonia.paso += by
  ceremonia.at = mundo.now
}

/** The acts that visitors, competitors and judges learn nothing of. */
const SECRET = ['empezar', 'siguiente', 'anterior', 'escena']
const NAMES = Object.keys(ACTS)
const CEREMONIA = [
  'siguiente',
  'siguiente',
  'empezar',
  'empezar',
  'anterior',
  'anterior',
  'terminar',
  'volver',
  'cerrar',
]
/** Ceremonies are what is looked for: their acts come more often. */
const anAct = fc.tuple(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...CEREMONIA) },
    { weight: 2, arbitrary: fc.constantFrom(...NAMES) },
  ),
  fc.nat({ max: 999 }),
)

async function bytesOf({ app }: TestApp, key: string, cookie?: string): Promise<string> {
  const url = `/api/vistas?views=${encodeURIComponent(key)}`
  const { body } = await app.http.inject({ url, headers: { ...(cookie && { cookie }), 'accept-encoding': 'identity' } })
  // The revision of the snapshot tells that something happened, as every act does.
  return JSON.stringify((JSON.parse(body) as { views?: unknown }).views ?? body)
}

/** Runs of 30 to 60 acts each. */
const RUNS = casos(4)

test(
  'over random acts each screen shows what was revealed, and no other audience learns it before it is announced',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 12 }), { minLength: 3, maxLength: 3 }),
        fc.array(anAct, { minLength: 30, maxLength: 60 }),
        async (sizes, acts) => {
          const mundo: Mundo = {
            categorias: [],
            retiene: true,
            publicado: { jueves: true, viernes: true },
            ceremonia: undefined,
            salas: { Foro: { escena: 'En pista', antes: null }, Lobby: { escena: 'En pista', antes: null } },
            now: Date.UTC(2025, 3, 10, 16),
          }
          await using pair = await startPair({ now: () => mundo.now })
          const escena = await aScene(pair, mundo, sizes)
          const { apps } = escena
          const dias = DIAS.map((dia) => viewKey(resultados, { dia }))
          const seen = () => Promise.all(dias.map((key) => bytesOf(apps[0], key)))
          await using stream = await LiveStream.open(await apps[1].listen(), {
            views: dias.join(','),
            cookie: undefined,
          })
          await stream.next()
          const secret: number[] = []
          for (const [index, [name, at]] of acts.entries()) {
            const before = await seen()
            const { revision } = apps[1].app.live.hub.head
            const send: Send = async (run) => {
              const admin = pick(escena.admins, index)
              return run(admin).then(
                () => '',
                (error: unknown) => (error instanceof Refused ? error.code : String(error)),
              )
            }
            await ACTS[name]?.(escena, at, send)
            for (const { app } of apps) await app.live.hub.settled()
            if (SECRET.includes(name)) {
              expect(await seen()).toEqual(before)
              const { head } = apps[1].app.live.hub
              if (head.revision > revision) secret.push(head.revision)
            }
            for (const nombre of PANTALLAS) {
              const bytes = await bytesOf(
                pick(apps, index + 1),
                viewKey(pantalla, { enlace: escena.enlaces[nombre] ?? '' }),
              )
              const shown = mundo.categorias
                .flatMap(({ entradas }) => entradas)
                .filter((one) => bytes.includes(one.nombre))
              expect([name, nombre, shown.map((one) => one.nombre).toSorted()]).toEqual([
                name,
                nombre,
                shownOn(nombre, mundo),
              ])
              if (nombre === 'Foro' || nombre === 'Lobby')
                expect(bytes).toContain(`"escena":"${mundo.salas[nombre].escena}"`)
              expect(bytes).not.toMatch(/puntos|penaliz|empate|4[0-9]\.00/)
            }
            for (const dia of DIAS)
              await escena.caches[dia].get(mundo.now, (answer) => expectPublico(mundo, dia, answer))
          }
          expect(stream.messages.filter(({ frame }) => secret.includes(frame.revision))).toEqual([])
          for (const client of [apps[0].visitor, await apps[0].as('usuario')]) await expectEmbargo(escena, client)
          await expectEmbargo(escena, escena.juez, { hasFigures: false })
          await replaceEvento(escena)
        },
      ),
      { numRuns: RUNS, seed: 11, endOnFailure: true },
    )
  },
  30_000 * (RUNS + 1),
)

async function aScene(
  { here, there }: { readonly here: TestApp; readonly there: TestApp },
  mundo: Mundo,
  sizes: readonly number[],
): Promise<Escena> {
  const contents = sizes.map((size, at) => [
    `Categoría ${at}`,
    Array.from({ length: size }, (_, index) => `Pareja-${at}-${index}·`),
  ])
  const { categorias, competidores } = await seedDia(here, 'jueves', Object.fromEntries(contents))
  Object.assign(mundo, {
    categorias: categorias.map(({ id }) => ({
      id,
      dia: 'jueves',
      cerrada: false,
      anunciada: false,
      entradas: competidores
        .filter(({ categoriaId }) => categoriaId === id)
        .map((row) => ({ id: row.id, nombre: row.nombre ?? '', marca: null, penalizacion: 0, retirada: false })),
    })),
  })
  // One in five has no mark yet; many are equal.
  for (const [at, entry] of mundo.categorias.flatMap(({ entradas }) => entradas).entries()) {
    if (at % 5 === 4) continue
    entry.marca = 40 + ((at * 7) % 5)
    await seedCalificacion(here, entry.id, 'Rosa', `${entry.marca}.00`)
  }
  const apps = [here, there] as const
  const people = await peopleOf(apps)
  const [admin] = people.admins
  for (const categoria of mundo.categorias.slice(0, 2)) {
    await admin.send(closeCategoria, { id: categoria.id, decision: 'Así' })
    categoria.cerrada = true
  }
  await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
  await admin.send(setEmbargo, { retener: true })
  for (const nombre of PANTALLAS) {
    const { id } = await admin.send(createPantalla, { nombre, tipo: TIPOS[nombre] })
    if (nombre === 'Adelantado') await admin.send(setMuestra, { id, adelantar: true })
  }
  const caches = { jueves: new Cache(there, 'jueves'), viernes: new Cache(there, 'viernes') }
  return { mundo, apps, caches, ...people, ...(await screensOf(admin)) }
}

/** An administrator at both instances, and a judge who has sent no mark. */
async function peopleOf([here, there]: Escena['apps']): Promise<Pick<Escena, 'admins' | 'juez'>> {
  const juez = await here.as('juez', { dias: '[]', categorias: '[]' })
  return { admins: [await here.as('admin'), there.at(await here.as('admin'))], juez }
}

async function screensOf(admin: Client): Promise<Pick<Escena, 'ids' | 'enlaces'>> {
  const screens = (await admin.see(pantallas))?.pantallas ?? []
  return {
    ids: Object.fromEntries(screens.map(({ nombre, id }) => [nombre, id])),
    enlaces: Object.fromEntries(screens.map(({ nombre, enlace }) => [nombre, enlace])),
  }
}

/** The results of a day as a cache in front of the instances serves them to visitors: by the headers of their public address. */
class Cache {
  readonly #app: TestApp
  readonly #url: string
  #kept: { readonly body: string; readonly etag: string; readonly until: number } | undefined

  constructor(app: TestApp, dia: Dia) {
    this.#app = app
    this.#url = `/publico/${encodeURIComponent(viewKey(resultados, { dia }))}`
  }

  /** What a visitor gets. `check`: sees each answer when the server was asked for it, a confirmed one too. */
  async get(now: number, check: (body: string) => void): Promise<string> {
    const kept = this.#kept
    if (kept && now < kept.until) return kept.body
    const answer = await this.#app.app.http.inject({
      url: this.#url,
      headers: { 'accept-encoding': 'identity', ...(kept && { 'if-none-match': kept.etag }) },
    })
    const [, age = ''] = /max-age=(\d+)/.exec(String(answer.headers['cache-control'])) ?? []
    expect(Number(age)).toBeLessThanOrEqual(2)
    const body = answer.statusCode === 304 && kept ? kept.body : answer.body
    check(body)
    this.#kept = { body, etag: String(answer.headers.etag), until: now + Number(age) * 1_000 }
    return body
  }
}

const isRetenida = ({ retiene }: Mundo, { anunciada, entradas }: Categoria): boolean =>
  retiene && !anunciada && entradas.some(({ marca }) => marca !== null)

function expectPublico(mundo: Mundo, dia: Dia, body: string): void {
  const [part] = Object.values((JSON.parse(body) as { views: Record<string, Record<string, unknown>> }).views)
  for (const categoria of mundo.categorias) {
    const found = part?.[`c:${categoria.id}`] as { readonly puestos: readonly { lugar: number | null }[] } | undefined
    expect(found !== undefined).toBe(mundo.publicado[dia] && categoria.dia === dia)
    if (!found) continue
    const isClosed = isRetenida(mundo, categoria)
    expect(found.puestos.some(({ lugar }) => lugar !== null)).toBe(!isClosed && gruposOf(categoria).length > 0)
    if (!isClosed) continue
    for (const { nombre, marca } of categoria.entradas)
      for (const secret of [nombre, `${marca}.00`]) expect(JSON.stringify(found)).not.toContain(secret)
  }
}

/** A retained category with a mark is a title and a state, at the public address too; its details are none. */
async function expectEmbargo({ mundo, caches }: Escena, client: Client, { hasFigures = true } = {}): Promise<void> {
  for (const dia of DIAS) await caches[dia].get(Infinity, (answer) => expectPublico(mundo, dia, answer))
  for (const categoria of mundo.categorias) {
    const { dia } = categoria
    const found = (await client.see(resultados, { dia }))?.categorias.find(({ id }) => id === categoria.id)
    expect(found !== undefined).toBe(mundo.publicado[dia])
    if (!found) continue
    const isClosed = isRetenida(mundo, categoria)
    expect(found.puestos.some(({ lugar }) => lugar !== null)).toBe(
      hasFigures && !isClosed && gruposOf(categoria).length > 0,
    )
    if (isClosed)
      expect(found).toMatchObject({ retenida: true, puestos: [], empates: [], retirados: [], penalizados: [] })
    for (const { id, marca } of categoria.entradas) {
      const seen = await client.see(detalle, { dia, categoriaId: categoria.id, competidorId: id })
      expect(seen?.encontrado).toBe(!isClosed)
      if (isClosed) expect(JSON.stringify(seen)).not.toContain(`${marca}.00`)
    }
  }
}

/** Imports the event over itself: the links of before show nothing. */
async function replaceEvento(escena: Escena): Promise<void> {
  const { apps, enlaces } = escena
  await load(apps[0], treeIn(readTreeAt(await unload(apps[0]))), { replace: true })
  for (const { app } of apps) await app.live.hub.settled()
  for (const enlace of Object.values(enlaces))
    expect(await bytesOf(apps[1], viewKey(pantalla, { enlace }))).not.toContain('muestra')
  Object.assign(escena, await peopleOf(apps))
  Object.assign(escena, await screensOf(escena.admins[0]))
}
