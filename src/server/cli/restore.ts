import { countOf } from '#domain/plural.ts'
import { restore } from '../backup/restore.ts'
import { pathOf, runCommand, say, Stop } from './run.ts'

const USAGE = 'Uso: npm run restore -- CARPETA (en un lugar vacío, con el servidor detenido)'

const [folder, ...others] = process.argv.slice(2)

await runCommand(
  async ({ db, files }) => {
    const { renglones, archivos } = await restore(db, files, pathOf(folder ?? ''))
    say(
      `Restaurado: ${countOf(renglones, 'registro', 'registros')} y ${countOf(archivos, 'archivo', 'archivos')}. Ya puedes iniciar el servidor con npm start.`,
    )
    say('Todas las sesiones terminaron: cada persona inicia sesión otra vez.')
  },
  () => {
    if (folder === undefined || folder.startsWith('-') || others.length > 0) throw new Stop(USAGE)
  },
)
