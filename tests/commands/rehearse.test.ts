import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
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
    expect(statSync(`${folder}-ensayo`).mode & 0o077).toBe(0)
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

test('a rehearsal changes nothing in the data of an earlier version, and makes none where there is no event', async () => {
  const out = mkdtempSync(join(tmpdir(), 'salsa-comandos-'))
  const folder = join(out, 'datos')
  await run(['run', 'import', '--', EVENTO], { DATA_DIR: folder })
  const migrationsIn = (): unknown[] => {
    using db = new DatabaseSync(join(folder, 'evento.sqlite'))
    return db.prepare('select name from migration').all()
  }
  {
    using db = new DatabaseSync(join(folder, 'evento.sqlite'))
    db.exec(
      `drop table reporte; drop table pantalla; drop table premiacion; delete from migration where name = '0030_pantallas'`,
    )
  }
  const before = migrationsIn()
  const older = await run(['run', 'rehearse'], { DATA_DIR: folder })
  expect([older.status, older.output]).toEqual([1, expect.stringContaining('Los datos son de una versión anterior')])
  expect(migrationsIn()).toEqual(before)
  const none = await run(['run', 'rehearse'], { DATA_DIR: join(out, 'otra') })
  expect([none.status, none.output]).toEqual([1, expect.stringContaining('no hay un evento')])
  expect(readdirSync(out)).toEqual(['datos'])
})

test('a rehearsal says why it does not begin: a store that is away, a folder with the name of the copy that no rehearsal made', async () => {
  const out = mkdtempSync(join(tmpdir(), 'salsa-comandos-'))
  const folder = join(out, 'datos')
  await run(['run', 'import', '--', EVENTO], { DATA_DIR: folder })
  const storage = 's3://clave:secreto@127.0.0.1:1/cubeta?tls=0'
  const away = await run(['run', 'rehearse'], { DATA_DIR: folder, STORAGE_URL: storage })
  const sentence = /^El almacén de archivos no responde\. No arrancó\. Vuelve a intentarlo\.$/m
  expect([away.status, away.output]).toEqual([1, expect.stringMatching(sentence)])
  mkdirSync(`${folder}-ensayo`)
  writeFileSync(join(`${folder}-ensayo`, 'evento.sqlite'), 'otro')
  const { status, output } = await run(['run', 'rehearse'], { DATA_DIR: folder })
  expect([status, output]).toEqual([1, expect.stringContaining(`${folder}-ensayo no es de un ensayo`)])
  expect(readFileSync(join(`${folder}-ensayo`, 'evento.sqlite'), 'utf8')).toBe('otro')
  expect(readdirSync(out).toSorted()).toEqual(['datos', 'datos-ensayo'])
  renameSync(`${folder}-ensayo`, `${folder}-otra`)
  symlinkSync(`${folder}-otra`, `${folder}-ensayo.candado`)
  const linked = await run(['run', 'rehearse'], { DATA_DIR: folder })
  expect([linked.status, linked.output]).toEqual([1, expect.stringContaining('candado no es de un ensayo')])
  expect(readdirSync(`${folder}-otra`)).toEqual(['evento.sqlite'])
  rmSync(`${folder}-ensayo.candado`)
  {
    using db = new DatabaseSync(join(folder, 'evento.sqlite'))
    db.exec('delete from admin')
  }
  // After the last port there is no next one: it takes any.
  await using ensayo = new Npm(['run', 'rehearse', '--', '--play'], { DATA_DIR: folder, PORT: '65535' })
  expect(await ensayo.says(/^Ensayo en (\S+)/m)).toMatch(/^http:\/\/localhost:\d+$/)
  await ensayo.says(/^(El día no avanza solo: el evento no tiene administrador\.)/m)
})
