import { expect, test } from 'vitest'
import { moveCategoria } from '#contract/categorias.ts'
import { restoreCompetidor, withdrawCompetidor } from '#contract/calificaciones.ts'
import { deleteCompetidor, mesa, moveCompetidor, placeCompetidor, type Mesa } from '#contract/competidores.ts'
import { repeatCompetidor, saveTurno, selectTurno, stepTurno, undoTurno } from '#contract/horario.ts'
import { createInscripcion, updateInscripcion } from '#contract/inscripciones.ts'
import { accept } from '../support/acepta.ts'
import { Refused, startApp, type Client, type TestApp } from '../support/app.ts'
import { aCompetidor, seedDia } from '../support/builders.ts'
import { load, unload } from '../support/evento.ts'
import { upload } from '../support/tus.ts'
import { stepOf } from '../support/mover.ts'
import { casos, generator } from '../support/random.ts'

interface Fila {
  readonly id: string
  readonly nombre: string
  readonly categoriaId: string
  readonly retiro: string | null
  readonly isRepeated: boolean
  /** From 1, counted over the day. */
  readonly numero: number
}

/** The content of the desk, read without the rules of the product. */
interface Visto {
  readonly desk: Mesa
  readonly filas: readonly Fila[]
  /** The number that the day has reached: that of the turn, or of the return point of an entry out of order. */
  readonly lugar: number
}

async function look(admin: Client): Promise<Visto> {
  const desk = await admin.see(mesa)
  if (!desk) throw new Error('no desk')
  const filas = desk.categorias
    .flatMap(({ id: categoriaId, competidores }) => competidores.map((one) => ({ ...one, categoriaId })))
    .map(({ intento, ...one }, index) => ({ ...one, isRepeated: intento !== undefined, numero: index + 1 }))
  return { desk, filas, lugar: (desk.regreso ?? desk).selectedRow }
}

/** Which entries have had the turn, known from the turn that the desk showed after each act. */
class Oracle {
  readonly had = new Set<string>()
  /** The entries that a press may call again: a person has moved the turn back, or confirmed it. */
  readonly mayReturn = new Set<string>()
  /** The entry that each move, oldest first, gave its first turn. */
  readonly moves: (string | null)[] = []

  /** The turn is at an entry. Returns it when it had none before. */
  enter(id: string | null): string | null {
    if (id === null) return null
    const isFirst = !this.had.has(id)
    this.had.add(id)
    this.mayReturn.delete(id)
    return isFirst ? id : null
  }

  /** Every entry behind the turn may be called again. */
  wentBack({ filas, lugar }: Visto): void {
    for (const { id, numero } of filas) if (numero > lugar) this.mayReturn.add(id)
  }

  sinTurno({ desk, filas, lugar }: Visto): string[] {
    return filas
      .filter(
        ({ id, numero, retiro }) => numero <= lugar && retiro === null && !this.had.has(id) && id !== desk.competidorId,
      )
      .map(({ id }) => id)
  }
}

interface Walk {
  readonly app: TestApp
  readonly admin: Client
  readonly oracle: Oracle
  readonly random: (n: number) => number
}

type Act = (walk: Walk, seen: Visto, entry: Fila) => Promise<void>

/** Records a move of the turn. `kind`: a press calls no entry twice; a move back lets the entries behind it be called again. */
async function afterMove(
  { admin, oracle }: Walk,
  movido: boolean,
  kind: 'press' | 'back' | 'out of order',
): Promise<void> {
  if (!movido) return
  const now = await look(admin)
  const { competidorId } = now.desk
  if (kind === 'press' && competidorId !== null && oracle.had.has(competidorId)) {
    expect([...oracle.mayReturn], 'a press calls an entry again').toContain(competidorId)
  }
  oracle.moves.push(oracle.enter(competidorId))
  if (kind === 'back') oracle.wentBack(now)
}

const step =
  (paso: 'siguiente' | 'anterior'): Act =>
  async (walk, { desk: { dia, selectedRow, competidorId, regreso } }) => {
    const desde = { dia, turno: { selectedRow, competidorId, ...(regreso && { regreso }) } }
    const { movido } = await walk.admin.send(stepTurno, { paso, desde })
    await afterMove(walk, movido, paso === 'siguiente' ? 'press' : 'back')
  }

/** Answers yes to the questions of an act, and remembers the entries that wait again. */
async function confirmed({ oracle }: Walk, { filas }: Visto, run: ReturnType<typeof accept>): Promise<void> {
  const { preguntas } = await run
  for (const pregunta of preguntas) {
    const nombres = /Volverían a esperar: (.*)\.$/.exec(pregunta)?.[1]?.split(', ') ?? []
    for (const { id, nombre } of filas) if (nombres.includes(nombre)) oracle.mayReturn.add(id)
  }
}

const direccion = ({ random }: Walk) => (random(2) === 0 ? 'up' : 'down')

