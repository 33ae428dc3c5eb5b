import { formatCount } from '#domain/plural.ts'
import { setupLink } from '../acceso/enlaces.ts'
import type { Deps } from '../deps.ts'
import { replaceIdentity } from '../identity.ts'
import { importTree, type Counts } from '../interchange/import.ts'
import type { Notice } from '../interchange/shape.ts'
import { readSource } from '../interchange/source.ts'
import { readPath, runCommand, say, CommandError } from './run.ts'

const USAGE = 'Uso: npm run import -- ARCHIVO.json [--replace]'
const WARNINGS_SHOWN = 20

const args = process.argv.slice(2)

const replace = args.includes('--replace')

// Replacing an event is also the way to other stored files: an export has all of them.
await runCommand(() => readPath(USAGE, { args: args.filter((arg) => arg !== '--replace') }), run, {
  fillsFiles: replace,
})

async function run(deps: Deps, file: string): Promise<void> {
  const imported = await importTree(deps, await readSource(file), { replace })
  if (!imported.done) throw new CommandError([...imported.faults.map(lineOf), 'No se importó nada.'].join('\n'))
  if (replace) await replaceIdentity(deps)
  sayWarnings(imported.warnings)
  say(`Importado: ${formatCounts(imported.counts)}.`)
  const link = await setupLink(deps)
  if (link)
    say(
      `Todavía no hay un administrador con contraseña. Con el servidor en marcha, abre este enlace (sirve una vez, durante 24 horas): ${link}`,
    )
}

function sayWarnings(warnings: readonly Notice[]): void {
  for (const warning of warnings.slice(0, WARNINGS_SHOWN)) say(`Aviso: ${lineOf(warning)}`)
  if (warnings.length > WARNINGS_SHOWN) say(`Aviso: y ${warnings.length - WARNINGS_SHOWN} más.`)
}

function lineOf({ path, message }: Notice): string {
  return path === '' ? message : `${path}: ${message}`
}

function formatCounts(counts: Counts): string {
  return [
    formatCount(counts.categorias, 'categoría', 'categorías'),
    formatCount(counts.competidores, 'competidor', 'competidores'),
    formatCount(counts.users, 'usuario', 'usuarios'),
    formatCount(counts.admin, 'administrador', 'administradores'),
    formatCount(counts.jueces, 'juez', 'jueces'),
    formatCount(counts.calificaciones, 'calificación', 'calificaciones'),
    formatCount(counts.archivos, 'archivo', 'archivos'),
  ].join(', ')
}
