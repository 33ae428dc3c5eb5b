import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { startApp, type Client } from '../support/app.ts'
import { aCompetidor, seedDia } from '../support/builders.ts'

test('a track is played in ranges by its owner and the administrator, and is not there for anybody else', async () => {
  await using app = await startApp()
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0 })
  const [owner, other, admin] = [await app.as('usuario'), await app.as('usuario'), await app.as('admin')]
  await app.deps.files.put('musica/a.mp3', Readable.from(['0123456789']))
  const entry = aCompetidor({ categoriaId: categorias[0]?.id ?? '', usuarioId: owner.id, musicaPath: 'musica/a.mp3' })
  await app.deps.db.write((tx) => tx.insertInto('competidores').values(entry).execute())
  const listen = (who: Client, range?: string) =>
    app.app.http.inject({
      url: `/api/competidores/${entry.id}/musica`,
      headers: { ...(who.cookie && { cookie: who.cookie }), ...(range && { range }) },
    })

  const part = await listen(owner, 'bytes=2-4')
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
  expect((await listen(admin)).body).toBe('0123456789')
  expect((await listen(admin, 'bytes=99-')).statusCode).toBe(416)
  expect((await listen(other)).statusCode).toBe(404)
  expect((await listen(app.visitor)).statusCode).toBe(401)
})
