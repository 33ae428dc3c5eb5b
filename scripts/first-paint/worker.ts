import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'
import type { KeptFile } from '../../src/web/worker/shell.ts'
import { chunksOf } from './chunks.ts'

/** Builds the service worker `src/web/worker/sw.ts` to `/sw.js`, with the list of the files that it keeps. */
export function worker(): Plugin {
  let config: Pick<ResolvedConfig, 'root' | 'publicDir' | 'logLevel'> = { root: '', publicDir: '' }
  return {
    name: 'worker',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = [...keptOf(bundle, join(config.root, '/')), ...drawingsIn(config.publicDir)]
        const list = [...files, { url: '/', revision: hashOf(pageOf(bundle)) }]
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: await compile(config, list),
        })
      },
    },
  }
}

/** One script without imports: not every browser loads a worker as a module. */
async function compile(
  { root, logLevel = 'info' }: Pick<ResolvedConfig, 'root' | 'logLevel'>,
  files: readonly KeptFile[],
): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel,
    // As a text, which no minifier rewrites: the budgets read it.
    define: { KEPT_FILES: JSON.stringify(JSON.stringify(files)) },
    build: {
      write: false,
      target: 'baseline-widely-available',
      rolldownOptions: { input: join(root, 'worker/sw.ts'), output: { format: 'iife' } },
    },
  })
  const [chunk, ...more] = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (chunk?.type !== 'chunk' || more.length > 0) throw new Error('The service worker is not one file.')
  return chunk.code
}

/** What opens without a network beside the public screens: folders of screens, and parts that public screens load later. */
const KEPT_SCREENS = ['juez/', 'guia/', 'outbox/', 'parts/DiaRadios', 'horario/Sigo']

/**
 * The files of what opens without a network: what the program loads when it needs it, and the kept screens. The program and the
 * styles of the entry are part of the page, its fonts are not.
 */
function keptOf(bundle: Rolldown.OutputBundle, root: string): KeptFile[] {
  const { entries, later, holding, closureOf } = chunksOf(bundle)
  const first = closureOf(entries)
  const all = closureOf([
    ...entries,
    ...later,
    ...holding((id) => KEPT_SCREENS.some((folder) => id.startsWith(root + folder))),
  ])
  const files = [...all].filter((chunk) => !first.has(chunk))
  const styles = files.flatMap((chunk) => filesOf(chunk, 'importedCss'))
  const fonts = [...all].flatMap((chunk) => filesOf(chunk, 'importedAssets')).filter((file) => file.endsWith('.woff2'))
  const names = new Set([...files.map(({ fileName }) => fileName), ...styles, ...fonts])
  return [...names].map((url) => ({ url, revision: null }))
}

function filesOf(chunk: Rolldown.OutputChunk, kind: 'importedCss' | 'importedAssets'): string[] {
  return [...(chunk.viteMetadata?.[kind] ?? [])]
}

function drawingsIn(folder: string): KeptFile[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.svg'))
  return names.map((url) => ({ url, revision: hashOf(readFileSync(join(folder, url))) }))
}

/** The page as it is sent, which names the build. */
function pageOf(bundle: Rolldown.OutputBundle): string | Uint8Array {
  const html = bundle['index.html']
  if (html?.type !== 'asset') throw new Error('The build has no page.')
  return html.source
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 12)
}
