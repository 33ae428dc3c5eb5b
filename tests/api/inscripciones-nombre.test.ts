import { expect, test } from 'vitest'
import { createInscripcion, misInscripciones, updateInscripcion } from '#contract/inscripciones.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { upload } from '../support/tus.ts'

async function enter(app: TestApp, who: Client, categoriaId: string, nombre: string): Promise<string> {
  const subida = await upload(app, who)
  return (await who.send(createInscripcion, { nombre, compania: 'Son', categoriaId, subida })).id
}

test('a name that JSON cannot key safely and one over 80 characters are refused, new and changed', async () => {
  await using app = await startApp()
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0 })
  const categoriaId = categorias[0]?.id ?? ''
  const user = await app.as('usuario')
  const id = await enter(app, user, categoriaId, 'x'.repeat(80))
  for (const [nombre, sentence] of [
    ['__proto__', 'Ese nombre no se puede usar.'],
    ['x'.repeat(81), 'Escribe 80 caracteres como máximo.'],
  ] as const) {
    const refused = { status: 400, fields: { nombre: sentence } }
    const entry = { nombre, compania: 'Son', categoriaId, subida: 'una-subida' }
    await expect(user.send(createInscripcion, entry)).rejects.toMatchObject(refused)
    await expect(user.send(updateInscripcion, { id, nombre })).rejects.toMatchObject(refused)
  }
})

test('an imported name over 80 characters stays while other fields are changed', async () => {
  await using app = await startApp()
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0 })
  const categoriaId = categorias[0]?.id ?? ''
  const user = await app.as('usuario')
  const id = await enter(app, user, categoriaId, 'Ana')
  const nombre = 'ñ'.repeat(120)
  await app.deps.db.write((tx) => tx.updateTable('competidores').set({ nombre }).where('id', '=', id).execute())
  await user.send(updateInscripcion, { id, compania: 'Otra' })
  expect((await user.see(misInscripciones))?.inscripciones[0]).toMatchObject({ nombre, compania: 'Otra' })
})
