const SUBJECT_FLOOR = 2

const FLOORS: Readonly<Record<string, number>> = {
  ui: 0,
  live: 0,
  api: 0,
  outbox: 0,
  publico: 0,
  paths: 0,
  address: 0,
  parts: 1,
  // Every other folder is a subject.
  app: 3,
  main: 4,
}

interface Place {
  readonly unit: string
  readonly floor: number
}

function placeOf(path: string): Place {
  const unit = (path.split('/')[1] ?? '').replace(/(?:\.test)?\.tsx?$/, '')
  return { unit, floor: FLOORS[unit] ?? SUBJECT_FLOOR }
}

/** ui, live, api, outbox, publico, paths, address ← parts ← subjects ← app; two subjects never meet; what is only looks knows nothing else. */
export function webFault(fromPath: string, toPath: string): string | undefined {
  if (/\.(?:css|svg|woff2|webp|png|jpg)$/.test(toPath)) return undefined
  const from = placeOf(fromPath)
  const to = placeOf(toPath)
  if (from.unit === to.unit) return undefined
  if (to.floor > from.floor) return 'no arrow runs back up'
  if (from.floor === SUBJECT_FLOOR && to.floor === SUBJECT_FLOOR) return 'two subjects never meet'
  if (from.unit === 'ui') return 'ui knows nothing but itself'
  return undefined
}
