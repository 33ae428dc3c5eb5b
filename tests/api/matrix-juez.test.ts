import { describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { createTokenJuez, renewEnlaceJuez } from '#contract/jueces.ts'
import type { Role } from '#domain/role.ts'
import { endpointsOf } from '../../src/server/http/route.ts'
import { readEnv } from '../../src/server/env.ts'
import { views } from '../../src/server/registry.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { bearer } from '../support/jueces.ts'
import { aMundo } from '../support/mundo.ts'
import { keyOf, peticionesOf, urlOf } from '../support/peticiones.ts'

type Headers = Readonly<Record<string, string>>

/** The judges of the matrix, each with a fresh session. None of them is the judge that the requests name. */
const JUECES: Readonly<Record<string, (app: TestApp) => Promise<Headers>>> = {
  juez: async (app) => ({ cookie: (await app.as('juez')).cookie ?? '' }),
  principal: async (app) => ({ cookie: (await app.as('juez', { principal: 1 })).cookie ?? '' }),
  token: async (app) => {
    const { id } = await app.as('juez')
    return bearer((await (await app.as('admin')).send(createTokenJuez, { id })).token).headers
  },
  // The session is still there: as when two acts cross.
  desactivado: async (app) => {
    const { id, cookie = '' } = await app.as('juez')
    await app.deps.db.write((tx) => tx.updateTable('jueces').set({ activo: 0 }).where('id', '=', id).execute())
    return { cookie }
  },
  enlaceViejo: async (app) => {
    const { id, cookie = '' } = await app.as('juez')
    await (await app.as('admin')).send(renewEnlaceJuez, { id })
    return { cookie }
  },
}
const ENDED: readonly string[] = ['desactivado', 'enlaceViejo']

/** The acts of a head judge. */
const PRINCIPAL: readonly string[] = [
  'POST /api/calificaciones/:competidorId/:juezId/reabrir',
  'POST /api/tardias/:id/aceptar',
  'POST /api/tardias/:id/descartar',
  'POST /api/categorias/:id/cierre',
  'DELETE /api/categorias/:id/cierre',
  'POST /api/categorias/:id/empate',
]

/** The refusal for the session; '' when the request is let in. */
function expected(quien: string, name: string, roles: readonly Role[]): string {
  if (ENDED.includes(quien)) return roles.includes('visitante') ? '' : 'session.required'
  if (!roles.includes('juez')) return 'session.forbidden'
  return PRINCIPAL.includes(name) && quien !== 'principal' ? 'session.forbidden' : ''
}

describe.each(Object.keys(JUECES))('%s', (quien) => {
  test('is let in or refused by every endpoint as the roles say', async () => {
    await using app = await startApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@b.mx' } })
    const mundo = await aMundo(app)
    const image = await sharp({ create: { width: 9, height: 6, channels: 3, background: '#b0136b' } })
      .png()
      .toBuffer()
    const peticiones = peticionesOf(mundo, 'otra', image)
    const seen: Record<string, string> = {}
    const wanted: Record<string, string> = {}
    for (const { method, path, roles } of endpointsOf(app.app.http)) {
      const name = `${method} ${path}`
      const peticion = peticiones[name]
      if (!peticion || path === '/api/live') continue
      const headers = { ...peticion.headers, ...(await JUECES[quien]?.(app)) }
      const { payload } = peticion
      const url = urlOf(path, peticion)
      const answer = await app.app.http.inject({ method, url, headers, ...(payload && { payload }) })
      seen[name] = refusalOf(answer.statusCode, answer.body)
      wanted[name] = expected(quien, name, roles)
    }
    expect(seen).toEqual(wanted)
  })

  test('is shown the views of the role, and no other', async () => {
    await using app = await startApp()
    const headers = (await JUECES[quien]?.(app)) ?? {}
    for (const { view } of views(readEnv({}))) {
      const key = keyOf(view.name, { uid: 'x', categoriaId: 'x', competidorId: 'x', enlace: 'x' })
      const answer = await app.app.http.inject({ url: `/api/vistas?views=${encodeURIComponent(key)}`, headers })
      expect([view.name, refusalOf(answer.statusCode, answer.body)]).toEqual([
        view.name,
        expected(quien, view.name, view.roles),
      ])
    }
  })
})

function refusalOf(status: number, body: string): string {
  if (status !== 401 && status !== 403) return ''
  // The answer to HEAD has no body.
  if (body === '') return status === 401 ? 'session.required' : 'session.forbidden'
  return (JSON.parse(body) as { code: string }).code
}
