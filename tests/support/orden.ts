import { expect } from 'vitest'
import * as fc from 'fast-check'
import { createCategoria, deleteCategoria, moveCategoria } from '#contract/categorias.ts'
import { deleteCompetidor, mesa, moveCompetidor, placeCompetidor } from '#contract/competidores.ts'
import { selectDia, selectTurno, stepTurno } from '#contract/horario.ts'
import { horario } from '#contract/views/horario.ts'
import { DIAS, type Dia } from '#domain/dia.ts'
import { transact } from '../../src/server/work.ts'
import { Refused, startApp, type Client, type TestApp } from './app.ts'
import { aCompetidor, seedDia } from './builders.ts'
import { stepOf } from './mover.ts'

/** An act of one of two administrators; `at` picks its item among those at the start. */
export interface Act {
  readonly who: 0 | 1
  readonly kind: Kind
  readonly at: number
}

const KINDS = [
  'moveEntry',
  'deleteEntry',
  'placeEntry',
  'moveCategoria',
  'deleteCategoria',
  'createCategoria',
  'step',
  'select',
  'dia',
] as const
type Kind = (typeof KINDS)[number]
const TURN_KINDS: readonly Kind[] = ['step', 'select', 'dia']

interface TurnoRow {
  readonly dia: Dia
  readonly selectedRow: number
  readonly competidorId: string | null
}

/** Two administrators at one event, and what must be there by what each was answered. */
class Event {
  readonly app: TestApp
  readonly #admins: readonly Client[]
  readonly #competidores = new Map<string, { readonly categoriaId: string }>()
  readonly #categorias = new Set<string>()
  readonly #pool: { readonly competidores: string[]; readonly categorias: string[] }

  private constructor(app: TestApp, admins: readonly Client[]) {
    this.app = app
    this.#admins = admins
    this.#pool = { competidores: [], categorias: [] }
  }

  /** Two days with lists in order, and in each a latecomer without a place. */
  static async start(app: TestApp): Promise<Event> {
    const event = new Event(app, [await app.as('admin'), await app.as('admin')])
    for (const dia of ['jueves', 'viernes'] as const) {
      const made = await seedDia(app, dia, { Salsa: 4, Casino: 3, Mambo: 2 })
      const late = made.categorias.map(({ id }) => aCompetidor({ categoriaId: id, orden: null }))
      await transact(app.deps, { actor: { role: 'visitante' } }, async (work) => {
        await work.tx.insertInto('competidores').values(late).execute()
        work.changed({ kind: 'todo' })
      })
      event.#add(made.categorias, [...made.competidores, ...late])
    }
    return event
  }

