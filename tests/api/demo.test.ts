import { expect, test } from 'vitest'
import { tipoOf } from '#domain/criterios.ts'
import { DIAS } from '#domain/dia.ts'
import { demoEvent } from '../../demo/event.ts'
import { readTree } from '../../src/server/interchange/tree.ts'
import { startApp } from '../support/app.ts'
import { aCategoria } from '../support/builders.ts'
import { settingsOf } from '../support/database.ts'
import { rowsOf } from '../support/evento.ts'
import { runCommand } from '../support/server.ts'

test('the demo is an event of three days, with the marks of six judges for the first day and a half', () => {
  const { tree, musica } = demoEvent()
  const reading = readTree(tree, new Set(musica.keys()))
  if ('faults' in reading) throw new Error(JSON.stringify(reading.faults))
  const { categorias, competidores, jueces, calificaciones } = reading.rows
  expect(competidores.length).toBeGreaterThanOrEqual(220)
  expect(jueces).toHaveLength(6)
  const dias = Map.groupBy(categorias, ({ dia }) => dia)
  const marked = new Set(calificaciones.map(({ competidorId }) => competidorId))
  const danced = competidores.filter(({ id }) => marked.has(id)).map(({ categoriaId }) => categoriaId)
  const share = DIAS.map((dia) => {
    const ids = dias.get(dia)?.map(({ id }) => id) ?? []
    expect(ids.length).toBeGreaterThanOrEqual(8)
    return ids.filter((id) => danced.includes(id)).length / ids.length
  })
  expect(share).toEqual([1, expect.closeTo(0.5, 0), 0])
  expect(new Set(categorias.map(({ nombre, criterios }) => tipoOf(nombre ?? '', criterios))).size).toBe(3)
})

test('the demo is refused when an event exists', async () => {
  await using app = await startApp()
  await app.deps.db.write((tx) => tx.insertInto('categorias').values(aCategoria()).execute())
  const before = await rowsOf(app)
  const { status, output } = await runCommand('demo/main.ts', [], settingsOf(app.place))
  expect([status, output]).toEqual([1, expect.stringMatching(/^Aquí ya hay un evento.*DATA_DIR.*, .*npm start\.\n$/)])
  expect(await rowsOf(app)).toEqual(before)
})
