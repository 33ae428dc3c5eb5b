import { countOf } from '#domain/plural.ts'
import { restore } from '../backup/restore.ts'
import { readPath, runCommand, say } from './run.ts'

const USAGE = 'Uso: npm run restore -- CARPETA (en un lugar vacío, con el servidor detenido)'

await runCommand(
  () => readPath(USAGE),
  async ({ db, files }, folder) => {
    const { renglones, archivos } = await restore(db, files, folder)
    say(
      `Restaurado: ${countOf(renglones, 'registro', 'registros')} y ${countOf(archivos, 'archivo', 'archivos')}. Ya puedes iniciar el servidor con npm start.`,
    )
    say('Todas las sesiones terminaron: cada persona inicia sesión otra vez.')
  },
  { isAlone: true },
)
