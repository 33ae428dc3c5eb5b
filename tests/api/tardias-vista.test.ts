import { expect, test } from 'vitest'
import { acceptTardia, closeCategoria, handInTardia, reopenCategoria } from '#contract/calificaciones.ts'
import { tardias } from '#contract/views/jueces.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { seedCalificacion, seedDia } from '../support/builders.ts'
import { transact } from '../../src/server/work.ts'
import { send, ticking, todos } from '../support/marcas.ts'

async function aScene(app: TestApp) {
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Bea'] })
  const [ana = '', bea = ''] = competidores.map(({ id }) => id)
  const [admin, amparo] = [await app.as('admin'), await app.as('juez', { nombre: 'Amparo' })]
  return { ana, bea, salsa: categorias[0]?.id ?? '', admin, amparo }
}

test('late marks wait for the administrator and the head judge, oldest first, without figures of an entry that is owed', async () => {
  await using app = await startApp({ now: ticking() })
  const { ana, bea, salsa, amparo, admin } = await aScene(app)
  const paz = await app.as('juez', { nombre: 'Paz', principal: 1 })
  await send(paz, bea, '8')
  await amparo.send(handInTardia, { clave: 'tardia-uno', competidorId: bea, criterios: todos('8') })
  await amparo.send(handInTardia, { clave: 'tardia-dos', competidorId: ana, criterios: todos('9') })
  await amparo.send(handInTardia, { clave: 'tardia-tres', competidorId: bea, criterios: todos('6') })
  await seedCalificacion(app, ana, amparo.id, '42.00')
  await admin.send(closeCategoria, { id: salsa, decision: 'Sigue' })

  const common = { juez: 'Amparo', categoria: { id: salsa, nombre: 'Salsa', dia: 'jueves', cerrada: true } }
  expect((await admin.see(tardias))?.tardias).toMatchObject([
    { ...common, competidor: 'Bea', total: '48.00', vigente: null },
    { ...common, competidor: 'Ana', total: '54.00', vigente: { total: '42.00' } },
    { ...common, competidor: 'Bea', total: '36.00', vigente: null },
  ])
  expect((await paz.see(tardias))?.tardias.map(({ total, vigente }) => [total, vigente])).toEqual([
    ['48.00', null],
    [null, { total: null }],
    ['36.00', null],
  ])
  await admin.send(reopenCategoria, { id: salsa })
  await admin.send(acceptTardia, { id: (await admin.see(tardias))?.tardias[0]?.id ?? '' })
  expect((await paz.see(tardias))?.tardias.map(({ vigente }) => vigente)).toEqual([{ total: null }, { total: '48.00' }])
  expect((await amparo.see(tardias))?.tardias).toEqual([])
})

test('a late mark of a category that lost its day names its entry, and no figures to a head judge who owes it', async () => {
  await using app = await startApp()
  const { ana, salsa, amparo, admin } = await aScene(app)
  const paz = await app.as('juez', { principal: 1 })
  await amparo.send(handInTardia, { clave: 'tardia-uno', competidorId: ana, criterios: todos('9') })
  await transact(app.deps, { actor: { role: 'visitante' } }, async ({ tx, changed }) => {
    await tx.updateTable('categorias').set({ dia: null }).where('id', '=', salsa).execute()
    changed({ kind: 'categoria', categoriaId: salsa })
  })
  const common = { competidor: 'Ana', categoria: null }
  expect((await admin.see(tardias))?.tardias).toMatchObject([{ ...common, total: '54.00' }])
  expect((await paz.see(tardias))?.tardias).toMatchObject([{ ...common, total: null }])
})
