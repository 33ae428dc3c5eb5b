import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { resultadosView } from '../../src/server/calificaciones/views.ts'
import { SQLITE_FILE } from '../../src/server/db/sqlite.ts'
import { median } from '../figures.ts'
import { answerOrders, usage } from '../orders.ts'
import { openProduct, seedJueces, seedMarcas, type Size } from '../place.ts'

/** CPU in ms: of reading the rows by hand, of loading the results, and of making what the administrator sees. */
export interface Taken {
  readonly rows: number
  readonly load: number
  readonly present: number
}

let run: () => Promise<Taken>

const orders = {
  ...usage,
  /** Returns the number of marks of the day. */
  start: async ({ jueces: count, ...size }: Size & { readonly jueces: number }): Promise<number> => {
    const { app, admin, dataDir, ids } = await openProduct(size)
    const jueces = await seedJueces(app.deps, count)
    await seedMarcas(app.deps, { jueces, ids })
    const byHand = reader(join(dataDir, SQLITE_FILE))
    const results = resultadosView.open({ dia: 'jueves' })
    if (!results) throw new Error('The results do not open.')
    run = async () => {
      const rows = spent(byHand)
      const before = process.cpuUsage()
      const loaded = (await app.deps.db.read((tx) => results.load(tx, 'all'))) ?? new Map()
      const load = msSince(before)
      const present = spent(() => {
        for (const part of loaded.values()) part(admin)
      })
      return { rows, load, present }
    }
    return jueces.length * ids.length
  },
  /** Medians of so many times. */
  measure: async ({ times }: { readonly times: number }): Promise<Taken> => {
    const taken: Taken[] = []
    for (let time = 0; time < times; time += 1) taken.push(await run())
    const medianOf = (step: keyof Taken) => median(taken.map((each) => each[step]))
    return { rows: medianOf('rows'), load: medianOf('load'), present: medianOf('present') }
  },
}
export type ResultadosOrders = typeof orders
answerOrders(orders)

function msSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function spent(act: () => void): number {
  const before = process.cpuUsage()
  act()
  return msSince(before)
}

/** Reads the day's entries and marks from a database file, and the figures of each mark. */
function reader(file: string): () => void {
  const db = new DatabaseSync(file, { readOnly: true })
  const entries = db.prepare(
    `select e.* from competidores e join categorias c on c.id = e."categoriaId" where c.dia = 'jueves'`,
  )
  const marcas = db.prepare(
    `select m.* from calificaciones m join competidores e on e.id = m."competidorId"
     join categorias c on c.id = e."categoriaId" where c.dia = 'jueves'`,
  )
  return () => {
    const byEntry = Map.groupBy(marcas.all(), ({ competidorId }) => competidorId)
    for (const { id } of entries.all()) for (const { criterios } of byEntry.get(id) ?? []) JSON.parse(String(criterios))
  }
}
