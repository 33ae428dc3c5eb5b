import { expect, test } from 'vitest'
import { detalle, resultados } from '#contract/views/calificaciones.ts'
import { setPublicacion } from '#contract/horario.ts'
import { saveEscalas } from '#contract/jueces.ts'
import { startApp } from '../support/app.ts'
import { seedCalificacion, seedDia } from '../support/builders.ts'
import { detalleAt, seeDetalle } from '../support/detalle.ts'

test('the public sees a day only while results are published and the day is not hidden', async () => {
  await using app = await startApp()
  const { competidores } = await seedDia(app, 'viernes', { Salsa: ['Ana', 'Bea'] })
  await seedCalificacion(app, competidores[1]?.id ?? '', 'Juez Amparo', '51.05')
  const admin = await app.as('admin')
  const dia = { dia: 'viernes' } as const
  const seen = async (who = app.visitor) =>
    (await who.see(resultados, dia))?.categorias[0]?.puestos.map(({ nombre, puntos }) => [nombre, puntos])
  const results = [
    ['Bea', 5105],
    ['Ana', null],
  ]

  expect(await seen()).toBeUndefined()
  expect(await seen(admin)).toEqual(results)
  await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
  expect(await seen()).toEqual(results)
  await admin.send(setPublicacion, { campo: 'mostrarViernes', valor: false })
  expect(await app.visitor.see(resultados, dia)).toEqual({
    dia: 'viernes',
    visible: false,
    publicado: false,
    categorias: [],
  })
})

test('an audience that may see the day finds the detail of an entry by name, or by id when the name is shared', async () => {
  await using app = await startApp()
  const { competidores } = await seedDia(app, 'jueves', { 'Rueda de Casino': ['A/B & Co', 'Bea', 'Bea'] })
  const [slash, bea] = competidores.map(({ id }) => id)
  await seedCalificacion(app, slash ?? '', 'Juez Bruno', 'N/P')
  const admin = await app.as('admin')
  const at = (nombre: string) => ({ dia: 'jueves', categoria: 'rueda de casino', nombre }) as const

  const hidden = { tipo: 'detalle', encontrado: false, visible: false }
  expect(await seeDetalle(app.visitor, at('A/B & Co'))).toEqual(hidden)
  expect(await app.visitor.see(detalle, await detalleAt(admin, at('A/B & Co')))).toEqual(hidden)
  expect(await seeDetalle(admin, at('A/B & Co'))).toMatchObject({
    encontrado: true,
    criterios: [{ nombre: 'Tiempo' }, {}, {}, {}, {}, {}, {}, { nombre: 'Cubanía' }],
    marcas: [{ juez: 'Juez Bruno', l_calificacion: 'N/P' }],
  })
  expect(await seeDetalle(admin, at(bea ?? ''))).toMatchObject({ encontrado: true, nombre: 'Bea' })
  expect(await seeDetalle(admin, at('Bea'))).toMatchObject({ encontrado: false })
})

test('an open detail shows the highest mark of the scale of its category, also after the scale was changed', async () => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Casino: ['Ana'] })
  const admin = await app.as('admin')
  const maximo = async () => {
    const found = await seeDetalle(admin, { dia: 'jueves', categoria: 'Casino', nombre: 'Ana' })
    return found?.encontrado && found.maximo
  }
  expect(await maximo()).toBe(10_00)

  const escala = { maximo: '10', paso: '0.1' }
  await admin.send(saveEscalas, { showcase: escala, casino: { maximo: '20', paso: '0.25' }, general: escala })

  expect(await maximo()).toBe(20_00)
})

test('the ranking leads to the detail of every entry, also with the longest imported name', async () => {
  await using app = await startApp()
  const largo = 'Ñandú '.repeat(83).trim()
  await seedDia(app, 'jueves', { [largo]: [largo] })
  const admin = await app.as('admin')
  const [categoria] = (await admin.see(resultados, { dia: 'jueves' }))?.categorias ?? []
  const [puesto] = categoria?.puestos ?? []
  const params = { dia: 'jueves', categoria: categoria?.nombre ?? '', nombre: puesto?.ruta ?? '' } as const

  expect(await seeDetalle(admin, params)).toMatchObject({ nombre: largo })
})
