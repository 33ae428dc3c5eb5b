import { expect, test } from 'vitest'
import { categorias, updateCategoria, createCategoria, deleteCategoria, setCriterios } from '#contract/categorias.ts'
import type { Dia } from '#domain/dia.ts'
import { startApp, type Client } from '../support/app.ts'
import { sweepOrphans } from '../support/sweep.ts'
import { aCategoria, aCompetidor, seedDia } from '../support/builders.ts'

async function names(admin: Client, dia: Dia | null): Promise<unknown> {
  const screen = await admin.see(categorias)
  return screen?.categorias
    .filter((categoria) => categoria.dia === dia)
    .map(({ orden, nombre }) => `${orden} ${nombre}`)
}

test('a new category goes last in its day, with its name trimmed; the same name on that day is refused, in any case', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const add = (nombre: string, dia: Dia = 'jueves') => admin.send(createCategoria, { nombre, dia })
  await add('Salsa Élite')
  await add('  Bachata ')
  await add('Salsa Élite', 'viernes')

  await expect(add(' SALSA ÉLITE ')).rejects.toMatchObject({
    status: 409,
    code: 'categoria.duplicate',
    message: 'La categoría ya existe para este día.',
  })
  await expect(add('  ')).rejects.toMatchObject({ status: 400 })
  // No tree can contain it.
  const refused = { status: 400, fields: { nombre: 'Ese nombre no se puede usar.' } }
  await expect(add(' __PROTO__ ')).rejects.toMatchObject(refused)
  expect(await names(admin, 'jueves')).toEqual(['1 Salsa Élite', '2 Bachata'])
  expect(await names(admin, 'viernes')).toEqual(['1 Salsa Élite'])
})

test('deleting a category deletes its entries, their marks and their music, and renumbers the day', async () => {
  await using app = await startApp()
  const { categorias: made } = await seedDia(app, 'jueves', { A: 2, B: 1, C: 1 })
  const [a, b] = made
  const { Readable } = await import('node:stream')
  await app.deps.files.put('musica/suya.mp3', Readable.from(['x']))
  await app.deps.files.put('musica/de_dos.mp3', Readable.from(['x']))
  const entry = (categoriaId: string, musicaPath: string) => aCompetidor({ categoriaId, musicaPath, orden: 9 })
  const rows = [
    entry(a?.id ?? '', 'musica/suya.mp3'),
    entry(a?.id ?? '', 'musica/de_dos.mp3'),
    entry(b?.id ?? '', 'musica/de_dos.mp3'),
  ]
  await app.deps.db.write((tx) => tx.insertInto('competidores').values(rows).execute())
  const admin = await app.as('admin')

  await admin.send(deleteCategoria, { id: a?.id ?? '' })

  expect(await names(admin, 'jueves')).toEqual(['1 B', '2 C'])
  await sweepOrphans(app)
  expect(await app.deps.files.list('musica')).toEqual(['musica/de_dos.mp3'])
  await admin.send(deleteCategoria, { id: b?.id ?? '' })
  await sweepOrphans(app)
  expect(await app.deps.files.list('musica')).toEqual([])
})

test('an imported category without day gets a day, as its last category, unless its name is taken there', async () => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Salsa: 1 })
  const lost = aCategoria({ dia: null, nombre: 'salsa', orden: 1 })
  await app.deps.db.write((tx) => tx.insertInto('categorias').values(lost).execute())
  const admin = await app.as('admin')

  await expect(admin.send(updateCategoria, { id: lost.id, dia: 'jueves', nombre: 'salsa' })).rejects.toMatchObject({
    code: 'categoria.duplicate',
  })
  await admin.send(updateCategoria, { id: lost.id, dia: 'jueves', nombre: 'Salsa 2' })

  expect(await names(admin, 'jueves')).toEqual(['1 Salsa', '2 Salsa 2'])
})

test('criteria follow the name until the administrator sets them', async () => {
  await using app = await startApp()
  const { categorias: made } = await seedDia(app, 'jueves', { 'Rueda de Casino': 1 })
  const admin = await app.as('admin')
  const criterios = async () => {
    const [one] = (await admin.see(categorias))?.categorias ?? []
    return [one?.criterios, one?.tipoCriterios, one?.inscritos]
  }
  expect(await criterios()).toEqual([null, 'casino', 1])
  await admin.send(setCriterios, { id: made[0]?.id ?? '', criterios: 'showcase' })
  expect(await criterios()).toEqual(['showcase', 'showcase', 1])
  await admin.send(setCriterios, { id: made[0]?.id ?? '', criterios: 'automatico' })
  expect(await criterios()).toEqual([null, 'casino', 1])
})
