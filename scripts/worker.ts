import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { chunksOf } from './chunks.ts'

/** The modules of the screens that open without a network. What they import statically is kept with them. */
const OFFLINE =
  /src\/web\/(?:app\/Menu|horario\/HorarioPage|calificaciones\/(?:ResultadosPage|DetallePage)|juez\/|outbox\/|kept\/)/

/** Builds the service worker `src/web/worker/sw.ts` to `/sw.js` and writes into it the list of the files that it keeps. */
export function worker(): Plugin[] {
  let kept: ReadonlySet<string> = new Set()
  const list: Plugin = {
    name: 'kept-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler: (_options, bundle) => {
        kept = keptOf(bundle)
      },
    },
  }
  const pwa = VitePWA({
    strategies: 'injectManifest',
    srcDir: 'worker',
    filename: 'sw.ts',
    injectRegister: false,
    manifest: false,
    injectManifest: {
      rollupFormat: 'iife',
      globPatterns: ['assets/*.{js,css,woff2}', '*.svg'],
      manifestTransforms: [
        (entries) => {
          const files = entries.filter(({ url }) => kept.has(url) || !url.startsWith('assets/'))
          return { manifest: [...files, { url: '/', revision: revisionOf(files), size: 0 }], warnings: [] }
        },
      ],
    },
  })
  return [list, ...pwa]
}

/** Names the build by the files of it that are kept. */
function revisionOf(files: readonly { readonly url: string; readonly revision?: string | null | undefined }[]): string {
  const named = files.map(({ url, revision }) => `${url} ${revision ?? ''}`).toSorted()
  return createHash('sha256').update(named.join('\n')).digest('hex').slice(0, 12)
}

/** The files of the offline screens. The program and the styles of the entry are part of the page, its fonts are not. */
function keptOf(bundle: Rolldown.OutputBundle): Set<string> {
  const { entries, holding, closureOf } = chunksOf(bundle)
  const first = closureOf(entries)
  const all = closureOf([...entries, ...holding((id) => OFFLINE.test(id))])
  const files = [...all].filter((chunk) => !first.has(chunk))
  const styles = files.flatMap((chunk) => filesOf(chunk, 'importedCss'))
  const fonts = [...all].flatMap((chunk) => filesOf(chunk, 'importedAssets')).filter((file) => file.endsWith('.woff2'))
  return new Set([...files.map(({ fileName }) => fileName), ...styles, ...fonts])
}

function filesOf(chunk: Rolldown.OutputChunk, kind: 'importedCss' | 'importedAssets'): string[] {
  return [...(chunk.viteMetadata?.[kind] ?? [])]
}
