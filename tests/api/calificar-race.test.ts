import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acceptTardia, closeCategoria, reopenCalificacion, reopenCategoria } from '#contract/calificaciones.ts'
import { Refused, startApp, type TestApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { send, storedMarcas, storedTardias } from '../support/marcas.ts'
import { casos } from '../support/random.ts'

type Op =
  | { readonly tipo: 'envia'; readonly juez: number; readonly puntos: string; readonly version: number }
  | { readonly tipo: 'reabre'; readonly juez: number }
  | { readonly tipo: 'acepta'; readonly juez: number }
  | { readonly tipo: 'cierra' }
  | { readonly tipo: 'abre' }

/** The expected state of one entry and two judges, written from the contract, without the code under test. */
interface Modelo {
  cerrada: boolean
  readonly marcas: ({ estado: string; version: number; puntos: string } | null)[]
  readonly tardias: string[][]
}

const JUECES = 2

const juez = fc.nat(JUECES - 1)
const anOp: fc.Arbitrary<Op> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      tipo: fc.constant('envia' as const),
      juez,
      puntos: fc.constantFrom('7.0', '8.0'),
      version: fc.nat(3),
    }),
  },
  { weight: 2, arbitrary: fc.record({ tipo: fc.constant('reabre' as const), juez }) },
  { weight: 2, arbitrary: fc.record({ tipo: fc.constant('acepta' as const), juez }) },
  { weight: 1, arbitrary: fc.record({ tipo: fc.constant('cierra' as const) }) },
  { weight: 1, arbitrary: fc.record({ tipo: fc.constant('abre' as const) }) },
)
const RUNS = { numRuns: casos(20) }

/** Applies an act to the model, and returns the expected answer. */
function expected(modelo: Modelo, op: Op): string {
  switch (op.tipo) {
    case 'cierra':
      if (modelo.cerrada) return 'categoria.alreadyClosed'
      modelo.cerrada = true
      return 'ok'
    case 'abre':
      if (!modelo.cerrada) return 'categoria.open'
      modelo.cerrada = false
      return 'ok'
    case 'reabre':
      return expectedReopening(modelo, op.juez)
    case 'acepta':
      return expectedAcceptance(modelo, op.juez)
    case 'envia':
      return expectedSending(modelo, op)
    default:
      return op satisfies never
  }
}

function expectedReopening({ cerrada, marcas }: Modelo, juez: number): string {
  if (cerrada) return 'categoria.closed'
  const marca = marcas[juez]
  if (!marca) return 'calificacion.missing'
  if (marca.estado === 'reabierta') return 'calificacion.reopened'
  marca.estado = 'reabierta'
  return 'ok'
}

function expectedAcceptance({ cerrada, marcas, tardias }: Modelo, juez: number): string {
  const [puntos] = tardias[juez] ?? []
  if (puntos === undefined) return 'tardia.missing'
  if (cerrada) return 'categoria.closed'
  tardias[juez]?.shift()
  marcas[juez] = { estado: 'enviada', version: (marcas[juez]?.version ?? 0) + 1, puntos }
  return 'ok'
}

function expectedSending({ cerrada, marcas, tardias }: Modelo, op: Op & { tipo: 'envia' }): string {
  const marca = marcas[op.juez] ?? null
  if (marca?.estado === 'enviada')
    return marca.puntos === op.puntos ? `enviada ${marca.version}` : 'calificacion.versions'
  if (marca && marca.version !== op.version) return 'calificacion.versions'
  if (cerrada) {
    tardias[op.juez]?.push(op.puntos)
    return `tardia ${marca?.version ?? 0}`
  }
  const version = (marca?.version ?? 0) + 1
  marcas[op.juez] = { estado: 'enviada', version, puntos: op.puntos }
  return `enviada ${version}`
}

/** Sends an act, and returns the answer or the code of the refusal. */
async function act(scene: Escena, op: Op): Promise<string> {
  try {
    return await acted(scene, op)
  } catch (error) {
    if (error instanceof Refused) return error.code
    throw error
  }
}

