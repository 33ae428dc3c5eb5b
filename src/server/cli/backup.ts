import { backup } from '../backup/backup.ts'
import { pathOf, runCommand, say, Stop } from './run.ts'

const USAGE = 'Uso: npm run backup -- CARPETA (una que no exista)'

const [folder, ...others] = process.argv.slice(2)

await runCommand(
  async ({ db, files, now }) => {
    const target = pathOf(folder ?? '')
    const { renglones, archivos } = await backup(db, files, target, now())
    say(
      `Respaldado: ${renglones} renglones y ${archivos} archivos. Guarda bien la carpeta: lleva las contraseñas (cifradas) y las sesiones.`,
    )
    say(target)
  },
  () => {
    if (folder === undefined || folder.startsWith('-') || others.length > 0) throw new Stop(USAGE)
  },
)
