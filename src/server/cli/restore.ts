import { restore } from '../backup/restore.ts'
import { pathOf, runCommand, say, Stop } from './run.ts'

const USAGE = 'Uso: npm run restore -- CARPETA (en un lugar vacío, con el servidor detenido)'

const [folder, ...others] = process.argv.slice(2)

await runCommand(
  async ({ db, files }) => {
    const { renglones, archivos } = await restore(db, files, pathOf(folder ?? ''))
    say(`Restaurado: ${renglones} renglones y ${archivos} archivos. Ya puedes arrancar con npm start.`)
  },
  () => {
    if (folder === undefined || folder.startsWith('-') || others.length > 0) throw new Stop(USAGE)
  },
)
