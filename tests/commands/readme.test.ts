import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Npm } from '../support/npm.ts'
import { freePort } from '../support/port.ts'

const LISTENING = /^Listo en (\S+)/m
const aFolder = (): string => mkdtempSync(join(tmpdir(), 'salsa-comandos-'))
const run = (...[args, env]: ConstructorParameters<typeof Npm>) => new Npm(args, env).ended

test('npm start serves an empty event, and prints nothing but its own sentences', async () => {
  await using start = new Npm(['start'], { DATA_DIR: aFolder(), PORT: '0' })
  const url = await start.says(LISTENING)
  expect(await (await fetch(url)).text()).toContain('<div id="root">')
  const lines = start.output.split('\n').filter((line) => line !== '' && !line.startsWith('> '))
  expect(lines.filter((line) => !/^(?:Instalando|Construyendo|Listo en) /.test(line))).toEqual([])
})

test('npm run demo fills an event; export, import, backup and restore carry it to other folders', async () => {
  const [first, second, third, out] = [aFolder(), aFolder(), aFolder(), aFolder()]
  {
    await using demo = new Npm(['run', 'demo'], { DATA_DIR: first, PORT: '0' })
    await demo.says(LISTENING)
  }
  const carried = [
    await run(['run', 'export', '--', join(out, 'uno.json')], { DATA_DIR: first }),
    await run(['run', 'import', '--', join(out, 'uno.json')], { DATA_DIR: second }),
    await run(['run', 'backup', '--', join(out, 'respaldo')], { DATA_DIR: second }),
    await run(['run', 'restore', '--', join(out, 'respaldo')], { DATA_DIR: third }),
    await run(['run', 'export', '--', join(out, 'dos.json')], { DATA_DIR: third }),
  ]
  for (const { status, output } of carried) expect(status, output).toBe(0)
  expect(readFileSync(join(out, 'dos.json'), 'utf8')).toBe(readFileSync(join(out, 'uno.json'), 'utf8'))
})

test('npm run dev serves the screens and, through them, the endpoints', async () => {
  const port = String(await freePort())
  await using dev = new Npm(['run', 'dev'], { DATA_DIR: aFolder(), PORT: port, NO_COLOR: '1' })
  await dev.says(LISTENING)
  const url = await dev.says(/Local:\s+(http\S+)/)
  expect(await (await fetch(url)).text()).toContain('main.tsx')
  const described = await fetch(new URL('/api/openapi.json', url))
  // Read to its end: an unread answer fails in a later test, when its server ends.
  expect(await described.json()).toMatchObject({ openapi: expect.any(String) })
})

test('npm run check runs the steps that it is given, and fails with a step that fails', async () => {
  const good = await run(['run', 'check', '--', 'formato'])
  expect([good.status, good.output]).toEqual([0, expect.stringMatching(/pasó\s+formato/)])
  const wrong = await run(['run', 'check', '--', 'inventado'])
  expect([wrong.status, wrong.output]).toEqual([1, expect.stringContaining('inventado')])
})
