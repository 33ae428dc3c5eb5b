import { expect, test } from 'vitest'
import { deleteCompetidor } from '#contract/competidores.ts'
import { reopenCalificacion } from '#contract/calificaciones.ts'
import {
  createInscripcion,
  deleteInscripcion,
  misInscripciones,
  updateInscripcion,
  type MisInscripciones,
} from '#contract/inscripciones.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { seedCalificacion, seedDia } from '../support/builders.ts'
import { send, storedMarcas } from '../support/marcas.ts'
import { repeat } from '../support/repetir.ts'
import { upload } from '../support/tus.ts'

const REFUSED = {
  status: 409,
  code: 'inscripcion.marked',
  message: 'Ya tiene calificaciones. Habla con la organización.',
}

/** A competitor with an entry in `Salsa`. */
async function aScene(app: TestApp) {
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0, Son: 0 })
  const [salsa = '', son = ''] = categorias.map(({ id }) => id)
  const dueña = await app.as('usuario')
  const datos = { nombre: 'Ana y Luis', compania: 'Son', categoriaId: salsa, subida: await upload(app, dueña) }
  return { dueña, salsa, son, id: (await dueña.send(createInscripcion, datos)).id }
}

const own = async (who: Client): Promise<MisInscripciones['inscripciones']> =>
  (await who.see(misInscripciones))?.inscripciones ?? []

test.each<[string, (app: TestApp, id: string) => Promise<unknown>]>([
  ['a sent mark', async (app, id) => send(await app.as('juez'), id, '8')],
  ['an imported mark', (app, id) => seedCalificacion(app, id, 'Juez de antes', '50')],
  [
    'a reopened mark',
    async (app, id) => {
      const juez = await app.as('juez')
      await send(juez, id, '8')
      const motivo = 'Se equivocó'
      await (await app.as('admin')).send(reopenCalificacion, { competidorId: id, juezId: juez.id, motivo })
    },
  ],
  [
    'a mark of an annulled attempt',
    async (app, id) => {
      await send(await app.as('juez'), id, '8')
      await repeat(await app.as('admin'), id)
    },
  ],
])('the owner of an entry with %s may not move or delete it, the administrator may', async (_what, mark) => {
  await using app = await startApp()
  const { dueña, id, salsa, son } = await aScene(app)
  // The form was opened before the mark was sent.
  const [{ version } = { version: '' }] = await own(dueña)
  await mark(app, id)
  const tracks = await app.deps.files.list('musica')

  await expect(dueña.send(updateInscripcion, { id, version, categoriaId: son })).rejects.toMatchObject(REFUSED)
  await expect(dueña.send(deleteInscripcion, { id })).rejects.toMatchObject(REFUSED)
  expect(await own(dueña)).toMatchObject([{ id, categoriaId: salsa, version }])
  expect(await app.deps.files.list('musica')).toEqual(tracks)

  await dueña.send(updateInscripcion, { id, version, nombre: 'Ana y Leo', categoriaId: salsa })
  const admin = await app.as('admin')
  await admin.send(updateInscripcion, { id, categoriaId: son })
  expect(await own(dueña)).toMatchObject([{ nombre: 'Ana y Leo', categoriaId: son }])
  await admin.send(deleteCompetidor, { id })
  expect(await own(dueña)).toEqual([])
})

test('of a deletion by the owner and a mark that are sent together, the mark is never lost', async () => {
  await using app = await startApp()
  const { dueña, id } = await aScene(app)
  const juez = await app.as('juez')
  const [mark, deletion] = await Promise.allSettled([send(juez, id, '8'), dueña.send(deleteInscripcion, { id })])
  const isMarked = mark.status === 'fulfilled' && mark.value.estado === 'enviada'
  expect(deletion.status).toBe(isMarked ? 'rejected' : 'fulfilled')
  expect(Object.keys(await storedMarcas(app, id))).toHaveLength(isMarked ? 1 : 0)
})
