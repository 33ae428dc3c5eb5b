/** Where a file of the server stands: its unit (`db`, `env`, a subject …), that unit's floor, and its part within. */
export interface Place {
  readonly unit: string
  readonly floor: number
  readonly part: string
}

const SUBJECT_FLOOR = 3

const FLOORS: Readonly<Record<string, number>> = {
  db: 0,
  files: 0,
  env: 0,
  queue: 0,
  deps: 1,
  work: 1,
  world: 1,
  http: 2,
  live: 2,
  // Every other folder is a subject.
  registry: 4,
  app: 4,
  main: 5,
  cli: 5,
}

/** What the parts of a subject may use of their own subject. Any other file is a piece that all of them may use. */
const USES: Readonly<Record<string, readonly string[]>> = {
  routes: ['commands', 'piece'],
  commands: ['store', 'piece'],
  views: ['store', 'piece'],
  store: ['piece'],
  piece: ['piece', 'store'],
}

export function placeInServer(path: string): Place {
  const [, unit = '', ...rest] = path.replace(/(?:\.test)?\.tsx?$/, '').split('/')
  const name = rest.join('/')
  return { unit, floor: FLOORS[unit] ?? SUBJECT_FLOOR, part: name in USES ? name : 'piece' }
}

/** No arrow runs back up; between subjects only to a store or a piece; inside a subject routes → commands → store ← views. */
export function serverFault(from: Place, to: Place): string | undefined {
  if (to.floor > from.floor) return 'no arrow runs back up'
  if (from.unit === to.unit) return from.floor === SUBJECT_FLOOR ? faultInSubject(from.part, to.part) : undefined
  if (from.unit === 'cli') return to.floor > SUBJECT_FLOOR ? 'no arrow runs back up' : undefined
  if (from.floor === SUBJECT_FLOOR && to.floor === SUBJECT_FLOOR) {
    const open = to.part === 'store' || to.part === 'piece'
    return open && from.part !== 'routes' ? undefined : 'of another subject, never its commands, routes or views'
  }
  return undefined
}

function faultInSubject(from: string, to: string): string | undefined {
  if (from === to || USES[from]?.includes(to)) return undefined
  return 'routes → commands → store, views → store'
}
