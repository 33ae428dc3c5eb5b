import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addPenalizacion,
  closeCategoria,
  reopenCategoria,
  restoreCompetidor,
  withdrawCompetidor,
} from '#contract/calificaciones.ts'
import { createRonda, deleteCategoria, updateCategoria, categorias as categoriasView } from '#contract/categorias.ts'
import { announceCategoria, retainCategoria, setEmbargo } from '#contract/embargo.ts'
import { setPublicacion } from '#contract/horario.ts'
import { viewKey } from '#contract/view.ts'
import { detalle, resultados } from '#contract/views/calificaciones.ts'
import { startApp, type Client, type Refused, type TestApp } from '../support/app.ts'
import { seedCalificacion, seedDia } from '../support/builders.ts'
import { casos } from '../support/random.ts'
import { LiveStream } from '../support/stream.ts'

const DIA = { dia: 'jueves' } as const
const NOMBRES = ['Salsa', 'Bachata', 'Casino', 'Rueda'] as const
/** Digits that stand in the marks, penalties and reasons of one category and nowhere else. */
const CANARIES = ['73061849', '59182736', '86420975', '24681357']

interface Escena {
  readonly app: TestApp
  readonly admin: Client
  readonly ids: readonly string[]
  readonly entries: readonly (readonly string[])[]
  /** The views of results and of every detail. */
  readonly views: readonly string[]
  readonly publico: readonly Client[]
  readonly organizan: readonly Client[]
}

/** A published day with a marked category per canary, and everyone who may look at it. */
async function aScene(app: TestApp): Promise<Escena> {
  const seeded = await seedDia(app, 'jueves', Object.fromEntries(NOMBRES.map((nombre) => [nombre, 3])))
  const ids = NOMBRES.map((nombre) => seeded.categorias.find((one) => one.nombre === nombre)?.id ?? '')
  const entries = ids.map((id) =>
    seeded.competidores.filter(({ categoriaId }) => categoriaId === id).map((one) => one.id),
  )
  // A judge who has sent every mark may see the results; a head judge without marks to send sees all of them.
  const juez = await app.as('juez')
  const principal = await app.as('juez', { principal: 1, dias: '[]', categorias: '[]' })
  for (const [at, own] of entries.entries())
    for (const id of own.slice(0, 2)) await seedCalificacion(app, id, juez.id, `${CANARIES[at]}.25`)
  const admin = await app.as('admin')
  await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
  const details = ids.flatMap((categoriaId, at) =>
    (entries[at] ?? []).map((competidorId) => viewKey(detalle, { ...DIA, categoriaId, competidorId })),
  )
  return {
    app,
    admin,
    ids,
    entries,
    views: [viewKey(resultados, DIA), 'horario', ...details],
    publico: [app.visitor, await app.as('usuario'), juez],
    organizan: [admin, principal],
  }
}

/** The positions of the categories whose figures a client gets in any of the views. */
async function known({ app, views }: Escena, { cookie }: Client): Promise<number[]> {
  const texts: string[] = []
  for (const view of views) {
    const headers = { ...(cookie && { cookie }), 'accept-encoding': 'identity' }
    texts.push((await app.app.http.inject({ url: `/api/vistas?views=${encodeURIComponent(view)}`, headers })).body)
  }
  return CANARIES.flatMap((canary, at) => (texts.some((text) => text.includes(canary)) ? [at] : []))
}

/** A retained category without its title and state. */
const ANUNCIO = {
  tipo: 'categoria',
  nombre: '',
  orden: 0,
  calificada: true,
  retenida: true,
  puestos: [],
  empates: [],
  retirados: [],
  penalizados: [],
  estado: null,
}

type Act = readonly [name: keyof typeof ACTS, at: number]

