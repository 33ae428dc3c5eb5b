import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { violationsOf } from './support/rooms.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

test('the imports of src follow the rules of the rooms', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join('src', path))
  expect(sources.length).toBeGreaterThan(0)

  expect(violationsOf(new Map(sources.map((path) => [path, readFileSync(join(root, path), 'utf8')])))).toEqual([])
})

/** file, what it says, the rule it breaks */
const PLANTED: readonly (readonly [file: string, source: string, rule: string])[] = [
  ['src/domain/dia.ts', "import { z } from 'zod'", 'domain imports nothing'],
  ['src/domain/dia.ts', "import { readFile } from 'node:fs/promises'", 'domain imports nothing'],
  ['src/domain/dia.ts', "import type { Change } from '#contract/change.ts'", 'domain imports nothing'],
  ['src/domain/dia.ts', "import { Role } from '#domain/actor.ts'", 'inside a room by relative path'],
  ['src/domain/dia.ts', "export let page: import('../web/main.tsx').Page", 'domain imports nothing'],
  ['src/domain/dia.test.ts', "import { startApp } from '../../tests/support/app.ts'", 'nothing outside of src'],
  ['src/web/live/feed.ts', "import { aFeed } from '../../../tests/support/aFeed.ts'", 'nothing outside of src'],
  ['src/contract/live.ts', "import { sql } from 'kysely'", 'contract knows domain and zod only'],
  ['src/contract/live.ts', "import type { Deps } from '../server/deps.ts'", 'contract knows domain and zod only'],
  ['src/contract/live.ts', "import { DIAS } from '../domain/dia.ts'", 'between rooms by #domain/ and #contract/ only'],
  ['src/server/app.ts', "import { paths } from '../web/paths.ts'", 'server and web never meet'],
  ['src/server/app.ts', "import { createElement } from 'react'", 'server and web never meet'],
  ['src/server/app.ts', "import x = require('react')", 'server and web never meet'],
  ['src/server/app.ts', "const x = require('react-dom/server')", 'server and web never meet'],
  ['src/web/api/session.ts', "import type { Deps } from '../../server/deps.ts'", 'server and web never meet'],
  [
    'src/web/api/session.ts',
    "export type { FastifyInstance } from 'fastify'\nexport const a = 1",
    'server and web never meet',
  ],
  ['src/web/api/session.ts', "const url = await import('node:url')", 'no node: in web'],
  ['src/web/horario/Tabla.tsx', "import { z } from 'zod/mini'", 'in web, zod stands in api only'],
  ['src/web/horario/Tabla.tsx', "import { Fila } from '../competidores/Fila.tsx'", 'no arrow runs back up'],
  ['src/web/juez/Tabla.tsx', "import { Fila } from '../jueces/Fila.tsx'", 'two subjects of one floor never meet'],
  ['src/web/horario/Tabla.tsx', "import { App } from '../app/App.tsx'", 'no arrow runs back up'],
  ['src/web/parts/DiaSelect.tsx', "export * from '../horario/Tabla.tsx'\nexport const a = 1", 'no arrow runs back up'],
  ['src/web/live/feed.ts', "const part = import('../parts/DiaSelect.tsx')", 'no arrow runs back up'],
  ['src/web/ui/Button.tsx', "import { feed } from '../live/feed.ts'", 'ui knows nothing but itself'],
  ['src/web/ui/Button.tsx', "import { Tabla } from '../horario/Tabla.tsx'", 'no arrow runs back up'],
  ['src/web/app/App.tsx', "import '../main.tsx'", 'no arrow runs back up'],
  ['src/server/db/open.ts', "import type { Deps } from '../deps.ts'", 'no arrow runs back up'],
  ['src/server/env.ts', "import { hub } from './live/hub.ts'", 'no arrow runs back up'],
  ['src/server/http/route.ts', "import { create } from '../categorias/commands.ts'", 'no arrow runs back up'],
  ['src/server/live/hub.ts', "import { registry } from '../registry.ts'", 'no arrow runs back up'],
  ['src/server/registry.ts', "import '../server/main.ts'", 'no arrow runs back up'],
  ['src/server/queue.ts', "import type { Env } from './env.ts'", 'no arrow runs back up'],
  ['src/server/categorias/commands.ts', "import { find } from '../inscripciones/store.ts'", 'no arrow runs back up'],
  ['src/server/dinero/store.ts', "import type { Tx } from '../db/database.ts'", 'every unit of the server has a floor'],
  [
    'src/server/categorias/commands.ts',
    "import { move } from '../horario/commands.ts'",
    'of another subject, never its commands, routes or views',
  ],
  [
    'src/server/categorias/routes.ts',
    "import { list } from '../horario/store.ts'",
    'of another subject, never its commands, routes or views',
  ],
  ['src/server/horario/routes.ts', "import { list } from './store.ts'", 'routes → commands → store, views → store'],
  ['src/server/horario/commands.ts', "import { vista } from './views.ts'", 'routes → commands → store, views → store'],
  ['src/server/horario/views.ts', "import { move } from './commands.ts'", 'routes → commands → store, views → store'],
  ['src/server/horario/store.ts', "import { move } from './commands.ts'", 'routes → commands → store, views → store'],
  ['src/server/files/store.ts', 'const driver = await import(`./${name}.ts`)', 'an address put together at run time'],
  ['src/web/ui/index.ts', 'export const a = 1', 'no barrels'],
  ['src/web/ui/kit.ts', "export { Button } from './Button.tsx'\nexport * from './Table.tsx'", 'no barrels'],
  ['src/domain/utils.ts', 'export const a = 1', 'a name that says nothing'],
  ['src/server/http/session-manager.ts', 'export const a = 1', 'a name that says nothing'],
  ['src/server/common/log.ts', 'export const a = 1', 'a name that says nothing'],
  ['src/shared/log.ts', 'export const a = 1', 'no such room'],
]

