import { formatCount } from '#domain/plural.ts'
import { restore } from '../backup/restore.ts'
import { excludeServers } from '../db/server-lock.ts'
import { replaceIdentity } from '../identity.ts'
import { readPath, runCommand, say } from './run.ts'

const USAGE = 'Uso: npm run restore -- CARPETA (en un lugar vacío, con el servidor detenido)'

await runCommand(
  () => readPath(USAGE),
  async (deps, folder) => {
    const { databaseUrl } = deps.env
    // On SQLite, `locksDataDir` excludes other servers.
    await using _servers = databaseUrl === null ? null : await excludeServers(databaseUrl)
    const { renglones, archivos } = await restore(deps.db, deps.files, folder)
    await replaceIdentity(deps)
    say(
      `Restaurado: ${formatCount(renglones, 'registro', 'registros')} y ${formatCount(archivos, 'archivo', 'archivos')}. Ya puedes iniciar el servidor con npm start.`,
    )
    say('Todas las sesiones terminaron: cada persona inicia sesión otra vez.')
  },
  { locksDataDir: true, fillsFiles: true },
)
