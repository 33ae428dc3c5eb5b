import { posix } from 'node:path'
import { COMPUTED, readImports } from './imports.ts'
import { placeInServer, serverFault } from './rooms-server.ts'
import { webFault } from './rooms-web.ts'

export interface Violation {
  readonly file: string
  readonly rule: string
  readonly detail: string
}

/** One import, with both ends as paths inside `src`. `target` is absent when it leads to a package. */
interface Arrow {
  readonly from: string
  readonly address: string
  readonly target: string | undefined
}

const ROOMS = ['domain', 'contract', 'server', 'web']
const TEST_PACKAGES = ['vitest', 'fast-check', 'fake-indexeddb']
const BANNED_NAME = /(?:^|[-.])(?:utils?|helpers?|common|managers?|services?)(?:[-.]|$)/i
const OF_THE_SERVER = /^(?:fastify|@fastify\/.+|pg|kysely|prom-client)(?:\/|$)/
const OF_THE_WEB = /^(?:react|react-dom|react-router|tailwindcss|vite|@fontsource.*)(?:\/|$)/

/** The imports and names in the given sources that the rooms do not allow; paths are from the root (`src/domain/dia.ts`). */
export function violationsOf(files: ReadonlyMap<string, string>): Violation[] {
  return [...files].flatMap(([file, source]) => {
    const { imports, isBarrel } = readImports(file, source)
    const found: Violation[] = []
    const say = (rule: string, detail = ''): number => found.push({ file, rule, detail })

    const path = file.replace(/^src\//, '')
    if (!ROOMS.includes(roomOf(path))) say('no such room')
    if (posix.basename(path).startsWith('index.') || isBarrel) say('no barrels')
    if (path.split('/').some((part) => BANNED_NAME.test(part))) say('a name that says nothing')
    for (const address of imports) {
      const rule = faultOf(arrowOf(path, address))
      if (rule !== undefined) say(rule, address)
    }
    return found
  })
}

function arrowOf(from: string, address: string): Arrow {
  if (address.startsWith('.')) return { from, address, target: posix.join(posix.dirname(from), address) }
  if (address.startsWith('#')) return { from, address, target: address.slice(1) }
  return { from, address, target: undefined }
}

/** The rule that one arrow breaks, if any. */
function faultOf(arrow: Arrow): string | undefined {
  if (arrow.address === COMPUTED) return 'an address put together at run time'
  return arrow.target === undefined
    ? packageFault(arrow)
    : (roomFault(arrow, arrow.target) ?? floorFault(arrow, arrow.target))
}

function packageFault({ from, address }: Arrow): string | undefined {
  const room = roomOf(from)
  const isTest = /\.test\.tsx?$/.test(from)
  if (isTest && TEST_PACKAGES.includes(address)) return undefined
  if (room === 'domain') return 'domain imports nothing'
  if (room === 'contract') return isZod(address) ? undefined : 'contract knows domain and zod only'
  if (room === 'server') return OF_THE_WEB.test(address) ? 'server and web never meet' : undefined
  if (address.startsWith('node:') && !isTest) return 'no node: in web'
  if (isZod(address)) return from.startsWith('web/api/') ? undefined : 'in web, zod stands in api only'
  return OF_THE_SERVER.test(address) ? 'server and web never meet' : undefined
}

function roomFault({ from, address }: Arrow, target: string): string | undefined {
  const here = roomOf(from)
  const there = roomOf(target)
  // A test beside the code may use what the tests share.
  if (target.startsWith('../tests/support/') && here !== 'domain' && /\.test\.tsx?$/.test(from)) return undefined
  if (target.startsWith('..')) return 'nothing outside of src'
  if (here === there) return address.startsWith('#') ? 'inside a room by relative path' : undefined
  if (here === 'domain') return 'domain imports nothing'
  if (here === 'contract' && there !== 'domain') return 'contract knows domain and zod only'
  if (there === 'server' || there === 'web') return 'server and web never meet'
  return address.startsWith('#') ? undefined : 'between rooms by #domain/ and #contract/ only'
}

function floorFault(arrow: Arrow, target: string): string | undefined {
  if (roomOf(arrow.from) !== roomOf(target)) return undefined
  if (roomOf(target) === 'server') return serverFault(placeInServer(arrow.from), placeInServer(target))
  if (roomOf(target) === 'web') return webFault(arrow.from, target)
  return undefined
}

function roomOf(path: string): string {
  return path.split('/')[0] ?? ''
}

function isZod(address: string): boolean {
  return /^zod(?:\/|$)/.test(address)
}
