const SUBJECT_FLOOR = 5

/** From the ground up. A folder imports only folders of lower floors. */
const FLOORS: Readonly<Record<string, number>> = {
  ui: 0,
  live: 0,
  api: 0,
  device: 0,
  outbox: 0,
  paths: 0,
  address: 0,
  parts: 1,
  acceso: 2,
  horario: 2,
  calificaciones: 3,
  inscripciones: 4,
  // Every other subject stands on SUBJECT_FLOOR.
  bitacora: 6,
  app: 7,
  main: 8,
}

interface Place {
  readonly unit: string
  readonly floor: number
}

function placeOf(path: string): Place {
  const unit = (path.split('/')[1] ?? '').replace(/(?:\.test)?\.tsx?$/, '')
  return { unit, floor: FLOORS[unit] ?? SUBJECT_FLOOR }
}

/** ui, live, api, device, outbox, paths, address ← parts ← subjects ← app; subjects of one floor never meet; `ui` imports nothing else. */
export function webFault(fromPath: string, toPath: string): string | undefined {
  if (/\.(?:css|svg|woff2|webp|png|jpg)$/.test(toPath)) return undefined
  const from = placeOf(fromPath)
  const to = placeOf(toPath)
  if (from.unit === to.unit) return undefined
  if (to.floor > from.floor) return 'no arrow runs back up'
  if (from.floor === to.floor && from.floor > 0) return 'two subjects of one floor never meet'
  if (from.unit === 'ui') return 'ui knows nothing but itself'
  return undefined
}
