/**
 * Plants faults in sources, one at a time, and says of each whether the tests of some trees find it. Not part of `npm test`: run
 * it when tests are removed, on copies of the tree before and of the tree after, which nothing else uses meanwhile.
 *
 *     node scripts/plant.ts --seed 5 --faults 30 --tree /tmp/before --tree /tmp/after \
 *       --source src/domain/turno.ts --test src/domain/turno.test.ts --test tests/api/turno.test.ts
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseAst } from 'vite'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** The text from `start` to `end` is replaced by `text`. */
interface Fault {
  readonly source: string
  readonly start: number
  readonly end: number
  readonly text: string
}

const TURNED: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
}

/** Every place of a source where a comparison can be turned, a number raised, a condition negated or a call left out. */
function faultsOf(source: string, code: string): Fault[] {
  const faults: Fault[] = []
  const change = ({ start, end }: Pick<Node, 'start' | 'end'>, text: string) =>
    faults.push({ source, start, end, text })
  const negate = (test: Node) => change(test, `!(${code.slice(test.start, test.end)})`)
  visit(parseAst(code, { lang: 'ts' }), (node) => {
    const { type, left, right, operator, test, value, expression } = node
    if (type.startsWith('TS')) return
    if (type === 'BinaryExpression' && isNode(left) && isNode(right)) {
      const turned = TURNED[String(operator)]
      const between = code.slice(left.end, right.start)
      if (turned) change({ start: left.end, end: right.start }, between.replace(String(operator), turned))
    }
    if (type === 'Literal' && typeof value === 'number') change(node, String(value + 1))
    if ((type === 'IfStatement' || type === 'ConditionalExpression') && isNode(test)) negate(test)
    if (type === 'ExpressionStatement' && isNode(expression) && /^(?:Call|Await)Expression$/.test(expression.type))
      change(node, ';')
  })
  return faults
}

function visit(value: unknown, each: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, each)
  if (!isNode(value)) return
  each(value)
  for (const part of Object.values(value)) visit(part, each)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Picks some of a list, the same for each run of a seed. */
function pick<T>(list: readonly T[], count: number, seed: number): T[] {
  let state = seed
  const keyed = list.map((one) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return { one, key: state }
  })
  return keyed
    .toSorted((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ one }) => one)
}

/** Whether the tests of a tree fail. */
function isFoundIn(tree: string, tests: readonly string[]): Promise<boolean> {
  const there = tests.filter((test) => existsSync(join(tree, test)))
  if (there.length === 0) return Promise.resolve(false)
  const run = ['run', '--bail=1', '--project', 'unit', '--project', 'api', ...there]
  const child = spawn(join(tree, 'node_modules/.bin/vitest'), run, { cwd: tree, stdio: 'ignore' })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code !== 0))
  })
}

/** Tells of one fault which trees find it: first by the tests beside the code, and then by the others. */
async function plant(fault: Fault, trees: readonly string[], tests: readonly string[]): Promise<boolean[]> {
  const paths = trees.map((tree) => join(tree, fault.source))
  const codes = paths.map((path) => readFileSync(path, 'utf8'))
  try {
    for (const [at, path] of paths.entries()) {
      const code = codes[at] ?? ''
      writeFileSync(path, code.slice(0, fault.start) + fault.text + code.slice(fault.end))
    }
    const beside = tests.filter((test) => test.startsWith('src/'))
    const others = tests.filter((test) => !test.startsWith('src/'))
    return await Promise.all(
      trees.map(async (tree) => (await isFoundIn(tree, beside)) || (await isFoundIn(tree, others))),
    )
  } finally {
    for (const [at, path] of paths.entries()) writeFileSync(path, codes[at] ?? '')
  }
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    faults: { type: 'string', default: '30' },
    tree: { type: 'string', multiple: true, default: [] },
    source: { type: 'string', multiple: true, default: [] },
    test: { type: 'string', multiple: true, default: [] },
  },
})
const [first = '.'] = values.tree
const all = values.source.flatMap((source) => faultsOf(source, readFileSync(join(first, source), 'utf8')))
for (const fault of pick(all, Number(values.faults), Number(values.seed))) {
  const code = readFileSync(join(first, fault.source), 'utf8')
  const line = code.slice(0, fault.start).split('\n').length
  const found = await plant(fault, values.tree, values.test)
  const words = found.map((one) => (one ? 'found' : 'not found')).join(', ')
  const change = `${code.slice(fault.start, fault.end)} -> ${fault.text}`.replaceAll(/\s+/g, ' ').slice(0, 100)
  console.log(`${words}: ${fault.source}:${line}: ${change}`)
}
