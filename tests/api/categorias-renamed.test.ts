import { expect, test } from 'vitest'
import { categorias, createRonda, setCriterios, updateCategoria } from '#contract/categorias.ts'
import { closeCategoria } from '#contract/calificaciones.ts'
import { mesa, mesaDeDia } from '#contract/competidores.ts'
import { saveTurno, selectDia, setPublicacion } from '#contract/horario.ts'
import { resultados } from '#contract/views/calificaciones.ts'
import { readBitacora } from '#contract/bitacora.ts'
import { accept } from '../support/acepta.ts'
import { startApp } from '../support/app.ts'
import { seedCalificacion, seedDia } from '../support/builders.ts'
import { compartido, press, schedule } from '../support/repetir.ts'

/** Jueves: Salsa with Ana and Beto, Bachata with Elsa. Viernes: Casino with Hugo. */
async function anEvent() {
  const app = await startApp()
  const jueves = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Beto'], Bachata: ['Elsa'] })
  const viernes = await seedDia(app, 'viernes', { Casino: ['Hugo'] })
  const rows = [jueves, viernes].flatMap((made) => [...made.categorias, ...made.competidores])
  return {
    ...app,
    admin: await app.as('admin'),
    id: (nombre: string) => rows.find((row) => row.nombre === nombre)?.id ?? '',
  }
}

type Escena = Awaited<ReturnType<typeof anEvent>>

async function one({ admin }: Escena, id: string) {
  return (await admin.see(categorias))?.categorias.find((categoria) => categoria.id === id)
}

test('a renamed category keeps its entries, their results and its place', async () => {
  await using escena = await anEvent()
  const { admin, visitor, id } = escena
  await seedCalificacion(escena, id('Ana'), 'Luz', '9.00')
  await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
  await admin.send(updateCategoria, { id: id('Salsa'), nombre: '  Salsa cubana ' })

  expect(await one(escena, id('Salsa'))).toMatchObject({
    nombre: 'Salsa cubana',
    orden: 1,
    inscritos: 2,
    dia: 'jueves',
  })
  const seen = await visitor.see(resultados, { dia: 'jueves' })
  const [salsa] = seen?.categorias ?? []
  expect([salsa?.nombre, salsa?.puestos[0]?.nombre]).toEqual(['Salsa cubana', 'Ana'])
  const { actos } = await admin.send(readBitacora, {})
  expect(actos[0]).toMatchObject({ antes: 'Nombre: Salsa', despues: 'Nombre: Salsa cubana' })
})

test('a category may be renamed to another spelling of its own name, and not to the name of another one of its day', async () => {
  await using escena = await anEvent()
  const { admin, id } = escena
  await admin.send(updateCategoria, { id: id('Salsa'), nombre: 'SALSA' })
  for (const nombre of ['bachata', 'Bachata ', 'BACHATA'])
    await expect(admin.send(updateCategoria, { id: id('Salsa'), nombre })).rejects.toMatchObject({
      message: 'La categoría ya existe para este día.',
    })
  await admin.send(updateCategoria, { id: id('Salsa'), nombre: 'Casino' })
  expect(await one(escena, id('Salsa'))).toMatchObject({ nombre: 'Casino' })
})

test('a type that followed the name is kept when the new name would give another', async () => {
  await using escena = await anEvent()
  const { admin, id } = escena
  await admin.send(updateCategoria, { id: id('Casino'), nombre: 'Rueda de casino' })
  expect(await one(escena, id('Casino'))).toMatchObject({ criterios: null, tipoCriterios: 'casino' })
  await admin.send(updateCategoria, { id: id('Casino'), nombre: 'Rueda' })
  expect(await one(escena, id('Casino'))).toMatchObject({ criterios: 'casino', tipoCriterios: 'casino' })
  await admin.send(setCriterios, { id: id('Salsa'), criterios: 'showcase' })
  await admin.send(updateCategoria, { id: id('Salsa'), nombre: 'Casino libre' })
  expect(await one(escena, id('Salsa'))).toMatchObject({ criterios: 'showcase' })
})

test('the shared record follows the new name of the category that has the turn', async () => {
  await using escena = await anEvent()
  const { admin, id } = escena
  await admin.send(saveTurno, { selectedRow: 2 })
  await admin.send(updateCategoria, { id: id('Bachata'), nombre: 'Mambo' })
  expect(await compartido(escena)).toEqual({ nCategoria: 'Salsa', nCompetidor: 'Beto' })
  await admin.send(updateCategoria, { id: id('Salsa'), nombre: 'Son' })
  expect(await compartido(escena)).toEqual({ nCategoria: 'Son', nCompetidor: 'Beto' })
})

