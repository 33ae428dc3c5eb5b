import { describe, expect, test } from 'vitest'
import { endSesiones, readSesion, signOut } from '#contract/acceso.ts'
import { createJuez, createTokenJuez, revokeTokenJuez } from '#contract/jueces.ts'
import { sweepAcceso } from '../../src/server/acceso/sesiones.ts'
import { startApp } from '../support/app.ts'
import { whoIs } from '../support/cuentas.ts'
import { addJuez, bearer, juezOf, openEnlace } from '../support/jueces.ts'
import { LiveStream } from '../support/stream.ts'

const DAY_MS = 24 * 60 * 60_000
const NOBODY = { role: 'visitante' }

describe('the API token of a judge', () => {
  test('is the judge for the HTTP API, the snapshot, the stream and the music', async () => {
    await using app = await startApp()
    const admin = await app.as('admin')
    const { id } = await addJuez(admin)
    const { token } = await admin.send(createTokenJuez, { id })
    expect((await juezOf(admin, id)).tieneToken).toBe(true)
    expect(await app.visitor.send(readSesion, {}, bearer(token))).toMatchObject({ role: 'juez', id })
    // The origin of the request is its own page: no browser adds such a header by itself.
    const forbidden = app.visitor.send(createJuez, { nombre: 'Zoe' }, bearer(token))
    await expect(forbidden).rejects.toMatchObject({ status: 403 })
    const views = `/api/vistas?views=${encodeURIComponent('categorias')}`
    expect((await app.app.http.inject({ url: views, ...bearer(token) })).json().code).toBe('session.forbidden')
    await using stream = await LiveStream.open(await app.listen(), { views: 'categorias', ...bearer(token) })
    expect(stream.head.status).toBe(403)
    const musica = await app.app.http.inject({ url: '/api/competidores/ninguno/musica', ...bearer(token) })
    expect(musica.json().code).toBe('archivo.missing')
  })

  test('does not expire, and ends when it is replaced or revoked', async () => {
    let now = Date.now()
    await using app = await startApp({ now: () => now })
    const admin = await app.as('admin')
    const { id } = await addJuez(admin)
    const { token: first } = await admin.send(createTokenJuez, { id })
    now += 400 * DAY_MS
    await sweepAcceso(app.deps)
    expect(await app.visitor.send(readSesion, {}, bearer(first))).toMatchObject({ id })

    const again = await app.as('admin')
    const { token: second } = await again.send(createTokenJuez, { id })
    expect(await app.visitor.send(readSesion, {}, bearer(first))).toEqual(NOBODY)
    expect(await app.visitor.send(readSesion, {}, bearer(second))).toMatchObject({ id })
    await again.send(revokeTokenJuez, { id })
    expect(await app.visitor.send(readSesion, {}, bearer(second))).toEqual(NOBODY)
    expect((await juezOf(again, id)).tieneToken).toBe(false)
  })

  test('is refused as a cookie, and a cookie is refused as a token', async () => {
    await using app = await startApp()
    const admin = await app.as('admin')
    const { id, token } = await addJuez(admin)
    const { token: api } = await admin.send(createTokenJuez, { id })
    const cookie = await openEnlace(app, token)
    expect(await whoIs(app, `sesion=${api}`)).toEqual(NOBODY)
    expect(await app.visitor.send(readSesion, {}, bearer(cookie.slice('sesion='.length)))).toEqual(NOBODY)
    // A wrong token does not fall back to the cookie beside it.
    const both = { headers: { cookie: admin.cookie ?? '', authorization: 'Bearer nada' } }
    expect(await app.visitor.send(readSesion, {}, both)).toEqual(NOBODY)
    // A proxy that asks for a password of its own sends another scheme.
    const basic = { headers: { cookie, authorization: 'Basic YTpi' } }
    expect(await app.visitor.send(readSesion, {}, basic)).toMatchObject({ id })
  })

  test('outlives the sign-out of every session of the judge', async () => {
    await using app = await startApp()
    const admin = await app.as('admin')
    const { id, token } = await addJuez(admin)
    const { token: api } = await admin.send(createTokenJuez, { id })
    const cookies = [await openEnlace(app, token), await openEnlace(app, token)]
    await app.visitor.send(endSesiones, {}, { headers: { cookie: cookies[0] ?? '' } })
    for (const cookie of cookies) expect(await whoIs(app, cookie)).toEqual(NOBODY)
    await app.visitor.send(signOut, {}, bearer(api))
    expect(await app.visitor.send(readSesion, {}, bearer(api))).toMatchObject({ id })
  })
})
