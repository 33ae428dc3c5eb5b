import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { readBitacora } from '#contract/bitacora.ts'
import { drawCategoria } from '#contract/categorias.ts'
import { saveTurno } from '#contract/horario.ts'
import { horario } from '#contract/views/horario.ts'
import { accept } from '../support/acepta.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { aCompetidor, seedCalificacion, seedDia, seedRetiro } from '../support/builders.ts'
import { load, unload } from '../support/evento.ts'

const NOMBRES = ['Ana', 'Beto', 'Caro', 'Dani', 'Elsa', 'Fede', 'Gala', 'Hugo']
const MOTIVO = { motivo: 'Faltaba una pareja en la lista' }

async function aDay(): Promise<TestApp & { admin: Awaited<ReturnType<TestApp['as']>>; id: string; ids: string[] }> {
  const app = await startApp()
  const { categorias, competidores } = await seedDia(app, 'jueves', { Son: 2, Salsa: NOMBRES })
  const id = categorias[1]?.id ?? ''
  const ids = competidores.filter(({ categoriaId }) => categoriaId === id).map((one) => one.id)
  return { ...app, admin: await app.as('admin'), id, ids }
}

async function orderOf({ visitor }: TestApp): Promise<string[]> {
  return (await visitor.see(horario))?.categorias[1]?.competidores.map(({ nombre }) => nombre) ?? []
}

test('a draw asks, sorts all placed entries, and anybody computes it again from its row of the log', async () => {
  await using app = await aDay()
  const { admin, id, ids } = app
  const sinOrden = aCompetidor({ categoriaId: id, orden: null })
  await app.deps.db.write((tx) => tx.insertInto('competidores').values(sinOrden).execute())
  await seedRetiro(app, ids[2] ?? '', 'no_se_presento')
  const asked = admin.send(drawCategoria, { id })
  await expect(asked).rejects.toMatchObject({
    fields: { pregunta: '¿Sortear el orden de Salsa?', boton: 'Sortear' },
  })
  expect(await orderOf(app)).toEqual(NOMBRES)

  await accept(admin, drawCategoria, { id })
  const after = await orderOf(app)
  expect(after.toSorted()).toEqual(NOMBRES)
  const { actos } = await admin.send(readBitacora, { buscar: 'Sorteo' })
  const numbered = (list: readonly string[]) => `Orden: ${list.map((one, at) => `${at + 1}. ${one}`).join(', ')}`
  const semilla = actos[0]?.despues.match(/^Semilla: ([\w-]+); /)?.[1] ?? ''
  expect(actos.map(({ que, antes, despues }) => [que, antes, despues])).toEqual([
    ['Sorteo de Salsa', numbered(NOMBRES), `Semilla: ${semilla}; ${numbered(after)}`],
  ])

  const script =
    'for id in "$@"; do printf "%s %s\\n" "$(printf "%s:%s" "$SEMILLA" "$id" | sha256sum)" "$id"; done | sort'
  const lines = execFileSync('bash', ['-c', script, 'sorteo', ...ids], { env: { ...process.env, SEMILLA: semilla } })
  const drawn = lines
    .toString()
    .trim()
    .split('\n')
    .map((line) => NOMBRES[ids.indexOf(line.split(' ').at(-1) ?? '')])
  expect(drawn).toEqual(after)
})

test('the second draw of a category needs a reason, and after an import it is a first one again', async () => {
  await using app = await aDay()
  const { admin, id } = app
  await accept(admin, drawCategoria, { id })
  const again = admin.send(drawCategoria, { id, acepta: ['¿Sortear el orden de Salsa?'] })
  await expect(again).rejects.toMatchObject({ status: 409, code: 'orden.motivo' })
  await admin.send(drawCategoria, { id, ...MOTIVO })
  const { actos } = await admin.send(readBitacora, { buscar: 'Sorteo' })
  expect(actos).toHaveLength(2)
  expect(actos[0]?.despues).toContain(`Motivo: ${MOTIVO.motivo}`)

  await load(app, await unload(app), { replace: true })
  await accept(admin, drawCategoria, { id })
})

test.each<[string, (app: Awaited<ReturnType<typeof aDay>>) => Promise<unknown>]>([
  ['has the turn', ({ admin }) => admin.send(saveTurno, { selectedRow: 3 })],
  ['is before the turn', ({ admin }) => admin.send(saveTurno, { selectedRow: 11 })],
  ['has a mark', (app) => seedCalificacion(app, app.ids[4] ?? '', 'juez-1', '50.00')],
])('once an entry %s, the category is not drawn any more', async (_, start) => {
  await using app = await aDay()
  await app.admin.send(saveTurno, { selectedRow: 2 })
  await accept(app.admin, drawCategoria, { id: app.id })
  const before = await orderOf(app)
  await start(app)
  const late = app.admin.send(drawCategoria, { id: app.id, ...MOTIVO })
  await expect(late).rejects.toMatchObject({ status: 409, message: 'La categoría ya empezó.' })
  expect(await orderOf(app)).toEqual(before)
})