async function acted({ app, entrada, categoria, jueces, principal }: Escena, op: Op): Promise<string> {
  if (op.tipo === 'cierra') await principal.send(closeCategoria, { id: categoria, decision: 'Así' })
  else if (op.tipo === 'abre') await principal.send(reopenCategoria, { id: categoria })
  else {
    const juez = jueces[op.juez]
    if (!juez) throw new Error('no such judge')
    if (op.tipo === 'envia') {
      const { estado, version } = await send(juez, entrada, op.puntos, { version: op.version })
      return `${estado} ${version}`
    }
    if (op.tipo === 'reabre') {
      await principal.send(reopenCalificacion, { competidorId: entrada, juezId: juez.id, motivo: 'Error' })
    } else {
      const [tardia] = (await storedTardias(app, juez.id)).filter(({ estado }) => estado === 'pendiente')
      await principal.send(acceptTardia, { id: tardia?.id ?? 'ninguna' })
    }
  }
  return 'ok'
}

async function aScene(app: TestApp) {
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana'] })
  const jueces = await Promise.all(Array.from({ length: JUECES }, () => app.as('juez')))
  const principal = await app.as('juez', { principal: 1 })
  return { app, entrada: competidores[0]?.id ?? '', categoria: categorias[0]?.id ?? '', jueces, principal }
}

type Escena = Awaited<ReturnType<typeof aScene>>

const TOTAL: Readonly<Record<string, string>> = { '7.0': '42.00', '8.0': '48.00' }

test('sending, reopening, accepting and closing answer as a small model does, in random orders', async () => {
  // Each act has a time of its own, so that late marks have an order.
  let now = Date.parse('2025-04-10T18:00:00Z')
  await using app = await startApp({ now: () => (now += 1) })
  await fc.assert(
    fc.asyncProperty(fc.array(anOp, { minLength: 10, maxLength: 24 }), async (ops) => {
      const scene = await aScene(app)
      const modelo: Modelo = { cerrada: false, marcas: [null, null], tardias: [[], []] }
      for (const op of ops) expect(await act(scene, op)).toBe(expected(modelo, op))
      const stored = await storedMarcas(app, scene.entrada)
      const marcas = modelo.marcas.map(
        (marca) => marca && { estado: marca.estado, version: marca.version, total: TOTAL[marca.puntos] },
      )
      expect(scene.jueces.map(({ id }) => stored[id] ?? null)).toMatchObject(marcas)
    }),
    RUNS,
  )
})

interface Registrada {
  readonly juezId: string
  readonly estado: string
  readonly version: number
  readonly l_calificacion: string
}

test('acts that race over one mark have one outcome, and the log tells each step of it', async () => {
  await using app = await startApp()
  await fc.assert(
    fc.asyncProperty(fc.array(anOp, { minLength: 16, maxLength: 16 }), async (ops) => {
      const scene = await aScene(app)
      const answers = await Promise.all(ops.map((op) => act(scene, op)))
      const { cambios, tardias } = await readLog(scene)
      const stored = await storedMarcas(app, scene.entrada)
      for (const { id } of scene.jueces) {
        const own = cambios.filter(({ after }) => after.juezId === id)
        for (const [index, { before, after }] of own.entries()) {
          expect(before).toEqual(own[index - 1]?.after)
          expect(after.version - (before?.version ?? 0)).toBe(after.estado === 'enviada' ? 1 : 0)
        }
        const { estado, version, l_calificacion: total } = own.at(-1)?.after ?? {}
        expect(stored[id]).toEqual(own.length === 0 ? undefined : expect.objectContaining({ estado, version, total }))
      }
      expect(answers.filter((answer) => answer.startsWith('tardia '))).toHaveLength(tardias)
      const sent = cambios.flatMap(({ after }) => (after.estado === 'enviada' ? [`enviada ${after.version}`] : []))
      for (const answer of answers.filter((one) => one.startsWith('enviada '))) expect(sent).toContain(answer)
    }),
    RUNS,
  )
})

async function readLog({ app, entrada }: Escena): Promise<{
  cambios: { before: Registrada | undefined; after: Registrada }[]
  tardias: number
}> {
  const rows = await app.deps.db.read((tx) =>
    tx
      .selectFrom('change_log')
      .select(['kind', 'before', 'after'])
      .where('competidorId', '=', entrada)
      .orderBy('revision')
      .orderBy('seq')
      .execute(),
  )
  const marcas = rows.filter(({ kind }) => kind === 'calificacion')
  return {
    cambios: marcas.map(({ before, after }) => ({
      before: before === null ? undefined : JSON.parse(before),
      after: JSON.parse(after ?? '{}'),
    })),
    tardias: rows.filter(({ kind, before }) => kind === 'tardia' && before === null).length,
  }
}
