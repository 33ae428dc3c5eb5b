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

interface Categoria {
  readonly id: string
  readonly entradas: readonly Entrada[]
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
  publicado: boolean
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
  readonly admins: readonly [Client, Client]
  readonly ids: Readonly<Record<string, string>>
  readonly enlaces: Readonly<Record<string, string>>
}

/** Sends a command of an administrator; the code of its refusal, '' when it was done. */
type Send = (send: (admin: Client) => Promise<unknown>) => Promise<string>
type Act = (escena: Escena, at: number, send: Send) => Promise<void>

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
    const valor = at % 4 !== 0
    await send((admin) => admin.send(setPublicacion, { campo: 'mostrarJueves', valor }))
    mundo.publicado = valor
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
  mover: async ({ mundo }, at, send) => {
    const { id } = pick(mundo.categorias, at)
    await send((admin) => admin.send(updateCategoria, { id, nombre: `Otra ${id} ${at}` }))
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
const RUNS = Number(process.env['PREMIACIONES'] ?? 4)

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
            publicado: true,
            ceremonia: undefined,
            salas: { Foro: { escena: 'En pista', antes: null }, Lobby: { escena: 'En pista', antes: null } },
            now: Date.UTC(2025, 3, 10, 16),
          }
          await using pair = await startPair({ now: () => mundo.now })
          const escena = await aScene(pair, mundo, sizes)
          const { apps, admins } = escena
          // A judge who has sent no mark sees no figures in any case.
          const juez = await apps[0].as('juez', { dias: '[]', categorias: '[]' })
          const dia = viewKey(resultados, { dia: 'jueves' })
          await using stream = await LiveStream.open(await apps[1].listen(), { views: dia, cookie: undefined })
          await stream.next()
          const secret: number[] = []
          for (const [index, [name, at]] of acts.entries()) {
            const before = await bytesOf(apps[0], dia)
            const { revision } = apps[1].app.live.hub.head
            const send: Send = async (run) => {
              const admin = pick(admins, index)
              return run(admin).then(
                () => '',
                (error: unknown) => (error instanceof Refused ? error.code : String(error)),
              )
            }
            await ACTS[name]?.(escena, at, send)
            for (const { app } of apps) await app.live.hub.settled()
            if (SECRET.includes(name)) {
              expect(await bytesOf(apps[0], dia)).toBe(before)
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
          }
          expect(stream.messages.filter(({ frame }) => secret.includes(frame.revision))).toEqual([])
          for (const client of [apps[0].visitor, await apps[0].as('usuario')]) await expectEmbargo(escena, client)
          await expectEmbargo(escena, juez, { hasFigures: false })
          await expectDark(escena)
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
  const admin = await here.as('admin')
  for (const categoria of mundo.categorias.slice(0, 2)) {
    await admin.send(closeCategoria, { id: categoria.id, decision: 'Así' })
    categoria.cerrada = true
  }
  await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
  await admin.send(setEmbargo, { retener: true })
  const ids: Record<string, string> = {}
  for (const nombre of PANTALLAS) ids[nombre] = (await admin.send(createPantalla, { nombre, tipo: TIPOS[nombre] })).id
  await admin.send(setMuestra, { id: ids['Adelantado'] ?? '', adelantar: true })
  const seen = (await admin.see(pantallas))?.pantallas ?? []
  const enlaces = Object.fromEntries(seen.map(({ nombre, enlace }) => [nombre, enlace]))
  return { mundo, apps: [here, there], admins: [admin, there.at(await here.as('admin'))], ids, enlaces }
}

/** A retained category with a mark is a title and a state, at the public address too; its details are none. */
async function expectEmbargo({ mundo, apps }: Escena, client: Client, { hasFigures = true } = {}): Promise<void> {
  const isRetenida = ({ anunciada, entradas }: Categoria) =>
    mundo.retiene && !anunciada && entradas.some(({ marca }) => marca !== null)
  const key = viewKey(resultados, { dia: 'jueves' })
  const publico = (await apps[1].app.http.inject(`/publico/${encodeURIComponent(key)}`)).json<{
    views: Record<string, Record<string, unknown>>
  }>()
  for (const categoria of mundo.categorias) {
    const found = (await client.see(resultados, { dia: 'jueves' }))?.categorias.find(({ id }) => id === categoria.id)
    expect(found !== undefined).toBe(mundo.publicado)
    if (!found) continue
    const isClosed = isRetenida(categoria)
    expect(found.puestos.some(({ lugar }) => lugar !== null)).toBe(
      hasFigures && !isClosed && gruposOf(categoria).length > 0,
    )
    if (isClosed)
      expect(found).toMatchObject({ retenida: true, puestos: [], empates: [], retirados: [], penalizados: [] })
    expect(publico.views[key]?.[`c:${categoria.id}`]).toMatchObject({ puestos: isClosed ? [] : expect.anything() })
    for (const { id, marca } of categoria.entradas) {
      const seen = await client.see(detalle, { dia: 'jueves', categoriaId: categoria.id, competidorId: id })
      expect(seen?.encontrado).toBe(!isClosed)
      if (isClosed) expect(JSON.stringify(seen)).not.toContain(`${marca}.00`)
    }
  }
}

/** After an import that replaces the event, the links of before show nothing. */
async function expectDark({ apps, enlaces }: Escena): Promise<void> {
  await load(apps[0], treeIn(readTreeAt(await unload(apps[0]))), { replace: true })
  for (const { app } of apps) await app.live.hub.settled()
  for (const enlace of Object.values(enlaces))
    expect(await bytesOf(apps[1], viewKey(pantalla, { enlace }))).not.toContain('muestra')
}
