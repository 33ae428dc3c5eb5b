/** A file of the server: its unit (`db`, `env`, a subject …), the floor of the unit, and the part of the unit. */
export interface Place {
  readonly unit: string
  readonly floor: number
  readonly part: string
}

/** The floors of the server, from the ground. A unit imports only units of lower floors. */
const FLOORS: readonly (readonly string[])[] = [
  ['disk-error', 'log-lines', 'queue'],
  ['env'],
  ['files'],
  ['db'],
  ['deps'],
  ['identity'],
  ['chores', 'sweep', 'work', 'world'],
  ['http'],
  ['live'],
  ['evento', 'musica', 'paises'],
  ['acceso', 'horario'],
  ['jueces', 'pantallas', 'programa'],
  ['calificaciones'],
  ['competidores', 'portada', 'preparativos', 'usuarios'],
  ['categorias'],
  ['inscripciones'],
  ['bitacora', 'interchange'],
  ['backup'],
  ['cli', 'ensayo', 'operations', 'page', 'registry'],
  ['app'],
  ['serve'],
  ['main', 'rehearse'],
]

const FIRST_SUBJECT = floorOf('evento')
const LAST_SUBJECT = floorOf('backup')

/** The files of a subject that its own parts may import. Any other file is a piece that all of them may use. */
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
  return { unit, floor: floorOf(unit), part: name in USES ? name : 'piece' }
}

/** The rule that an import inside the server breaks, if any. */
export function serverFault(from: Place, to: Place): string | undefined {
  if (from.floor === -1 || to.floor === -1) return 'every unit of the server has a floor'
  if (from.unit === to.unit) return isSubject(from) ? faultInSubject(from.part, to.part) : undefined
  if (to.floor >= from.floor) return 'no arrow runs back up'
  if (!isSubject(from) || !isSubject(to)) return undefined
  const isOpen = to.part === 'store' || to.part === 'piece'
  return isOpen && from.part !== 'routes' ? undefined : 'of another subject, never its commands, routes or views'
}

function floorOf(unit: string): number {
  return FLOORS.findIndex((floor) => floor.includes(unit))
}

function isSubject({ floor }: Place): boolean {
  return floor >= FIRST_SUBJECT && floor <= LAST_SUBJECT
}

function faultInSubject(from: string, to: string): string | undefined {
  if (from === to || USES[from]?.includes(to)) return undefined
  return 'routes → commands → store, views → store'
}
