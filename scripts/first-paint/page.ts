import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin, type Rolldown } from 'vite'
import { BUILD_META, snapshotUrl } from '../../src/contract/live.ts'
import { publicUrl } from '../../src/contract/publico.ts'
import { PUBLICAS } from '../../src/contract/views/publicas.ts'
import { chunksOf } from './chunks.ts'
import { programOf, withProgram } from './inline.ts'

interface First {
  readonly snapshot: string
  /** The address with the same views as a visitor sees them. */
  readonly publico: string
  /** Each a `link` of the page's head, by its attributes. */
  readonly links: readonly Readonly<Record<string, string>>[]
}

/**
 * Writes into the page what the first paint needs: the styles and `prepaint.js`, which requests the files and the data
 * of the screen in the address. The program follows at the end of the page. On a slow phone each round trip takes half a
 * second, and no request can start before its address is known.
 */
export function page(): Plugin[] {
  let root = ''
  let program: ReadonlySet<string> = new Set()
  const preloads: Plugin = {
    name: 'preloads',
    config: () => ({
      build: {
        modulePreload: {
          resolveDependencies: (_file, files, { hostType }) =>
            hostType === 'js' ? files.filter((file) => !program.has(file)) : files,
        },
      },
    }),
    generateBundle: {
      order: 'pre',
      handler: (_options, bundle) => {
        program = programOf(bundle)
      },
    },
  }
  const html: Plugin = {
    name: 'page',
    configResolved: (config) => {
      root = config.root
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const source = readFileSync(join(root, 'prepaint.js'), 'utf8')
        const script = minifySync(
          'prepaint.js',
          source.replace('(FIRST)', () => `(${JSON.stringify(firstOf(bundle))})`),
        )
        const page = html
          .replace('<!-- prepaint -->', () => `<script>${script.code}</script>`)
          .replaceAll(/<!--.*?-->|^ +/gms, '')
        return bundle ? withStyles(page, bundle) : page
      },
    },
    generateBundle: {
      order: 'post',
      handler: (_options, bundle) => {
        const html = bundle['index.html']
        if (html?.type !== 'asset') throw new Error('The build has no page.')
        html.source = withBuild(withProgram(String(html.source), bundle))
      },
    },
  }
  return [preloads, html]
}

function firstOf(bundle: Rolldown.OutputBundle = {}): Readonly<Record<string, Partial<First>>> {
  const { entries, later, holding, closureOf } = chunksOf(bundle)
  const program = closureOf(entries)
  const linksOf = (chunks: readonly Rolldown.OutputChunk[]) =>
    linksTo([...closureOf(chunks)].filter((chunk) => !program.has(chunk)))
  const screens = PUBLICAS.map(({ path, vista, views }) => {
    const snapshot = snapshotUrl(views.map(({ key }) => key))
    return [path, { snapshot, publico: publicUrl(vista), links: linksOf(later.filter(({ name }) => name === vista)) }]
  })
  const kept = { links: linksOf(holding((id) => id.endsWith('device/tab.ts'))) }
  return { ...Object.fromEntries(screens), kept }
}

function linksTo(chunks: readonly Rolldown.OutputChunk[]): First['links'] {
  const styles = chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
  return [
    ...chunks.map(({ fileName }) => ({ rel: 'modulepreload', href: `/${fileName}`, crossorigin: '' })),
    ...[...new Set(styles)].map((file) => ({ rel: 'preload', as: 'style', href: `/${file}`, crossorigin: '' })),
  ]
}

/**
 * Inlines the styles in place of their link. A disabled link with the same address stays: the loader of a later chunk finds
 * it and does not fetch these styles again, which would place them after the styles of the screens.
 */
function withStyles(html: string, bundle: Rolldown.OutputBundle): string {
  return html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (link, file: string) => {
    const styles = bundle[file]
    return styles?.type === 'asset'
      ? `<style>${String(styles.source)}</style><link rel="stylesheet" href="/${file}" disabled>`
      : link
  })
}

/** The page holds the program, which names the other files by their hash: its own hash is that of everything. */
function withBuild(html: string): string {
  const hash = createHash('sha256').update(html).digest('hex').slice(0, 12)
  const build = `${Math.floor(Date.now() / 1_000)}-${hash}`
  return html.replace('</title>', () => `</title><meta name="${BUILD_META}" content="${build}">`)
}
