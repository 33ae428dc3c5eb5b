import { expect, test } from 'vitest'
import { addCompetidor, saveCupo, saveInscripciones, updateInscripcion } from '#contract/inscripciones.ts'
import { closeCategoria } from '#contract/calificaciones.ts'
import { mesa } from '#contract/competidores.ts'
import { accept } from '../support/acepta.ts'
import { startApp, type Client } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { upload } from '../support/tus.ts'

async function entries(admin: Client) {
  const [categoria] = (await admin.see(mesa))?.categorias ?? []
  return categoria?.competidores.map(({ nombre, tieneMusica }) => [nombre, tieneMusica])
}

test('the organiser adds an entry without music at the end of a category, whatever its dates and its limit, and gives it music later', async () => {
  await using app = await startApp()
  const { categorias } = await seedDia(app, 'jueves', { Salsa: ['Ana'] })
  const id = categorias[0]?.id ?? ''
  const admin = await app.as('admin')
  await admin.send(saveInscripciones, { desde: '', hasta: '2020-01-01T10:00', maximo: 1 })
  await admin.send(saveCupo, { id, cupo: 1 })

  const { id: bea } = await admin.send(addCompetidor, { id, nombre: '  Bea ', compania: 'Rumba' })
  expect((await entries(admin))?.at(-1)).toEqual(['Bea', false])
  await admin.send(updateInscripcion, { id: bea, subida: await upload(app, admin) })
  expect((await entries(admin))?.at(-1)).toEqual(['Bea', true])
})

test('the organiser may leave the company empty: in a new entry, and in one that gets its music', async () => {
  await using app = await startApp()
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0 })
  const admin = await app.as('admin')
  const { id } = await admin.send(addCompetidor, { id: categorias[0]?.id ?? '', nombre: 'Bea', compania: ' ' })
  await admin.send(updateInscripcion, { id, compania: '', nombre: 'Bea Luz', subida: await upload(app, admin) })
  const [categoria] = (await admin.see(mesa))?.categorias ?? []
  expect(categoria?.competidores).toMatchObject([
    { nombre: 'Bea Luz', compania: 'Sin compañía', tieneCompania: false, tieneMusica: true },
  ])
})

test('an entry of the organiser follows the other rules: a name, one name asked once, no closed category', async () => {
  await using app = await startApp()
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0 })
  const id = categorias[0]?.id ?? ''
  const admin = await app.as('admin')
  for (const faulty of [
    { nombre: '', compania: 'Rumba' },
    { nombre: '__proto__', compania: 'Rumba' },
  ])
    await expect(admin.send(addCompetidor, { id, ...faulty })).rejects.toMatchObject({ code: 'input.invalid' })
  await admin.send(addCompetidor, { id, nombre: 'Bea', compania: 'Rumba' })
  const { preguntas } = await accept(admin, addCompetidor, { id, nombre: 'bea', compania: 'Rumba' })
  expect(preguntas).toEqual(['Ya inscribiste a bea en Salsa.'])
  await admin.send(closeCategoria, { id, decision: 'Basta' })
  await expect(admin.send(addCompetidor, { id, nombre: 'Caro', compania: 'Rumba' })).rejects.toMatchObject({
    message: 'La categoría está cerrada. Reábrela primero.',
  })
  expect(await entries(admin)).toHaveLength(2)
})
