import { expect, test } from 'vitest'
import { closeCategoria, orderEmpate, reopenCategoria } from '#contract/calificaciones.ts'
import { readBitacora } from '#contract/bitacora.ts'
import { createRonda, setMetodo } from '#contract/categorias.ts'
import { mesaDeDia } from '#contract/competidores.ts'
import { setPublicacion } from '#contract/horario.ts'
import { setJuezActivo } from '#contract/jueces.ts'
import { resultados } from '#contract/views/calificaciones.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { load, unload } from '../support/evento.ts'
import { send } from '../support/marcas.ts'
import { seeDetalle } from '../support/detalle.ts'

const DECISION = 'Amparo se enfermó'

/** Ana has 8 of each judge, Beto 9, but for the last judge, who has not marked him. */
async function aScene(nombres: readonly string[]) {
  const app = await startApp()
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Beto'] })
  const [ana = '', beto = ''] = competidores.map(({ id }) => id)
  const admin = await app.as('admin')
  await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
  const jueces: Client[] = []
  for (const nombre of nombres) jueces.push(await app.as('juez', { nombre }))
  for (const juez of jueces) await send(juez, ana, '8')
  for (const juez of jueces.slice(0, -1)) await send(juez, beto, '9')
  return { ...app, admin, salsa: categorias[0]?.id ?? '', jueces }
}

async function lineas({ visitor }: TestApp): Promise<string[]> {
  const [categoria] = (await visitor.see(resultados, { dia: 'jueves' }))?.categorias ?? []
  return (categoria?.puestos ?? []).map(({ lugar, nombre, puntos }) => `${lugar} ${nombre} ${(puntos ?? 0) / 100}`)
}

async function decisionOf({ visitor }: TestApp): Promise<string | undefined> {
  return (await visitor.see(resultados, { dia: 'jueves' }))?.categorias[0]?.decision
}

test('a judge whom the closing leaves out does not count until it is reopened', async () => {
  await using escena = await aScene(['Ana J', 'Bea J', 'Amparo'])
  const { admin, salsa, jueces } = escena
  const amparo = jueces[2]?.id ?? ''
  const before = await lineas(escena)
  await admin.send(closeCategoria, { id: salsa, decision: DECISION, excluidos: [amparo] })

  expect(await lineas(escena)).toEqual(['1 Beto 108', '2 Ana 96'])
  expect(await decisionOf(escena)).toBe(DECISION)
  const found = await seeDetalle(escena.visitor, { dia: 'jueves', categoria: 'Salsa', nombre: 'Ana' })
  if (!found?.encontrado) throw new Error('no detail')
  expect(found.decision).toBe(DECISION)
  expect(found.marcas.map(({ juez, noCuenta = false, excluido = false }) => [juez, noCuenta, excluido])).toEqual([
    ['Amparo', true, true],
    ['Ana J', false, false],
    ['Bea J', false, false],
  ])
  expect((await admin.send(readBitacora, {})).actos[0]?.despues).toContain('No cuentan: Amparo')

  await admin.send(reopenCategoria, { id: salsa })
  expect(await lineas(escena)).toEqual(before)
  expect(await decisionOf(escena)).toBeUndefined()
})

test('a judge who is left out and owes another entry reads that the one with this mark alone has none', async () => {
  await using escena = await aScene(['Ana J', 'Amparo'])
  const { admin, jueces } = escena
  const { competidores } = await seedDia(escena, 'viernes', { Son: ['Caro', 'Dani'] })
  const [ana, amparo] = jueces
  if (!ana || !amparo) throw new Error('no judges')
  // Of Son, Ana J marks Caro, and Amparo, whom the closing leaves out, Dani.
  await send(ana, competidores[0]?.id ?? '', '8')
  await send(amparo, competidores[1]?.id ?? '', '9')
  const [son] = (await admin.see(mesaDeDia, { dia: 'viernes' }))?.categorias ?? []
  await admin.send(closeCategoria, { id: son?.id ?? '', decision: DECISION, excluidos: [amparo.id] })
  const puestosOf = async (who: Client) => (await who.see(resultados, { dia: 'viernes' }))?.categorias[0]?.puestos
  expect(await puestosOf(amparo)).toMatchObject([
    { nombre: 'Caro', puntos: null },
    { nombre: 'Dani', puntos: null, sinCalificar: true },
  ])
  expect((await puestosOf(amparo))?.[0]).not.toHaveProperty('sinCalificar')
})

test('the closing offers the judges who did not mark every entry, and refuses any other', async () => {
  await using escena = await aScene(['Ana J', 'Bea J', 'Amparo'])
  const { admin, salsa, jueces } = escena
  const ausente = await escena.as('juez', { nombre: 'Zoe' })
  const [categoria] = (await admin.see(mesaDeDia, { dia: 'jueves' }))?.categorias ?? []
  expect(categoria?.parciales.map(({ nombre }) => nombre)).toEqual(['Amparo', 'Zoe'])
  const close = (excluidos: string[], decision?: string) =>
    admin.send(closeCategoria, { id: salsa, excluidos, ...(decision !== undefined && { decision }) })
  await expect(close([jueces[0]?.id ?? ''], DECISION)).rejects.toMatchObject({ code: 'cierre.changed' })
  await expect(close(['unknown'], DECISION)).rejects.toMatchObject({ code: 'cierre.changed' })
  await expect(close([ausente.id])).rejects.toMatchObject({ code: 'cierre.undecided' })
  await close([ausente.id, jueces[2]?.id ?? ''], DECISION)
})

test('a closing that leaves out every judge with a mark is refused', async () => {
  await using escena = await aScene(['Amparo'])
  const excluidos = escena.jueces.map(({ id }) => id)
  const closing = escena.admin.send(closeCategoria, { id: escena.salsa, decision: DECISION, excluidos })
  await expect(closing).rejects.toMatchObject({ code: 'cierre.uncounted' })
})

test('with five judges of a category, an entry with one mark missing does not win a trimmed sum', async () => {
  await using escena = await aScene(['A', 'B', 'C', 'D', 'E'])
  const { admin, salsa, jueces } = escena
  await admin.send(setMetodo, { id: salsa, metodo: 'recortada', motivo: 'Reglamento' })
  // Beto: three of four marks of 54 count; Ana: three of five marks of 48.
  expect(await lineas(escena)).toEqual(['1 Beto 162', '2 Ana 144'])
  await admin.send(closeCategoria, { id: salsa, decision: DECISION })
  // A judge who is switched off later still belongs to the closed category, after an import too.
  await admin.send(setJuezActivo, { id: jueces[4]?.id ?? '', activo: false })
  const closed = await lineas(escena)
  await load(escena, await unload(escena), { replace: true })
  expect(await lineas(escena)).toEqual(closed)
})

test('a category without marks has no tie to order and no round', async () => {
  await using app = await startApp()
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Beto'] })
  const [admin, id] = [await app.as('admin'), categorias[0]?.id ?? '']
  const refusal = { status: 409, message: 'La categoría no tiene calificaciones.' }
  const ids = competidores.map((one) => one.id)
  await expect(admin.send(orderEmpate, { id, ids, motivo: 'Moneda' })).rejects.toMatchObject(refusal)
  await admin.send(closeCategoria, { id, decision: DECISION })
  const ronda = { id, nombre: 'Final', dia: 'viernes', pasan: 1, orden: 'sorteo' } as const
  await expect(admin.send(createRonda, ronda)).rejects.toMatchObject(refusal)
})
