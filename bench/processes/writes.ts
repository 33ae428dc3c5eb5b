import { randomUUID } from 'node:crypto'
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setReloj as setRelojCommand, stepTurno as stepTurnoCommand } from '#contract/horario.ts'
import { setReloj, stepTurno } from '../../src/server/horario/commands.ts'
import { transact } from '../../src/server/work.ts'
import { bareTransactions } from '../bare-sqlite.ts'
import { median } from '../figures.ts'
import { answerOrders, usage } from '../orders.ts'
import { EVENTO, openProduct, type Product } from '../place.ts'
import { stepper } from '../stepper.ts'

/** Commands in process, as their routes run them, turn about with a bare write of the same disk. */
const BYTES = Buffer.alloc(12 * 1024, 7)
/** As far as SQLite's log goes before it begins again. */
const PLACES = 300

export type Act = 'turno' | 'reloj'

export interface Measured {
  readonly floor: number
  readonly mine: number
  readonly sqlite: number
}

let act: Record<Act, () => Promise<unknown>>
let sync: () => void
let bare: Record<Act, () => void>
let mark: () => void

const orders = {
  ...usage,
  start: async (): Promise<void> => {
    const product = await openProduct(EVENTO)
    act = actsOf(product)
    sync = syncer(join(product.dataDir, 'suelo'))
    bare = bareTransactions(product.dataDir)
    const marked = openSync(join(product.dataDir, 'marca'), 'w')
    mark = () => fdatasyncSync(marked)
  },
  /** Medians in ms: of the bare write, of the command, and of its rows in a bare database. */
  measure: async ({ which, times }: { readonly which: Act; readonly times: number }): Promise<Measured> => {
    const [floor, mine, sqlite]: [number[], number[], number[]] = [[], [], []]
    for (let time = 0; time < times; time += 1) {
      floor.push(timed(sync))
      sqlite.push(timed(bare[which]))
      const begun = performance.now()
      await act[which]()
      mine.push(performance.now() - begun)
    }
    return { floor: median(floor), mine: median(mine), sqlite: median(sqlite) }
  },
  /** For the count of system calls: windows of some commands, with a sync of the file `marca` before and after each. */
  between: async ({ windows, times }: { readonly windows: number; readonly times: number }): Promise<void> => {
    mark()
    for (let window = 0; window < windows; window += 1) {
      for (let time = 0; time < times; time += 1) await act.turno()
      mark()
    }
  },
}
export type WritesOrders = typeof orders
answerOrders(orders)

function timed(run: () => void): number {
  const begun = performance.now()
  run()
  return performance.now() - begun
}

/** Writes 12 KiB and waits for the disk, over and over the same stretch: what a transaction's log cannot do without. */
function syncer(path: string): () => void {
  const file = openSync(path, 'w+')
  for (let place = 0; place < PLACES; place += 1) writeSync(file, BYTES, 0, BYTES.length, place * BYTES.length)
  fdatasyncSync(file)
  process.once('exit', () => closeSync(file))
  let place = 0
  return () => {
    place = (place + 1) % PLACES
    writeSync(file, BYTES, 0, BYTES.length, place * BYTES.length)
    fdatasyncSync(file)
  }
}

function actsOf({ app: { deps }, admin, ids }: Product): Record<Act, () => Promise<unknown>> {
  const press = stepper(ids)
  const keyed = (command: { readonly method: string; readonly path: string }, input: unknown) => ({
    actor: admin,
    key: { key: randomUUID(), command: `${command.method} ${command.path}`, input },
  })
  let activarReloj = false
  return {
    turno: () => {
      const input = press()
      return transact(deps, keyed(stepTurnoCommand, input), async (work) => (await stepTurno(work, input)) ?? {})
    },
    reloj: () => {
      activarReloj = !activarReloj
      const input = { activarReloj }
      return transact(deps, keyed(setRelojCommand, input), async (work) => (await setReloj(work, input)) ?? {})
    },
  }
}
