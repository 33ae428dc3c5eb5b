import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { loadConfigFromFile } from 'vite'
import { expect, test } from 'vitest'
import { root } from '../scripts/run.ts'

interface Stamps {
  readonly installIsFresh: (root: string, wanted: { readonly dev: boolean }) => boolean
  readonly webSources: (root: string) => readonly string[]
}
const { installIsFresh, webSources }: Stamps = await import(
  String(new URL('../scripts/prepare/stamps.mjs', import.meta.url))
)

test('a change of any file that the build runs asks for a new build', async () => {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, undefined, root)
  const known = webSources(root).map((file) => relative(root, file))
  const read = loaded?.dependencies
    .map((file) => relative(root, file))
    .filter((file) => !file.startsWith('node_modules'))
  expect(read).toContain('scripts/first-paint/page.ts')
  expect(known).toEqual(expect.arrayContaining(read ?? []))
})

/** The packages of the lock file that `npm ci` has installed: those that pass. */
function installOf(keep: (path: string, one: Locked) => boolean): string {
  const folder = mkdtempSync(join(tmpdir(), 'instalado-'))
  mkdirSync(join(folder, 'node_modules'))
  copyFileSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'))
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  const kept = Object.entries(packages).filter(([path, one]) => path !== '' && keep(path, one))
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: Object.fromEntries(kept) }))
  return folder
}

interface Locked {
  readonly version: string
  readonly dev?: boolean
  readonly optional?: boolean
}

test('a start does not need the packages of the tests, and accepts them', () => {
  const served = installOf((_, { dev }) => !dev)
  expect([false, true].map((dev) => installIsFresh(served, { dev }))).toEqual([true, false])
  const all = installOf(() => true)
  expect([false, true].map((dev) => installIsFresh(all, { dev }))).toEqual([true, true])
})

test('a missing package of the product asks for an install, one for another system does not', () => {
  expect(
    installIsFresh(
      installOf((path) => path !== 'node_modules/fastify'),
      { dev: false },
    ),
  ).toBe(false)
  expect(
    installIsFresh(
      installOf((_, { optional }) => !optional),
      { dev: true },
    ),
  ).toBe(true)
})
