import { mesa, type Mesa } from '#contract/competidores.ts'
import { repeatCompetidor, stepTurno, undoTurno } from '#contract/horario.ts'
import { horario } from '#contract/views/horario.ts'
import { jornadaOf } from '#domain/jornada.ts'
import { turnoOf, type Paso } from '#domain/turno.ts'
import { startApp, type Client, type TestApp, type TestOptions } from './app.ts'
import { seedDia } from './builders.ts'

export const MOTIVO = 'Se fue la música'

export interface Escena extends AsyncDisposable {
  readonly app: TestApp
  readonly admin: Client
  readonly salsa: string
  readonly casino: string
  /** Entries by name: four of Salsa, two of Casino. */
  readonly ids: Readonly<Record<'ana' | 'bea' | 'caro' | 'dani' | 'eva' | 'fer', string>>
}

/** A day of six entries in two categories. */
export async function aDay(options: TestOptions = {}): Promise<Escena> {
  const app = await startApp(options)
  const { categorias, competidores } = await seedDia(app, 'jueves', {
    Salsa: ['Ana', 'Bea', 'Caro', 'Dani'],
    Casino: ['Eva', 'Fer'],
  })
  const [ana = '', bea = '', caro = '', dani = '', eva = '', fer = ''] = competidores.map(({ id }) => id)
  const ids = { ana, bea, caro, dani, eva, fer }
  const [salsa = '', casino = ''] = categorias.map(({ id }) => id)
  const dispose = () => app[Symbol.asyncDispose]()
  return { app, admin: await app.as('admin'), salsa, casino, ids, [Symbol.asyncDispose]: dispose }
}

export const repeat = (admin: Client, id: string, options: { key?: string } = {}): Promise<{ movido: boolean }> =>
  admin.send(repeatCompetidor, { id, motivo: MOTIVO }, options)

export async function deskOf(admin: Client): Promise<Mesa> {
  const desk = await admin.see(mesa)
  if (!desk) throw new Error('no desk')
  return desk
}

/** A press of the desk as it stands. Returns the position of the turn afterwards. */
export async function press(admin: Client, paso: Paso): Promise<number> {
  const desk = await deskOf(admin)
  await admin.send(stepTurno, { paso, desde: { dia: desk.dia, turno: turnoOf(desk) } })
  return (await deskOf(admin)).selectedRow
}

export async function undo(admin: Client): Promise<{ movido: boolean }> {
  return admin.send(undoTurno, { revision: (await deskOf(admin)).ultimo ?? 0 })
}

/** Names and the first letter of each status on the active day, as the public sees them: `Ana F, Beto C`. */
export async function schedule({ visitor }: TestApp): Promise<string> {
  const seen = await visitor.see(horario)
  if (!seen) return ''
  return jornadaOf(seen.categorias, seen)
    .categorias.flatMap(({ renglones }) => renglones)
    .map(({ competidor, estatus }) => `${competidor.nombre} ${estatus.charAt(0)}`)
    .join(', ')
}

/** The shared record of the entry that has the turn. */
export const compartido = ({ deps }: TestApp): Promise<unknown> =>
  deps.db.read((tx) => tx.selectFrom('compartido').select(['nCategoria', 'nCompetidor']).executeTakeFirst())
