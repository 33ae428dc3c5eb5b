/** `npm run demo`: imports the demo event into an empty data folder, then serves it. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { VISITANTE } from '#domain/actor.ts'
import { makeAdmin } from '../src/server/acceso/enlaces.ts'
import { hashPassword } from '../src/server/acceso/password.ts'
import { ensureCuenta, findAdminByEmail } from '../src/server/acceso/store.ts'
import { runCommand, say, CommandError } from '../src/server/cli/run.ts'
import type { Deps } from '../src/server/deps.ts'
import { siteAddress } from '../src/server/env.ts'
import { importTree, Occupied } from '../src/server/interchange/import.ts'
import type { Source } from '../src/server/interchange/source.ts'
import { transact } from '../src/server/work.ts'
import { demoEvent, type DemoEvent } from './event.ts'
import { judge } from './jurado.ts'
import { makePosters } from './posters.ts'

const ADMIN = { nombre: 'Organización', email: 'organizacion@demo.example' }
/** Public: the demo is not meant for a real event. */
const PASSWORD = 'salsa-fest-demo'

await runCommand(() => undefined, fill)
if (process.exitCode === undefined) await import('../src/server/main.ts')

async function fill(deps: Deps): Promise<void> {
  const event = demoEvent()
  const folder = mkdtempSync(join(tmpdir(), 'salsa-demo-'))
  try {
    const source = await writeFiles(event, folder)
    const imported = await importTree(deps, source, { replace: false }).catch(refuseOccupied)
    if (!imported.done)
      throw new CommandError(imported.faults.map(({ path, message }) => `${path}: ${message}`).join('\n'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const hash = await hashPassword(PASSWORD)
  await transact(deps, { actor: VISITANTE }, async (work) => {
    await makeAdmin(work, { ...ADMIN, hash })
    await ensureCuenta(work.tx, event.usuario.email, work.newId, hash)
    work.changed({ kind: 'usuario' })
  })
  const admin = await deps.db.read((tx) => findAdminByEmail(tx, ADMIN.email))
  if (!admin) throw new Error('The administrator of the demo was not made.')
  const enlace = await judge(deps, admin, event)
  say(`Administrador: ${ADMIN.email}  contraseña: ${PASSWORD}`)
  say(`Competidor:    ${event.usuario.email}  contraseña: ${PASSWORD}`)
  say(`Juez principal: ${siteAddress(deps.env)}/#/juez/${enlace}`)
}

/** Unlike an import, the demo never replaces an event. */
function refuseOccupied(error: unknown): never {
  if (!(error instanceof Occupied)) throw error
  throw new CommandError(
    'Aquí ya hay un evento, y la muestra solo llena una carpeta vacía. Usa otra carpeta (DATA_DIR), o abre este evento con npm start.',
  )
}

/** Writes the files of the event to a folder: the tracks of the entries and the posters of the home page. */
async function writeFiles(event: DemoEvent, folder: string): Promise<Source> {
  const names = new Set<string>()
  const place = (name: string, from: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    cpSync(from, join(folder, name))
    names.add(name)
  }
  for (const [path, track] of event.musica) place(path, fileURLToPath(new URL(`musica/${track}.mp3`, import.meta.url)))
  for (const [name, file] of await makePosters(folder)) place(`carrusel/${name}`, file)
  return { json: event.tree, files: { folder, names } }
}
