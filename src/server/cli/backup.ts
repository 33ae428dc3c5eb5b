import { formatCount } from '#domain/plural.ts'
import { backup, noteBackup } from '../backup/backup.ts'
import { readPath, runCommand, say } from './run.ts'

const USAGE = 'Uso: npm run backup -- CARPETA (que todavía no exista)'

await runCommand(
  () => readPath(USAGE),
  async (deps, folder) => {
    const now = new Date(deps.now())
    const { renglones, archivos } = await backup(deps.db, deps.files, folder, now)
    // The backup is complete, so a failure here is none of the command.
    await noteBackup(deps, now).catch(() =>
      say('Aviso: no se pudo anotar la hora del respaldo. El respaldo está completo.'),
    )
    say(
      `Respaldado: ${formatCount(renglones, 'registro', 'registros')} y ${formatCount(archivos, 'archivo', 'archivos')}. Guarda la carpeta en un lugar seguro: contiene contraseñas cifradas.`,
    )
    say(folder)
  },
)
