import { parseAst, Visitor, type ESTree, type Rolldown } from 'vite'
import { chunksOf } from './chunks.ts'

type Chunk = Rolldown.OutputChunk

/** The property of `window` in which the chunks of the entry leave their exports, by file name. */
const PARTS = 'inlined'
/** The program starts after the first paint, which it would delay on a slow phone. A hidden page paints nothing. */
const AFTER_PAINT =
  "if(!document.hidden&&!performance.getEntriesByName('first-contentful-paint').length)" +
  'await new Promise((go)=>{requestAnimationFrame(()=>setTimeout(go));setTimeout(go,300)});'

/** The files of the program, which the page holds: no chunk preloads them. */
export function programOf(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const { entries, closureOf } = chunksOf(bundle)
  return new Set([...closureOf(entries)].map(({ fileName }) => fileName))
}

/**
 * Writes the program into the page: its files would take a round trip more than the page. Each chunk of the entry becomes
 * an inline module at the end of the body, and the chunks of the screens take from it what they would import. Call it
 * when the code of all chunks is final.
 */
export function withProgram(html: string, bundle: Rolldown.OutputBundle): string {
  const { entries, closureOf } = chunksOf(bundle)
  const chunks = inOrder([...closureOf(entries)])
  const isInline = (path: string): boolean => chunks.some(({ fileName }) => fileOf(fileName) === fileOf(path))
  for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = linked(file, isInline)
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

/** The code of a chunk that takes from `window` what it imported from inlined chunks. */
function linked({ code, fileName }: Chunk, isInline: (path: string) => boolean): string {
  const edits = parseAst(code).body.flatMap((node): Edit[] => {
    if (node.type === 'ImportDeclaration' && isInline(node.source.value)) {
      const names = node.specifiers.map((one) => {
        if (one.type !== 'ImportSpecifier') throw new Error(`${fileName} imports the program as a whole.`)
        return `${nameOf(one.imported)}:${one.local.name}`
      })
      const text = names.length > 0 ? `const{${names.join(',')}}=${partOf(fileOf(node.source.value))};` : ''
      return [{ ...node, text }]
    }
    const from = node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration' ? node.source : null
    if (from && isInline(from.value)) throw new Error(`${fileName} exports a part of the program.`)
    return []
  })
  return edited(code, edits)
}

/**
 * The code of a chunk as an inline module, which has no exports and another folder than the file. Other chunks receive the
 * values that its exports have when it has run.
 */
function inlined({ code, fileName }: Chunk): string {
  const exported: string[] = []
  const edits: Edit[] = []
  const { body } = parseAst(code)
  for (const node of body) {
    if (node.type === 'ExportNamedDeclaration' && !node.declaration && !node.source) {
      for (const one of node.specifiers) exported.push(`${nameOf(one.exported)}:${nameOf(one.local)}`)
      edits.push({ ...node, text: '' })
    } else if (node.type.startsWith('Export') || node.type === 'ImportDeclaration')
      throw new Error(`${fileName} cannot stand in the page: ${node.type}.`)
  }
  new Visitor({
    ImportExpression: ({ source }) => {
      if (source.type === 'Literal' || source.type === 'TemplateLiteral') {
        const text = code.slice(source.start, source.end)
        edits.push({ start: source.start, end: source.end, text: text.replace('./', './assets/') })
      }
    },
  }).visit(parseAst(code))
  const script = edited(code, edits)
  if (/<!--|<\/script/i.test(script)) throw new Error(`${fileName} cannot stand in the page.`)
  return `${script};(window.${PARTS}??={})[${JSON.stringify(fileOf(fileName))}]={${exported.join(',')}}`
}

/** The name of an import or an export; one that is no identifier would need quotes. */
function nameOf(name: ESTree.ModuleExportName): string {
  if (name.type === 'Literal') throw new Error(`${name.value} is no name.`)
  return name.name
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

function edited(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: instead }) => text.slice(0, start) + instead + text.slice(end), code)
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
