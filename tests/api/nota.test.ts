import { expect, test } from 'vitest'
import { closeCategoria } from '#contract/calificaciones.ts'
import { addSiguiente, createRonda } from '#contract/categorias.ts'
import { closeOrden } from '#contract/competidores.ts'
import { setPublicacion } from '#contract/horario.ts'
import { misInscripciones, updateInscripcion } from '#contract/inscripciones.ts'
import { readBitacora } from '#contract/bitacora.ts'
import { horario } from '#contract/views/horario.ts'
import { INTERRUPTORES } from '#domain/ajustes.ts'
import { transact } from '../../src/server/work.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { aCompetidor, seedCalificacion, seedDia } from '../support/builders.ts'
import { load, readTreeAt, treeIn, unload } from '../support/evento.ts'
import { anEvent, answersTo, openStreams, settle } from '../support/secreto.ts'
import { LiveStream } from '../support/stream.ts'

/** A text that nothing else holds. */
const NOTA = 'Nota-8317-del-locutor'

async function plantNotas(app: TestApp, usuarioId: string): Promise<void> {
  await transact(app.deps, { actor: { role: 'visitante' } }, async (work) => {
    await work.tx.updateTable('competidores').set({ usuarioId, nota: NOTA }).execute()
    work.changed({ kind: 'todo' })
  })
}

const notasOf = async (client: Client) =>
  (await client.see(misInscripciones))?.inscripciones.map(({ nombre, nota }) => [nombre, nota])

test('no byte of a note reaches visitors, other competitors or judges; its owner and the administrator read it', async () => {
  await using event = await anEvent()
  const { app, admin, origin, ids } = event
  const dueña = await app.as('usuario')
  await plantNotas(app, dueña.id)
  for (const campo of INTERRUPTORES) await admin.send(setPublicacion, { campo, valor: true })
  const [otra, juez, principal] = [
    await app.as('usuario'),
    await app.as('juez'),
    await app.as('juez', { principal: 1 }),
  ]
  const cookies = [undefined, otra.cookie, juez.cookie, principal.cookie]
  const streams = await openStreams(event, cookies)
  const open = (views: string, cookie: string | undefined) =>
    LiveStream.open(origin, { views: `portada,${views}`, cookie })
  streams.push(await open('misInscripciones', otra.cookie), await open('juez', juez.cookie))
  streams.push(await open('juez,jurado,tardias', principal.cookie))

  for (const [at, id] of ids.competidores.entries())
    await admin.send(updateInscripcion, { id, nombre: `Otra ${at}`, nota: `${NOTA} ${at}` })
  await admin.send(closeOrden, { dia: 'jueves' })
  await settle(app, streams)

  for (const cookie of cookies) {
    const more = ['juez', 'jurado', 'tardias', 'misInscripciones', 'mesaDeDia?dia=jueves']
    for await (const answer of answersTo({ ...event, views: [...event.views, ...more] }, cookie))
      for (const bytes of answer) expect(bytes.includes(NOTA)).toBe(false)
  }
  for (const stream of streams) {
    await stream.close()
    expect(stream.bytes.includes(NOTA)).toBe(false)
  }
  expect((await notasOf(dueña))?.[0]?.[1]).toContain(NOTA)
  expect((await notasOf(admin))?.every(([, nota]) => nota?.includes(NOTA))).toBe(true)
  expect(await notasOf(otra)).toEqual([])
})

async function aDay(): Promise<TestApp & { admin: Client; dueña: Client; salsa: string; ids: string[] }> {
  const app = await startApp()
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0 })
  const [admin, dueña] = [await app.as('admin'), await app.as('usuario')]
  const salsa = categorias[0]?.id ?? ''
  const rows = ['Ana', 'Beto'].map((nombre, index) =>
    aCompetidor({ categoriaId: salsa, nombre, orden: index + 1, usuarioId: dueña.id, nota: index === 0 ? NOTA : null }),
  )
  await app.deps.db.write((tx) => tx.insertInto('competidores').values(rows).execute())
  return { ...app, admin, dueña, salsa, ids: rows.map(({ id }) => id) }
}

test('a note is optional, has at most 200 characters, and can be taken back', async () => {
  await using app = await aDay()
  const { dueña, admin } = app
  const [id = ''] = app.ids
  const version = (await dueña.see(misInscripciones))?.inscripciones[0]?.version
  await dueña.send(updateInscripcion, { id, nombre: 'Ana María' })
  expect(await notasOf(dueña)).toEqual([
    ['Ana María', NOTA],
    ['Beto', ''],
  ])
  await dueña.send(updateInscripcion, { id, nota: `  ${'ñ'.repeat(200)} ` })
  await expect(dueña.send(updateInscripcion, { id, nota: 'ñ'.repeat(201) })).rejects.toMatchObject({
    status: 400,
    fields: { nota: 'Escribe una nota de hasta 200 caracteres.' },
  })
  expect((await notasOf(admin))?.[0]).toEqual(['Ana María', 'ñ'.repeat(200)])
  await dueña.send(updateInscripcion, { id, nota: '' })
  expect((await notasOf(dueña))?.[0]).toEqual(['Ana María', ''])
  // A change of the note is a change of the entry: of two pages the second one is told.
  await expect(dueña.send(updateInscripcion, { id, nota: 'Otra', version })).rejects.toMatchObject({
    code: 'inscripcion.changed',
  })
  const { actos } = await admin.send(readBitacora, {})
  expect(actos[0]).toMatchObject({ antes: expect.stringContaining('Nota para el locutor: ñ') })
})

test('a round copies the notes, list and export carry them, and an import names wrong ones', async () => {
  await using app = await aDay()
  const { admin, salsa, ids } = app
  for (const [index, id] of ids.entries()) await seedCalificacion(app, id, 'Amparo', `${50 - index}.00`)
  await admin.send(closeCategoria, { id: salsa, decision: 'Así' })
  const { id: final } = await admin.send(createRonda, {
    id: salsa,
    nombre: 'Final',
    dia: 'viernes',
    pasan: 1,
    orden: 'inverso',
  })
  await admin.send(addSiguiente, { id: final })
  const headers = { cookie: admin.cookie ?? '' }
  const { body } = await app.app.http.inject({ url: '/api/dias/viernes/competidores.csv', headers })
  const [head, ...lines] = body.split('\r\n').map((line) => line.split(',').at(-1))
  expect([head, ...lines]).toEqual(['"Nota"', `"${NOTA}"`, '""', ''])

  const tree = readTreeAt(await unload(app)) as ReturnType<typeof readTreeAt> & {
    extra: { notas: Record<string, string> }
  }
  expect(Object.values(tree.extra.notas)).toEqual([NOTA, NOTA])
  expect(JSON.stringify(tree.competidores)).not.toContain(NOTA)
  expect(JSON.stringify(await app.visitor.see(horario))).not.toContain(NOTA)

  const wrong = treeIn({ ...tree, extra: { ...tree.extra, notas: { nadie: 'Hola', [ids[0] ?? '']: 'x'.repeat(201) } } })
  expect(await load(app, wrong, { replace: true })).toMatchObject({
    faults: [
      { path: `extra/notas/${ids[0]}`, message: 'Debe tener 200 caracteres como máximo.' },
      { path: 'extra/notas/nadie', message: 'No existe ese competidor.' },
    ],
  })
})
