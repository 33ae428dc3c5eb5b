import { cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesIn, readEvento, treeIn, type Tree } from '../support/evento.ts'
import { ACTOS_FIJOS, ACTOS_TODOS, Equipo } from '../support/equipo.ts'
import { Npm } from '../support/npm.ts'
import { freePort } from '../support/port.ts'
import { runCommand, startServer } from '../support/server.ts'

const ADMIN = { email: 'organizacion@example.com', password: 'una-clave-larga' }
const ADMIN_ENV = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
/** How many acts each crew does in each part. */
const ACTOS = Number(process.env['ENSAYO_ACTOS'] ?? 60)
const JUECES = ['amparo', 'bruno', 'celia']

/** The event of the fixture with judges who have sent nothing, and screens. */
function aTree(): Tree {
  const juez = { activo: true }
  const jueces = Object.fromEntries(JUECES.map((id) => [id, { ...juez, nombre: `Jurado ${id}` }]))
  const pantallas = ['Foro', 'Lobby', 'Norte'].map((nombre) => ({ nombre, tipo: 'Sala' }))
  return { ...readEvento(), extra: { jueces, pantallas } }
}

/** What an export of an event writes: the text of its tree, and its files. */
async function exportOf(dataDir: string): Promise<readonly [string, Record<string, string>]> {
  const out = mkdtempSync(join(tmpdir(), 'salsa-comandos-'))
  const file = join(out, 'evento.json')
  const { status, output } = await runCommand('src/server/cli/export.ts', [file], { DATA_DIR: dataDir })
  expect(status, output).toBe(0)
  return [readFileSync(file, 'utf8'), filesIn(join(out, 'files'))]
}

test('a crew in a rehearsal changes no byte of the export of the running event, whose own crew works at the same time', async () => {
  const out = mkdtempSync(join(tmpdir(), 'salsa-comandos-'))
  const [folder, gemelo] = [join(out, 'datos'), join(out, 'gemelo')]
  const tree = aTree()
  const files = ['musica/pista-1.mp3', 'musica/pista-2.mp3', 'musica/pista-3.mp3', 'musica/pista-4.mp3']
  const imported = await runCommand('src/server/cli/import.ts', [treeIn(tree, files)], { DATA_DIR: folder })
  expect(imported.status, imported.output).toBe(0)
  cpSync(folder, gemelo, { recursive: true })
  const lugar = { admin: ADMIN, tree, jueces: JUECES, seed: 7 }

  const env = { DATA_DIR: folder, PORT: String(await freePort()), ...ADMIN_ENV }
  await using evento = await startServer(env)
  await using ensayo = new Npm(['run', 'rehearse'], env)
  const url = await ensayo.says(/^Ensayo en (\S+)/m)
  const [real, practica] = await Promise.all([
    Equipo.at({ ...lugar, url: evento.url }),
    Equipo.at({ ...lugar, url, seed: 8 }),
  ])

  // At the same time: the event is as one that never had a rehearsal, after the same acts.
  const [hechos, ensayados] = await Promise.all([real.play(ACTOS, ACTOS_FIJOS), practica.play(ACTOS, ACTOS_FIJOS)])
  {
    await using otro = await startServer({ ...ADMIN_ENV, DATA_DIR: gemelo })
    const solo = await Equipo.at({ ...lugar, url: otro.url })
    expect(await solo.play(ACTOS, ACTOS_FIJOS)).toEqual(hechos)
  }
  expect(await exportOf(folder)).toEqual(await exportOf(gemelo))

  // Then the rehearsal alone, and acts that give new ids or keep the time.
  hechos.push(...(await real.play(ACTOS, ACTOS_TODOS)))
  const antes = await exportOf(folder)
  ensayados.push(...(await practica.play(ACTOS, ACTOS_TODOS)))
  expect(await exportOf(folder)).toEqual(antes)
  expect(await exportOf(`${folder}-ensayo`)).not.toEqual(antes)

  // The rest were refused, as some acts of a crew are.
  for (const done of [hechos, ensayados]) expect(done.length).toBeGreaterThan(ACTOS * 1.6)
})
