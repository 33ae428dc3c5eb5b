import { formatCount } from '#domain/plural.ts'
import { exportTree } from '../interchange/export.ts'
import { readPath, runCommand, say } from './run.ts'

const USAGE = 'Uso: npm run export -- ARCHIVO.json'

await runCommand(
  () => readPath(USAGE, { extension: '.json' }),
  async (deps, file) => {
    const { rows, archivos, faltan, antes } = await exportTree(deps, file)
    for (const path of faltan) say(`Aviso: falta el archivo ${path}. La exportación lo menciona.`)
    for (const path of antes) say(`Aviso: ${path} tiene archivos de una exportación anterior que no terminó.`)
    say(
      `Exportado: ${formatCount(rows.categorias.length, 'categoría', 'categorías')}, ${formatCount(rows.competidores.length, 'competidor', 'competidores')}, ${formatCount(archivos, 'archivo', 'archivos')}.`,
    )
    say(file)
  },
)