const ACTS: Readonly<Record<string, Act>> = {
  press: step('siguiente'),
  'press again': step('siguiente'),
  'and again': step('siguiente'),
  back: step('anterior'),
  choose: async (walk, _seen, { id }) => {
    const { movido } = await walk.admin.send(selectTurno, { competidorId: id })
    await afterMove(walk, movido, 'back')
  },
  type: async (walk, { filas }) => {
    const { movido } = await walk.admin.send(saveTurno, { selectedRow: walk.random(filas.length + 2) })
    await afterMove(walk, movido, 'back')
  },
  'give the turn': async (walk, { desk: { sinTurno } }) => {
    const competidorId = sinTurno[walk.random(sinTurno.length)]
    if (competidorId === undefined) return
    const { movido } = await walk.admin.send(selectTurno, { competidorId, regresa: true })
    await afterMove(walk, movido, 'out of order')
  },
  repeat: async (walk, _seen, { id }) => {
    const { movido } = await walk.admin.send(repeatCompetidor, { id, motivo: 'La música' })
    await afterMove(walk, movido, 'out of order')
  },
  undo: async ({ admin, oracle }, { desk: { ultimo } }) => {
    if (ultimo === null) return
    await admin.send(undoTurno, { revision: ultimo })
    oracle.had.delete(oracle.moves.pop() ?? '')
    oracle.wentBack(await look(admin))
  },
  move: async (walk, seen, { id }) =>
    confirmed(walk, seen, accept(walk.admin, moveCompetidor, await stepOf(walk.app, id, direccion(walk)))),
  'move a category': async (walk, seen, { categoriaId: id }) =>
    confirmed(walk, seen, accept(walk.admin, moveCategoria, { id, direccion: direccion(walk) })),
  'change category': async (walk, seen, { id }) => {
    const { id: categoriaId = '' } = seen.desk.categorias[walk.random(seen.desk.categorias.length)] ?? {}
    await confirmed(walk, seen, accept(walk.admin, updateInscripcion, { id, categoriaId }))
  },
  place: async (walk, seen, { categoriaId }) => {
    const { app, admin } = walk
    const late = aCompetidor({ id: app.deps.newId(), categoriaId, orden: null })
    await app.deps.db.write((tx) => tx.insertInto('competidores').values(late).execute())
    await confirmed(walk, seen, accept(admin, placeCompetidor, { id: late.id }))
  },
  register: async ({ app, random }, _seen, { categoriaId }) => {
    if (random(3) > 0) return
    const dueña = await app.as('usuario')
    const subida = await upload(app, dueña)
    await dueña.send(createInscripcion, { nombre: app.deps.newId(), compania: 'Son', categoriaId, subida })
  },
  withdraw: async ({ admin, oracle, random }, _seen, { id, isRepeated }) => {
    const isAbsent = random(3) > 0
    if (isAbsent) await admin.send(withdrawCompetidor, { id, estado: 'no_se_presento' })
    else await admin.send(withdrawCompetidor, { id, estado: 'descalificado', motivo: 'Llegó tarde' })
    // An entry that did not come has not had its turn, but for one that was scored before.
    if (!isAbsent || isRepeated) return
    oracle.had.delete(id)
    for (const [at, first] of oracle.moves.entries()) if (first === id) oracle.moves[at] = null
  },
  restore: async ({ admin, random }, { filas }) => {
    const out = filas.filter(({ retiro }) => retiro !== null)
    const { id } = out[random(out.length)] ?? {}
    if (id !== undefined) await admin.send(restoreCompetidor, { id })
  },
  delete: async ({ admin }, { filas }, { id }) => {
    if (filas.length > 8) await admin.send(deleteCompetidor, { id })
  },
  import: async ({ app, admin, oracle, random }) => {
    if (random(4) > 0) return
    await load(app, await unload(app), { replace: true })
    const now = await look(admin)
    oracle.moves.length = 0
    oracle.had.clear()
    for (const { id, numero, retiro, isRepeated } of now.filas) {
      const isAbsent = retiro === 'no_se_presento' && !isRepeated
      if (numero <= now.lugar && !isAbsent) oracle.had.add(id)
    }
    oracle.wentBack(now)
  },
}

test.each([1, 2, 3])('no entry is passed over in silence and none is called twice, in random walk %i', async (seed) => {
  await using app = await startApp({ now: () => Date.parse('2025-04-10T18:00:00Z') })
  await seedDia(app, 'jueves', { Salsa: 5, Bachata: 4, Casino: 5, Mambo: 3 })
  await app.listen()
  const admin = await app.as('admin')
  const walk: Walk = { app, admin, oracle: new Oracle(), random: generator(seed) }
  const names = Object.keys(ACTS)
  const done: string[] = []
  let passedOver = 0
  for (let count = 0; count < casos(200); count += 1) {
    const seen = await look(admin)
    const entry = seen.filas[walk.random(seen.filas.length)]
    const name = names[walk.random(names.length)] ?? ''
    done.push(name)
    try {
      if (entry) await ACTS[name]?.(walk, seen, entry)
    } catch (error) {
      // A rule with a test of its own: a withdrawn entry, the end of a list, nine attempts.
      if (!(error instanceof Refused)) throw error
    }
    const now = await look(admin)
    // The turn may have followed its list to another entry. A withdrawn entry keeps it without competing.
    const current = now.filas.find(({ id }) => id === now.desk.competidorId)
    if (current?.retiro === null) walk.oracle.enter(current.id)
    expect(now.desk.sinTurno, `act ${count}: ${done.slice(-6).join(', ')}`).toEqual(walk.oracle.sinTurno(now))
    passedOver += now.desk.sinTurno.length
  }
  expect(passedOver).toBeGreaterThan(casos(40))
})