const pick = (list: readonly string[], at: number): string => list[at % list.length] ?? ''
const ACTS = {
  retener: ({ admin }: Escena, at: number) =>
    admin.send(setEmbargo, { retener: at % 2 === 0, acepta: [1, 2, 3, 4].map(preguntaDe) }),
  anunciar: ({ admin, ids }: Escena, at: number) => admin.send(announceCategoria, { id: pick(ids, at) }),
  volver: ({ admin, ids }: Escena, at: number) => admin.send(retainCategoria, { id: pick(ids, at) }),
  publicar: ({ admin }: Escena, at: number) =>
    admin.send(setPublicacion, { campo: 'mostrarJueves', valor: at % 2 > 0 }),
  penalizar: ({ admin, entries }: Escena, at: number) =>
    admin.send(addPenalizacion, {
      id: pick(entries[at % 4] ?? [], at),
      puntos: '1',
      motivo: `Tarde ${CANARIES[at % 4]}`,
    }),
  retirar: ({ admin, entries }: Escena, at: number) =>
    admin.send(withdrawCompetidor, {
      id: pick(entries[at % 4] ?? [], 2),
      estado: 'descalificado',
      motivo: `Falta ${CANARIES[at % 4]}`,
    }),
  restaurar: ({ admin, entries }: Escena, at: number) =>
    admin.send(restoreCompetidor, { id: pick(entries[at % 4] ?? [], 2) }),
  cerrar: ({ admin, ids }: Escena, at: number) =>
    admin.send(closeCategoria, { id: pick(ids, at), decision: `Sigue ${CANARIES[at % 4]}` }),
  reabrir: ({ admin, ids }: Escena, at: number) => admin.send(reopenCategoria, { id: pick(ids, at) }),
  renombrar: ({ admin, ids }: Escena, at: number) =>
    admin.send(updateCategoria, { id: pick(ids, at), nombre: `Nueva ${at}`, dia: 'jueves' }),
} as const

const preguntaDe = (n: number) => `¿Publicar ahora los resultados de ${n === 1 ? '1 categoría' : `${n} categorías`}?`

test('after any acts each audience gets the figures of the categories that it may know, and of no other', async () => {
  const anAct = fc.tuple(fc.constantFrom(...(Object.keys(ACTS) as Act[0][])), fc.nat({ max: 99 }))
  await fc.assert(
    fc.asyncProperty(fc.array(anAct, { minLength: 12, maxLength: 30 }), async (acts) => {
      await using app = await startApp()
      const scene = await aScene(app)
      // The oracle: what was decided so far.
      let [retiene, publicado] = [false, true]
      const anunciadas = new Set<number>()
      for (const [name, at] of acts) {
        // The command refuses what is so already.
        await ACTS[name](scene, at).catch((error: unknown) => expect((error as Refused).status).toBeLessThan(500))
        if (name === 'retener') retiene = at % 2 === 0
        if (name === 'publicar') publicado = at % 2 > 0
        if (name === 'anunciar') anunciadas.add(at % 4)
        if (name === 'volver') anunciadas.delete(at % 4)
      }
      await app.app.live.hub.settled()
      // A retained category is a title and a state.
      for (const client of scene.publico)
        for (const one of (await client.see(resultados, DIA))?.categorias ?? [])
          if (retiene && !anunciadas.has(scene.ids.indexOf(one.id)))
            expect({ ...one, nombre: '', orden: 0, estado: null }).toEqual({ ...ANUNCIO, id: one.id })
      const open = [0, 1, 2, 3].filter((at) => publicado && (!retiene || anunciadas.has(at)))
      for (const client of scene.publico) expect(await known(scene, client)).toEqual(open)
      for (const client of scene.organizan) expect(await known(scene, client)).toEqual([0, 1, 2, 3])
    }),
    { numRuns: casos(6), seed: 7 },
  )
})

test('a retained category is a title, a state and nothing else; an unmarked one lists its entries as before', async () => {
  await using app = await startApp()
  const { admin, entries } = await aScene(app)
  await admin.send(withdrawCompetidor, { id: entries[0]?.[2] ?? '', estado: 'no_se_presento', motivo: '' })
  const { categorias, competidores } = await seedDia(app, 'viernes', { Tango: ['Luz', 'Sol'] })
  await admin.send(setEmbargo, { retener: true })

  const seen = await app.visitor.see(resultados, DIA)
  expect(seen?.categorias.map(({ nombre, retenida }) => [nombre, retenida])).toEqual(NOMBRES.map((one) => [one, true]))
  expect(seen?.categorias[0]).toMatchObject({ nombre: 'Salsa', orden: 1, estado: 'provisional', retirados: [] })
  const viernes = await app.visitor.see(resultados, { dia: 'viernes' })
  expect(viernes?.categorias[0]).toMatchObject({ id: categorias[0]?.id, calificada: false })
  expect(viernes?.categorias[0]?.puestos.map(({ nombre }) => nombre)).toEqual(['Luz', 'Sol'])
  const [luz] = competidores.map(({ id }) => id)
  await admin.send(addPenalizacion, { id: luz ?? '', puntos: '1', motivo: 'Tarde' })
  expect(
    await app.visitor.see(detalle, { dia: 'viernes', categoriaId: categorias[0]?.id ?? '', competidorId: luz ?? '' }),
  ).toMatchObject({ encontrado: true, nombre: 'Luz', penalizaciones: [] })
  expect(
    await app.visitor.see(detalle, {
      ...DIA,
      categoriaId: seen?.categorias[0]?.id ?? '',
      competidorId: entries[0]?.[0] ?? '',
    }),
  ).toEqual({
    tipo: 'detalle',
    encontrado: false,
    visible: false,
  })
})

