import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EVENTO } from '../support/evento.ts'
import { Npm } from '../support/npm.ts'
import { freePort } from '../support/port.ts'

const ADMIN = { ADMIN_EMAIL: 'rosa@example.com', ADMIN_PASSWORD: 'una-clave-larga' }
const run = (...[args, env]: ConstructorParameters<typeof Npm>) => new Npm(args, env).ended

test('npm run rehearse serves a copy that keeps passwords and gives new links, and leaves the event as it was', async () => {
  const out = mkdtempSync(join(tmpdir(), 'salsa-comandos-'))
  const folder = join(out, 'datos')
  const env = { DATA_DIR: folder, PORT: String(await freePort()), ...ADMIN }
  await run(['run', 'import', '--', EVENTO], env)
  {
    await using start = new Npm(['start'], env)
    await start.says(/^Listo en (\S+)/m)
    await run(['run', 'export', '--', join(out, 'antes.json')], env)
    await using ensayo = new Npm(['run', 'rehearse', '--', '--play'], env)
    const url = await ensayo.says(/^Ensayo en (\S+)/m)
    expect(await (await fetch(url)).text()).toContain('Ensayo: nada de lo que hagas aquí cuenta.')
    const second = await run(['run', 'rehearse'], env)
    expect([second.status, second.output]).toEqual([1, expect.stringContaining(`Ya hay un ensayo en ${url}.`)])
    const signedIn = await fetch(`${url}/api/sesion`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }),
    })
    expect([signedIn.status, signedIn.headers.get('set-cookie')]).toEqual([
      200,
      expect.stringMatching(/^ensayo-sesion=/),
    ])
    await signedIn.text()
    await run(['run', 'export', '--', join(out, 'despues.json')], env)
  }
  expect(readFileSync(join(out, 'despues.json'), 'utf8')).toBe(readFileSync(join(out, 'antes.json'), 'utf8'))
  expect(existsSync(`${folder}-ensayo`)).toBe(false)
})
