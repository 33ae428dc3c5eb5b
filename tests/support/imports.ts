import { parseAst } from 'vite'

export interface ReadFile {
  /** The imports of the file: static, dynamic, by `export from`, of types. */
  readonly imports: readonly string[]
  /** Nothing in it but what other files export. */
  readonly isBarrel: boolean
}

/** Stands for an import whose address is computed at run time. */
export const COMPUTED = '(computed)'

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

export function readImports(path: string, source: string): ReadFile {
  const { body } = parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
  const imports: string[] = []
  visit(body, (node) => {
    const address = addressIn(node)
    if (address !== undefined) imports.push(textOf(address))
  })
  const isBarrel =
    body.length > 0 && body.every((node) => node.type.startsWith('Export') && 'source' in node && node.source !== null)
  return { imports, isBarrel }
}

/** The part of a node that names a module, if the node is an import of any kind. */
function addressIn(node: Node): unknown {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return node['source'] ?? undefined
    case 'TSExternalModuleReference':
      return node['expression']
    case 'CallExpression':
      return isNode(node['callee']) && node['callee']['name'] === 'require' ? firstOf(node['arguments']) : undefined
    default:
      return undefined
  }
}

function textOf(address: unknown): string {
  return isNode(address) && typeof address['value'] === 'string' ? address['value'] : COMPUTED
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, see)
    return
  }
  if (!isNode(value)) return
  see(value)
  for (const key of Object.keys(value)) visit(value[key], see)
}