test('an open page loses the results with the switch, and no byte of a later act ties an entry to them', async () => {
  await using app = await startApp()
  const scene = await aScene(app)
  const { admin, entries } = scene
  const origin = await app.listen()
  await using stream = await LiveStream.open(origin, { views: viewKey(resultados, DIA), cookie: undefined })
  await stream.next()
  await admin.send(setEmbargo, { retener: true })
  await stream.next((frame) => JSON.stringify(frame).includes('retenida'))
  const before = stream.bytes.length
  await admin.send(addPenalizacion, { id: entries[0]?.[0] ?? '', puntos: '1', motivo: `Tarde ${CANARIES[0]}` })
  await admin.send(setPublicacion, { campo: 'mostrarJueves', valor: false })
  await stream.next((frame) => JSON.stringify(frame).includes('"visible":false'))
  expect(stream.bytes.subarray(before).includes(CANARIES[0] ?? '')).toBe(false)
})

test('of a round from a retained category the public does not learn where it comes from', async () => {
  await using app = await startApp()
  const { admin, ids } = await aScene(app)
  await admin.send(closeCategoria, { id: ids[0] ?? '', decision: 'Falta un juez' })
  await admin.send(setEmbargo, { retener: true })
  expect((await admin.see(categoriasView))?.categorias.find(({ id }) => id === ids[0])?.retenida).toBe(true)
  await admin.send(createRonda, { id: ids[0] ?? '', nombre: 'Final', dia: 'viernes', pasan: 2, orden: 'sorteo' })
  const seenBy = async (client: Client) => (await client.see(resultados, { dia: 'viernes' }))?.categorias[0]?.vieneDe
  expect(await seenBy(app.visitor)).toBeUndefined()
  expect(await seenBy(admin)).toBe('Salsa')
  await admin.send(announceCategoria, { id: ids[0] ?? '' })
  expect(await seenBy(app.visitor)).toBe('Salsa')
})

test('the mark of a withdrawn entry is no result to publish without the question; a category without a name is none', async () => {
  await using app = await startApp()
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Luz'], Rueda: ['Sol'] })
  const admin = await app.as('admin')
  const [ana = '', , sol = ''] = competidores.map(({ id }) => id)
  for (const id of [ana, sol]) await seedCalificacion(app, id, 'j1', '7.25')
  await admin.send(withdrawCompetidor, { id: ana, estado: 'descalificado', motivo: 'Falta' })
  await app.deps.db.write((tx) =>
    tx
      .updateTable('categorias')
      .set({ nombre: null })
      .where('id', '=', categorias[1]?.id ?? '')
      .execute(),
  )
  await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
  await admin.send(setEmbargo, { retener: true })
  expect((await app.visitor.see(resultados, DIA))?.categorias).toMatchObject([{ retenida: true, puestos: [] }])
  await expect(admin.send(setEmbargo, { retener: false })).rejects.toMatchObject({
    code: 'question.open',
    fields: { pregunta: '¿Publicar ahora los resultados de 1 categoría?', boton: 'Publicar' },
  })
})

test('a round goes on naming an announced source that was deleted, to open and to new pages', async () => {
  await using app = await startApp()
  const { admin, ids } = await aScene(app)
  const source = ids[0] ?? ''
  await admin.send(closeCategoria, { id: source, decision: 'Así' })
  await admin.send(createRonda, { id: source, nombre: 'Final', dia: 'viernes', pasan: 2, orden: 'sorteo' })
  await admin.send(setEmbargo, { retener: true })
  const seenBy = async (client: Client) => (await client.see(resultados, { dia: 'viernes' }))?.categorias[0]?.vieneDe
  expect(await seenBy(app.visitor)).toBeUndefined()
  await admin.send(reopenCategoria, { id: source })
  await admin.send(deleteCategoria, { id: source })
  await app.app.live.hub.settled()
  expect([await seenBy(app.visitor), await seenBy(await app.as('usuario'))]).toEqual(['Salsa', 'Salsa'])
})
