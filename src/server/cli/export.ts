import { countOf } from '#domain/plural.ts'
import type { Deps } from '../deps.ts'
import { exportTree } from '../interchange/export.ts'
import { pathOf, runCommand, say, Stop } from './run.ts'

const USAGE = 'Uso: npm run export -- ARCHIVO.json'

const [file, ...others] = process.argv.slice(2)

await runCommand(run, () => {
  if (!file?.endsWith('.json') || file.startsWith('-') || others.length > 0) throw new Stop(USAGE)
})

async function run(deps: Deps): Promise<void> {
  const target = pathOf(file ?? '')
  const { rows, archivos, faltan, antes } = await exportTree(deps, target)
  for (const path of faltan) say(`Aviso: falta el archivo ${path}. La exportación lo menciona.`)
  for (const path of antes) say(`Aviso: ${path} tiene archivos de una exportación anterior que no terminó.`)
  say(
    `Exportado: ${countOf(rows.categorias.length, 'categoría', 'categorías')}, ${countOf(rows.competidores.length, 'competidor', 'competidores')}, ${countOf(archivos, 'archivo', 'archivos')}.`,
  )
  say(target)
}
