import { expect, test } from 'vitest'
import { updateCategoria } from '#contract/categorias.ts'
import { mesa, mesaDeDia } from '#contract/competidores.ts'
import { setPublicacion, stepTurno } from '#contract/horario.ts'
import { resultados } from '#contract/views/calificaciones.ts'
import { DIAS, type Dia } from '#domain/dia.ts'
import { accept } from '../support/acepta.ts'
import { Refused, startApp, type Client } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { send, storedMarcas } from '../support/marcas.ts'

const ROUNDS = 12
const nombres = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix} ${i + 1}`)
/** The mark of each criterion: another one for each judge and entry, so that no two totals are equal by chance. */
const puntosOf = (juez: number, entry: number): string => ((juez + entry * 4) / 10).toFixed(1)

/** Repeats a command that another one overtook, as a person does. */
async function press(admin: Client): Promise<string | null> {
  const desk = await admin.see(mesa)
  if (!desk) throw new Error('no desk')
  const { dia, selectedRow, competidorId } = desk
  const { turno } = await admin.send(stepTurno, {
    paso: 'siguiente',
    desde: { dia, turno: { selectedRow, competidorId } },
  })
  return turno.competidorId
}

test('a category that is renamed and moved while judges send and the desk presses loses no mark and no turn', async () => {
  let now = Date.parse('2025-04-10T18:00:00Z')
  // Presses come a second apart.
  await using app = await startApp({ now: () => (now += 1_000) })
  const jueves = await seedDia(app, 'jueves', { Salsa: nombres('S', 8), Bachata: nombres('B', 16) })
  await seedDia(app, 'viernes', { Casino: ['Hugo'] })
  const admin = await app.as('admin')
  const other = await app.as('admin')
  await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
  const [salsa, bachata] = jueves.categorias
  if (!salsa || !bachata) throw new Error('no categories')
  const panel = await Promise.all(['Amparo', 'Bruno', 'Celia'].map((nombre) => app.as('juez', { nombre })))
  const entries = jueves.competidores

  const judging = panel.map(async (juez, j) => {
    for (const [e, { id }] of entries.entries()) {
      const { estado } = await send(juez, id, puntosOf(j, e))
      expect(estado).toBe('enviada')
    }
  })
  // The turn goes through Bachata: nobody waits before it, whatever day Salsa is on.
  const end = entries.findLast(({ categoriaId }) => categoriaId === bachata.id)?.id ?? ''
  const desk: { last: string | null } = { last: null }
  const pressing = (async () => {
    while (desk.last !== end) desk.last = await press(admin)
  })()
  let round = 0
  const moves: Dia[] = []
  const editing = (async () => {
    for (; round < ROUNDS || desk.last !== end; round += 1) {
      await other.send(updateCategoria, { id: salsa.id, nombre: `Salsa ${round}` })
      const dia = DIAS[(round + 1) % DIAS.length] ?? 'jueves'
      await accept(other, updateCategoria, { id: salsa.id, dia }).then(
        () => moves.push(dia),
        (error: unknown) => {
          // Its entry has the turn.
          if (!(error instanceof Refused)) throw error
        },
      )
      await other.send(updateCategoria, { id: bachata.id, nombre: `Bachata ${round}` })
    }
  })()
  await Promise.all([...judging, pressing, editing])

  expect(moves.length).toBeGreaterThan(0)
  for (const [e, { id }] of entries.entries()) {
    const stored = await storedMarcas(app, id)
    const totals = panel.map((juez) => [stored[juez.id]?.total, stored[juez.id]?.version])
    expect(totals).toEqual(panel.map((_, j) => [(Number(puntosOf(j, e)) * 6).toFixed(2), 1]))
  }

  // The turn is the one that the desk was told last, at its place of the day.
  const shownDesk = await admin.see(mesa)
  expect(shownDesk?.competidorId).toBe(desk.last)
  const lista = shownDesk?.categorias.flatMap(({ competidores }) => competidores) ?? []
  expect(lista[(shownDesk?.selectedRow ?? 0) - 1]?.id).toBe(desk.last)

  // Each day has its entries once, and the results are the sums.
  const shown = await Promise.all(DIAS.map((dia) => app.visitor.see(resultados, { dia })))
  const seen = shown.flatMap((dia) => dia?.categorias ?? [])
  expect(seen.map(({ nombre }) => nombre).toSorted()).toEqual([`Bachata ${round - 1}`, 'Casino', `Salsa ${round - 1}`])
  for (const { id } of [salsa, bachata]) {
    const expected = entries
      .map((entry, e) => ({ ...entry, puntos: panel.reduce((sum, _, j) => sum + Number(puntosOf(j, e)) * 600, 0) }))
      .filter(({ categoriaId }) => categoriaId === id)
      .toSorted((a, b) => b.puntos - a.puntos)
    const puestos = seen.find((categoria) => categoria.id === id)?.puestos
    expect(puestos?.map(({ nombre, lugar, puntos }) => [nombre, lugar, puntos])).toEqual(
      expected.map(({ nombre, puntos }, index) => [nombre, index + 1, Math.round(puntos)]),
    )
  }
  for (const dia of DIAS) {
    const orders = (await admin.see(mesaDeDia, { dia }))?.categorias.map(({ orden }) => orden) ?? []
    expect(orders).toEqual(orders.map((_, index) => index + 1))
  }
})