  #add(categorias: readonly { id: string }[], competidores: readonly { id: string; categoriaId: string }[]): void {
    for (const { id } of categorias) this.#categorias.add(id)
    for (const { id, categoriaId } of competidores) this.#competidores.set(id, { categoriaId })
    this.#pool.categorias.push(...categorias.map(({ id }) => id))
    this.#pool.competidores.push(...competidores.map(({ id }) => id))
  }

  /** All of them at once; then everything is looked at. */
  async batch(acts: readonly Act[]): Promise<void> {
    const before = await this.#turnos()
    const answers = await Promise.all(acts.map((act) => this.#do(act)))
    for (const apply of answers) apply?.()
    await this.#check(acts.some(({ kind }) => TURN_KINDS.includes(kind)) ? null : before)
  }

  /** Does it, and answers with what that means for what must be there; nothing when it was refused. */
  async #do({ who, kind, at }: Act): Promise<(() => void) | undefined> {
    const admin = this.#admins[who] ?? this.app.visitor
    const id = pick(this.#pool.competidores, at)
    const categoriaId = pick(this.#pool.categorias, at)
    const direccion = at % 2 === 0 ? 'up' : 'down'
    try {
      switch (kind) {
        case 'moveEntry':
          return void (await admin.send(moveCompetidor, await stepOf(this.app, id, direccion)))
        case 'placeEntry':
          return void (await admin.send(placeCompetidor, { id }))
        case 'moveCategoria':
          return void (await admin.send(moveCategoria, { id: categoriaId, direccion }))
        case 'select':
          return void (await admin.send(selectTurno, { competidorId: id }))
        case 'dia':
          return void (await admin.send(selectDia, { dia: DIAS[at % 2] ?? 'jueves' }))
        case 'step':
          return await this.#step(admin, at)
        case 'deleteEntry':
          await admin.send(deleteCompetidor, { id })
          return () => this.#competidores.delete(id)
        case 'deleteCategoria':
          await admin.send(deleteCategoria, { id: categoriaId })
          return () => this.#drop(categoriaId)
        case 'createCategoria': {
          const made = await admin.send(createCategoria, { nombre: `Nueva ${at}`, dia: DIAS[at % 2] ?? 'jueves' })
          return () => this.#add([made], [])
        }
        default:
          return kind satisfies never
      }
    } catch (error) {
      // The other administrator was first: the item is deleted, or exists already.
      if (error instanceof Refused && [404, 409].includes(error.status)) return undefined
      throw error
    }
  }

  async #step(admin: Client, at: number): Promise<undefined> {
    const seen = await admin.see(mesa)
    if (!seen) throw new Error('There is no desk.')
    const { dia, selectedRow, competidorId } = seen
    const paso = at % 3 === 0 ? 'anterior' : 'siguiente'
    await admin.send(stepTurno, { paso, desde: { dia, turno: { selectedRow, competidorId } } })
  }

  #drop(categoriaId: string): void {
    this.#categorias.delete(categoriaId)
    for (const [id, entry] of this.#competidores) if (entry.categoriaId === categoriaId) this.#competidores.delete(id)
  }

  #turnos(): Promise<readonly TurnoRow[]> {
    return this.app.deps.db.read((tx) => tx.selectFrom('turno').selectAll().execute())
  }

  async #check(turnosBefore: readonly TurnoRow[] | null): Promise<void> {
    const { categorias, competidores } = await this.app.deps.db.read(async (tx) => ({
      categorias: await tx.selectFrom('categorias').selectAll().execute(),
      competidores: await tx.selectFrom('competidores').selectAll().execute(),
    }))
    // No entry and no category lost, none doubled, none come back.
    expect(categorias.map(({ id }) => id).toSorted()).toEqual([...this.#categorias].toSorted())
    expect(competidores.map(({ id }) => id).toSorted()).toEqual([...this.#competidores.keys()].toSorted())
    for (const { id, categoriaId } of competidores) expect(categoriaId).toBe(this.#competidores.get(id)?.categoriaId)

    const days = new Map(
      DIAS.map((dia) => {
        const list = inOrder(categorias.filter((categoria) => categoria.dia === dia))
        return [
          dia,
          list.map((one) => ({ one, entries: inOrder(competidores.filter((e) => e.categoriaId === one.id)) })),
        ]
      }),
    )
    await this.#checkTurnos(days, turnosBefore)
    const ajustes = await this.app.deps.db.read((tx) =>
      tx.selectFrom('adminMinutoAMinuto').select('dia').executeTakeFirst(),
    )
    const dia = ajustes?.dia ?? 'jueves'
    const seen = await this.app.visitor.see(horario)
    expect(seen?.dia).toBe(dia)
    expect(
      seen?.categorias.map(({ id, orden, competidores: list }) => [id, orden, list.map((entry) => entry.id)]),
    ).toEqual(days.get(dia)?.map(({ one, entries }) => [one.id, one.orden, entries.map(({ id }) => id)]))
  }

  /** Checks that a turn is at its entry, and that a turn without a move is at the entry of the start, if that exists. */
  async #checkTurnos(
    days: ReadonlyMap<Dia, readonly { readonly entries: readonly { readonly id: string }[] }[]>,
    before: readonly TurnoRow[] | null,
  ): Promise<void> {
    const after = await this.#turnos()
    for (const { dia, selectedRow, competidorId } of after) {
      const ids = (days.get(dia) ?? []).flatMap(({ entries }) => entries.map(({ id }) => id))
      expect(competidorId).toBe(ids[selectedRow - 1] ?? null)
      const was = before?.find((turno) => turno.dia === dia)
      if (was?.competidorId && ids.includes(was.competidorId)) expect(competidorId).toBe(was.competidorId)
    }
  }
}

const pick = (list: readonly string[], at: number): string => list[at % list.length] ?? ''

/** A list as its numbers say, which are 1..n; those without a place stand in none. */
function inOrder<T extends { readonly id: string; readonly orden: number | null }>(items: readonly T[]): T[] {
  const placed = items.filter(({ orden }) => orden !== null).toSorted((a, b) => (a.orden ?? 0) - (b.orden ?? 0))
  expect(placed.map(({ orden }) => orden)).toEqual(placed.map((_, index) => index + 1))
  return placed
}

const act: fc.Arbitrary<Act> = fc.record({
  who: fc.constantFrom(0, 1),
  kind: fc.constantFrom(...KINDS, 'moveEntry', 'moveEntry', 'moveCategoria', 'select'),
  at: fc.nat({ max: 60 }),
})

/** Batches of acts that all come at the same moment. */
export const acts = fc.array(fc.array(act, { minLength: 2, maxLength: 8 }), { minLength: 2, maxLength: 6 })

export async function keepsOrder(batches: readonly (readonly Act[])[]): Promise<void> {
  await using app = await startApp()
  const event = await Event.start(app)
  for (const batch of batches) await event.batch(batch)
}
