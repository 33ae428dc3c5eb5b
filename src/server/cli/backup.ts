import { countOf } from '#domain/plural.ts'
import { backup } from '../backup/backup.ts'
import { pathOf, runCommand, say, Stop } from './run.ts'

const USAGE = 'Uso: npm run backup -- CARPETA (que todavía no exista)'

const [folder, ...others] = process.argv.slice(2)

await runCommand(
  async ({ db, files, now }) => {
    const target = pathOf(folder ?? '')
    const { renglones, archivos } = await backup(db, files, target, now())
    say(
      `Respaldado: ${countOf(renglones, 'registro', 'registros')} y ${countOf(archivos, 'archivo', 'archivos')}. Guarda la carpeta en un lugar seguro: contiene contraseñas cifradas.`,
    )
    say(target)
  },
  () => {
    if (folder === undefined || folder.startsWith('-') || others.length > 0) throw new Stop(USAGE)
  },
)