test.each(PLANTED)('%s: %s is reported', (file, source, rule) => {
  expect(violationsOf(new Map([[file, source]])).map((violation) => violation.rule)).toEqual([rule])
})

const ALLOWED: readonly (readonly [file: string, source: string])[] = [
  ['src/domain/orden.test.ts', "import { expect } from 'vitest'\nimport { move } from './orden.ts'"],
  ['src/contract/acceso.ts', "import { z } from 'zod/mini'\nimport { DIAS } from '#domain/dia.ts'"],
  [
    'src/server/categorias/commands.ts',
    "import * as horario from '../horario/store.ts'\nimport * as s from './store.ts'",
  ],
  [
    'src/server/cli/import.ts',
    "import { importAll } from '../categorias/commands.ts'\nimport { readEnv } from '../env.ts'",
  ],
  ['src/server/main.ts', "import { buildApp } from './app.ts'\nimport { join } from 'node:path'"],
  ['src/web/app/routes.tsx', "const Page = lazy(() => import('../horario/HorarioPage.tsx'))"],
  ['src/web/main.tsx', "import './styles.css'\nimport { App } from './app/App.tsx'"],
]

test.each(ALLOWED)('%s: %s is allowed', (file, source) => {
  expect(violationsOf(new Map([[file, source]]))).toEqual([])
})

describe('the tools that keep the domain pure, on a copy with a planted fault', () => {
  const copy = mkdtempSync(join(tmpdir(), 'planted-'))
  afterAll(() => rmSync(copy, { recursive: true, force: true }))
  for (const path of [
    'tsconfig.json',
    'tsconfig.domain.json',
    '.oxlintrc.json',
    'scripts/lint/house.ts',
    'package.json',
  ]) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path))
  }

  function plant(name: string, source: string): string {
    const file = join(copy, 'src/domain', name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, source)
    return file
  }

  test('fetch and process do not exist for the domain', async () => {
    plant('harmless.ts', 'export const uno: number = [1].at(0) ?? 1\n')
    expect(await outputOf('tsc', ['-p', 'tsconfig.domain.json'])).toBe('')

    plant('reach.ts', "export const a = fetch('/')\nexport const b = process.env\n")
    const said = await outputOf('tsc', ['-p', 'tsconfig.domain.json'])
    expect(said).toMatch(/reach\.ts\(1,.*'fetch'/)
    expect(said).toMatch(/reach\.ts\(2,.*'process'/)
  })

  test('lint refuses a clock, chance, waiting and types in a circle in the domain, and nothing else', async () => {
    const clock = 'The domain has no clock'
    const told: Readonly<Record<string, readonly [source: string, fault: string]>> = {
      'now.ts': ['export const ahora = (): number => Date.now()\n', "'Date.now' is restricted"],
      'new.ts': ['export const ahora = (): Date => new Date()\n', clock],
      'call.ts': ['export const ahora = (): string => Date()\n', clock],
      'chance.ts': ['export const azar = (): number => Math.random()\n', "'Math.random' is restricted"],
      'wait.ts': [
        'export async function espera(tarea: Promise<number>): Promise<number> {\n  return await tarea\n}\n',
        'The domain never waits',
      ],
      'uno.ts': [
        "import type { Dos } from './dos.ts'\nexport interface Uno {\n  readonly dos?: Dos\n}\n",
        'Dependency cycle',
      ],
      'dos.ts': [
        "import type { Uno } from './uno.ts'\nexport interface Dos {\n  readonly uno?: Uno\n}\n",
        'Dependency cycle',
      ],
    }
    const files = Object.entries(told).map(([name, [source]]) => plant(name, source))
    const pure = plant('pure.ts', 'export const dateOf = (now: number): Date => new Date(now)\n')
    const said = await outputOf('oxlint', ['--no-ignore', '--format=unix', ...files, pure])
    for (const [name, [, fault]] of Object.entries(told)) expect(said).toMatch(new RegExp(`/${name}:.*${fault}`))
    expect(said).not.toContain('pure.ts')
  })

  function outputOf(tool: string, args: readonly string[]): Promise<string> {
    return new Promise((resolve) => {
      const env = { ...process.env, NO_COLOR: '1' }
      execFile(join(root, 'node_modules/.bin', tool), [...args], { cwd: copy, env }, (_, out, err) =>
        resolve(out + err),
      )
    })
  }
})
