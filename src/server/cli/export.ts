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
  for (const path of faltan) say(`Aviso: ${path}: se nombra, pero no está entre los archivos.`)
  for (const path of antes) say(`Aviso: ${path} son archivos de antes, que dejó una exportación que no terminó.`)
  say(
    `Exportado: ${rows.categorias.length} categorías, ${rows.competidores.length} competidores, ${archivos} archivos.`,
  )
  say(target)
}
