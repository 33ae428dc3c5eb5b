import { expect, test } from 'vitest'
import { resultados } from '#contract/views/calificaciones.ts'
import { tipoOf } from '#domain/criterios.ts'
import { DIAS } from '#domain/dia.ts'
import { demoEvent } from '../../demo/event.ts'
import { judge } from '../../demo/jurado.ts'
import { matchIdentity } from '../../src/server/identity.ts'
import { importTree } from '../../src/server/interchange/import.ts'
import { readTree } from '../../src/server/interchange/tree.ts'
import { startApp } from '../support/app.ts'
import { aCategoria } from '../support/builders.ts'
import { settingsOf } from '../support/database.ts'
import { rowsOf } from '../support/evento.ts'
import { openEnlace } from '../support/jueces.ts'
import { runCommand } from '../support/server.ts'

test('the demo is an event of three days, with the marks of six judges for the first day and a half', () => {
  const { tree, musica, marcas } = demoEvent()
  const reading = readTree(tree, new Set(musica.keys()), 'America/Mexico_City')
  if ('faults' in reading) throw new Error(JSON.stringify(reading.faults))
  const { categorias, competidores } = reading.rows
  expect(competidores.length).toBeGreaterThanOrEqual(220)
  expect(new Set(marcas.map(({ juez }) => juez)).size).toBe(6)
  const dias = Map.groupBy(categorias, ({ dia }) => dia)
  const marked = new Set(marcas.map(({ competidorId }) => competidorId))
  const danced = competidores.filter(({ id }) => marked.has(id)).map(({ categoriaId }) => categoriaId)
  const share = DIAS.map((dia) => {
    const ids = dias.get(dia)?.map(({ id }) => id) ?? []
    expect(ids.length).toBeGreaterThanOrEqual(8)
    return ids.filter((id) => danced.includes(id)).length / ids.length
  })
  expect(share).toEqual([1, expect.closeTo(0.5, 0), 0])
  expect(new Set(categorias.map(({ nombre, criterios }) => tipoOf(nombre ?? '', criterios))).size).toBe(3)
})

test('the demo is judged: a closed day, a half complete one, a tie, a penalty and two withdrawals', async () => {
  await using app = await startApp()
  const event = demoEvent()
  const imported = await importTree(app.deps, { json: event.tree, files: null }, { replace: false })
  expect(imported.done).toBe(true)
  const admin = await app.as('admin')
  const enlace = await judge(app.deps, { role: 'admin', id: admin.id, nombre: 'Organización', email: '' }, event)

  await openEnlace(app, enlace)
  const again = await app.as('admin')
  const jueves = await again.see(resultados, { dia: 'jueves' })
  expect(jueves?.categorias.map(({ estado }) => estado)).toEqual(jueves?.categorias.map(() => 'final'))
  const viernes = await again.see(resultados, { dia: 'viernes' })
  expect(new Set(viernes?.categorias.map(({ estado }) => estado))).toEqual(new Set(['final', 'provisional']))
  const puestos = jueves?.categorias.flatMap((categoria) => categoria.puestos) ?? []
  expect(puestos.some(({ empate }) => empate)).toBe(true)
  const retirados = [jueves, viernes]
    .flatMap((day) => day?.categorias ?? [])
    .flatMap((categoria) => categoria.retirados)
  expect(retirados.map(({ retiro }) => retiro.estado)).toEqual(['descalificado', 'no_se_presento'])
  const penalizaciones = await app.deps.db.read((tx) => tx.selectFrom('penalizacion').select('puntos').execute())
  expect(penalizaciones).toEqual([{ puntos: 200 }])
})

test('the demo is refused when an event exists', async () => {
  await using app = await startApp()
  await app.deps.db.write((tx) => tx.insertInto('categorias').values(aCategoria()).execute())
  // The command, like each start, gives the database and its files their id.
  await matchIdentity(app.deps)
  const before = await rowsOf(app)
  const { status, output } = await runCommand('demo/main.ts', [], settingsOf(app.place))
  expect([status, output]).toEqual([1, expect.stringMatching(/^Aquí ya hay un evento.*DATA_DIR.*, .*npm start\.\n$/)])
  expect(await rowsOf(app)).toEqual(before)
})
