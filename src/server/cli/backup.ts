import { formatCount } from '#domain/plural.ts'
import { backup } from '../backup/backup.ts'
import { readPath, runCommand, say } from './run.ts'

const USAGE = 'Uso: npm run backup -- CARPETA (que todavía no exista)'

await runCommand(
  () => readPath(USAGE),
  async ({ db, files, now }, folder) => {
    const { renglones, archivos } = await backup(db, files, folder, new Date(now()))
    say(
      `Respaldado: ${formatCount(renglones, 'registro', 'registros')} y ${formatCount(archivos, 'archivo', 'archivos')}. Guarda la carpeta en un lugar seguro: contiene contraseñas cifradas.`,
    )
    say(folder)
  },
)