test('the rounds of a renamed category say its new name', async () => {
  await using escena = await anEvent()
  const { admin, id } = escena
  await seedCalificacion(escena, id('Hugo'), 'Luz', '9.00')
  await admin.send(closeCategoria, { id: id('Casino'), decision: 'Basta' })
  const ronda = { nombre: 'Final', dia: 'sábado', pasan: 1, orden: 'sorteo' } as const
  const { id: rondaId } = await admin.send(createRonda, { id: id('Casino'), ...ronda })
  await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
  await escena.deps.db.write((tx) => tx.deleteFrom('cierre').execute())
  await admin.send(updateCategoria, { id: id('Casino'), nombre: 'Casino libre' })
  await admin.send(updateCategoria, { id: rondaId, nombre: 'Gran final' })

  const [gran] = (await admin.see(resultados, { dia: 'sábado' }))?.categorias ?? []
  expect(gran).toMatchObject({ nombre: 'Gran final', vieneDe: 'Casino libre' })
})

test('a category moves to the end of another day with its entries, and both days are numbered again', async () => {
  await using escena = await anEvent()
  const { admin, id } = escena
  await admin.send(updateCategoria, { id: id('Salsa'), dia: 'viernes' })

  const desk = (dia: 'jueves' | 'viernes') => admin.see(mesaDeDia, { dia })
  const titles = async (dia: 'jueves' | 'viernes') =>
    (await desk(dia))?.categorias.map(({ orden, nombre, competidores }) => [orden, nombre, competidores.length])
  expect(await titles('jueves')).toEqual([[1, 'Bachata', 1]])
  expect(await titles('viernes')).toEqual([
    [1, 'Casino', 1],
    [2, 'Salsa', 2],
  ])
  const { actos } = await admin.send(readBitacora, {})
  expect(actos.filter(({ que }) => que === 'Categoría Salsa')).toMatchObject([
    { antes: 'Día: Jueves; Orden: 1', despues: 'Día: Viernes; Orden: 2' },
  ])
})

test('a category that has the turn, or whose name the other day has, stays', async () => {
  await using escena = await anEvent()
  const { admin, id } = escena
  await seedDia(escena, 'viernes', { bachata: 1 })
  await expect(admin.send(updateCategoria, { id: id('Bachata'), dia: 'viernes' })).rejects.toMatchObject({
    message: 'La categoría ya existe para este día.',
  })
  await admin.send(saveTurno, { selectedRow: 1 })
  await expect(admin.send(updateCategoria, { id: id('Salsa'), dia: 'viernes' })).rejects.toMatchObject({
    message: 'Tiene el turno de su día: pasa el turno primero.',
  })
  expect(await one(escena, id('Salsa'))).toMatchObject({ dia: 'jueves', orden: 1 })
})

test('entries that danced and move to another day wait there, once the administrator accepts it', async () => {
  await using escena = await anEvent()
  const { admin, id } = escena
  for (let n = 0; n < 3; n += 1) await press(admin, 'siguiente')
  const { preguntas } = await accept(admin, updateCategoria, { id: id('Salsa'), dia: 'viernes' })
  expect(preguntas).toEqual(['Volverían a esperar: Ana, Beto.'])
  expect(await schedule(escena)).toBe('Elsa C')
  await admin.send(selectDia, { dia: 'viernes' })
  expect(await schedule(escena)).toBe('Hugo E, Ana E, Beto E')
})

test('a day that has ended goes on with the category that moves to it', async () => {
  await using escena = await anEvent()
  const { admin, id } = escena
  await admin.send(selectDia, { dia: 'viernes' })
  await admin.send(saveTurno, { selectedRow: 1 })
  await admin.send(saveTurno, { selectedRow: 2 })
  expect(await schedule(escena)).toBe('Hugo F')
  await admin.send(updateCategoria, { id: id('Salsa'), dia: 'viernes' })
  expect(await schedule(escena)).toBe('Hugo F, Ana E, Beto E')
  expect((await admin.see(mesa))?.sinTurno).toEqual([])
  await press(admin, 'siguiente')
  expect(await schedule(escena)).toBe('Hugo F, Ana C, Beto E')
})
