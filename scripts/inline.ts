import type { Rolldown } from 'vite'
import { chunksOf } from './chunks.ts'

type Chunk = Rolldown.OutputChunk

/** The property of `window` in which the chunks of the entry leave their exports, by file name. */
const PARTS = 'inlined'
/** The program starts after the first paint, which it would delay on a slow phone. A hidden page paints nothing. */
const AFTER_PAINT =
  "if(!document.hidden&&!performance.getEntriesByName('first-contentful-paint').length)" +
  'await new Promise((go)=>{requestAnimationFrame(()=>setTimeout(go));setTimeout(go,300)});'
const EXPORTS = /export\{([^}]*)\};?\s*$/

/**
 * Writes the program into the page: its files would take a round trip more than the page. Each chunk of the entry becomes
 * an inline module at the end of the body, and the chunks of the screens take from it what they would import. Call it
 * when the code of all chunks is final.
 */
export function withProgram(html: string, bundle: Rolldown.OutputBundle): string {
  const { entries, closureOf } = chunksOf(bundle)
  const chunks = inOrder([...closureOf(entries)])
  const isInline = (path: string): boolean => chunks.some(({ fileName }) => fileName.endsWith(`/${fileOf(path)}`))
  for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = linked(file.code, isInline)
  const scripts = chunks.map(
    (chunk) => `<script type="module">${chunk.isEntry ? AFTER_PAINT : ''}${inlined(chunk)}</script>`,
  )
  // The files stay, empty, because the manifest of the build names them. No page loads them.
  for (const chunk of chunks) chunk.code = 'export{};'
  const page = chunks.reduce((text, { fileName }) => withoutTag(text, fileName), html)
  return page.replace('</body>', () => `${scripts.join('')}</body>`)
}

/** Each chunk after those that it imports. */
function inOrder(chunks: readonly Chunk[]): Chunk[] {
  const ordered = new Set<Chunk>()
  const add = (chunk: Chunk): void => {
    for (const other of chunks) if (chunk.imports.includes(other.fileName)) add(other)
    ordered.add(chunk)
  }
  for (const chunk of chunks) add(chunk)
  return [...ordered]
}

function fileOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The code of a chunk that takes from `window` what it imported from inlined chunks, and does not preload them. */
function linked(code: string, isInline: (path: string) => boolean): string {
  const [, list = ''] = /m\.f\|\|\(m\.f=\[([^\]]*)\]/.exec(code) ?? []
  const preloads = list.split(',').map((path) => path.replaceAll(/["'`]/g, ''))
  return code
    .replaceAll(
      /import(?:\{([^}]*)\}from)?["']\.\/([^"']+)["'];?/g,
      (statement, bindings: string | undefined, file: string) => {
        if (!isInline(file)) return statement
        return bindings === undefined ? '' : `const{${bindings.replaceAll(' as ', ':')}}=${partOf(file)};`
      },
    )
    .replaceAll(/__vite__mapDeps\(\[([\d,]*)\]\)/g, (_all, indices: string) => {
      const rest = indices.split(',').filter((index) => !isInline(preloads[Number(index)] ?? ''))
      return `__vite__mapDeps([${rest.join(',')}])`
    })
}

/** The code of a chunk as an inline module, which has no exports and another folder than the file. */
function inlined({ code, fileName }: Chunk): string {
  const [, list = ''] = EXPORTS.exec(code) ?? []
  const getters = list.split(',').flatMap((one) => {
    const [local = '', name = local] = one.split(' as ')
    return local === '' ? [] : [`get ${name}(){return ${local}}`]
  })
  const body = code
    .replace(EXPORTS, '')
    .replaceAll(/import\(([`"'])\.\//g, (_all, quote: string) => `import(${quote}./assets/`)
  if (/<!--|<\/script|(?:^|[;}\n])(?:import[{*"'\s]|export[{*\s])/i.test(body))
    throw new Error(`${fileName} cannot stand in the page.`)
  return `${body};(window.${PARTS}??={})[${JSON.stringify(fileOf(fileName))}]={${getters.join(',')}}`
}

function partOf(file: string): string {
  return `window.${PARTS}[${JSON.stringify(file)}]`
}

/** Removes the element that loads a file. */
function withoutTag(html: string, file: string): string {
  const page = html
    .replace(new RegExp(`\\s*<script type="module"[^>]*src="/${file}"[^>]*></script>`), '')
    .replace(new RegExp(`\\s*<link rel="modulepreload"[^>]*href="/${file}"[^>]*>`), '')
  if (page === html) throw new Error(`The page does not load ${file}.`)
  return page
}
