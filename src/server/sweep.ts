import type { Tx } from './db/database.ts'
import type { Deps } from './deps.ts'
import { CARRUSEL, FOTOS, FOTOS_EN_ESPERA, MUSICA, pathOfImagen, pathOfParte, SUBIDAS } from './files/store.ts'

type World = Pick<Deps, 'db' | 'files' | 'log' | 'now'>

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/**
 * The folders that are swept, and how long a file stays there after its last name. A day in the folders of finished files, so
 * that a backup or an export copies every file that its rows name. An hour for parts of a form that was sent or abandoned.
 */
const GRACE_MS: Readonly<Record<string, number>> = {
  [MUSICA]: DAY_MS,
  [FOTOS]: DAY_MS,
  [CARRUSEL]: DAY_MS,
  [SUBIDAS]: HOUR_MS,
  [FOTOS_EN_ESPERA]: HOUR_MS,
  // Former versions left files of interrupted imports there.
  '.importando': HOUR_MS,
}

/** Unfinished writes older than this are removed. No write takes so long. */
const UNFINISHED_MS = DAY_MS

/** The paths of all stored files that rows name. */
export async function readNamedFiles(tx: Tx): Promise<Set<string>> {
  const musica = await tx.selectFrom('competidores').select('musicaPath as path').distinct().execute()
  const fotos = await tx.selectFrom('users').select('fotoPath as path').distinct().execute()
  const imagenes = await tx.selectFrom('galeria').select('archivo').where('orden', '>', 0).execute()
  const partes = await tx.selectFrom('subida_parte').select('archivo').execute()
  return new Set([
    ...[...musica, ...fotos].flatMap(({ path }) => path || []),
    ...imagenes.map(({ archivo }) => pathOfImagen(archivo)),
    ...partes.map(pathOfParte),
  ])
}

/** The paths of the hidden images: deleted, or not published yet. */
export async function readHiddenImages(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('galeria').select('archivo').where('orden', '<=', 0).execute()
  return rows.map(({ archivo }) => pathOfImagen(archivo))
}

/**
 * Removes orphans: stored files that no row names. Only the sweep removes stored files. The first sweep that sees an orphan
 * notes the time; a later sweep removes it after the grace period of its folder. So the file store need not know the age of
 * a file, and a file that is written now and named a moment later is safe. Two instances may sweep at the same time.
 */
export async function sweep(world: World): Promise<void> {
  await world.files.tidy(new Date(world.now() - UNFINISHED_MS)).catch((error: unknown) => {
    // The next sweep retries. This sweep still removes the orphans.
    world.log.warn({ err: error }, 'what was never finished could not be cleared away')
  })
  for (const folder of Object.keys(GRACE_MS)) {
    for (const path of await findDue(world, folder)) {
      // Removing many takes long: an import may have named one of them again.
      if ((await world.db.read(readNamedFiles)).has(path)) continue
      await remove(world, path).catch((error: unknown) => {
        // The next sweep retries.
        world.log.warn({ err: error, path }, 'a file that nothing names could not be removed')
      })
    }
  }
}

/** Removes a file, and then what the database knows of it. */
async function remove({ db, files }: World, path: string): Promise<void> {
  await files.remove(path)
  await db.write(async (tx) => {
    await tx.deleteFrom('musica').where('path', '=', path).execute()
    const archivo = path.startsWith(`${CARRUSEL}/`) ? path.slice(CARRUSEL.length + 1) : null
    if (archivo !== null)
      await tx.deleteFrom('galeria').where('archivo', '=', archivo).where('orden', '<=', 0).execute()
  })
}

/** Notes new orphans and forgets files that have a name again. Returns the orphans whose grace period is over. */
async function findDue({ db, files, now }: World, folder: string): Promise<string[]> {
  // Listed before the rows are read: a file that is stored and named in between is not in the list.
  const paths = await files.list(folder)
  return db.write(async (tx) => {
    const orphans = await orphansOf(tx, folder, paths)
    const noted = await tx.selectFrom('archivo_suelto').selectAll().where('carpeta', '=', folder).execute()
    for (const { path } of noted) {
      if (!orphans.has(path)) await forgetOrphans(tx, [path])
    }
    const known = new Set(noted.map(({ path }) => path))
    for (const path of orphans) {
      if (known.has(path)) continue
      await tx
        .insertInto('archivo_suelto')
        .values({ path, carpeta: folder, desde: now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    const due = now() - (GRACE_MS[folder] ?? DAY_MS)
    return noted.filter(({ path, desde }) => orphans.has(path) && desde <= due).map(({ path }) => path)
  })
}

/** An image without a row is no orphan: an operator copied it there, and the home page will show it. */
async function orphansOf(tx: Tx, folder: string, paths: readonly string[]): Promise<Set<string>> {
  if (folder === CARRUSEL) return new Set(await readHiddenImages(tx))
  const named = await readNamedFiles(tx)
  return new Set(paths.filter((path) => !named.has(path)))
}

/** Lets the grace period of orphans begin again at the next sweep. */
export async function forgetOrphans(tx: Tx, paths: readonly string[]): Promise<void> {
  if (paths.length > 0) await tx.deleteFrom('archivo_suelto').where('path', 'in', paths).execute()
}
