import { createHash } from 'node:crypto'
import type { Arbol } from '#contract/interchange.ts'
import type { JuecesTable } from '../db/schema.ts'
import { findByLabel, needsKey } from './named.ts'
import type { Notices, Path } from './notices.ts'
import { compare, recordsOf } from './records.ts'
import { freeId } from './rows.ts'

/** The judges of a tree: those it describes, and those who are only a name above marks. */
export interface Jueces {
  /** Who is meant above some marks. A name that nobody has is a new judge, switched off. */
  readonly find: (label: string, path: Path) => string | undefined
  readonly rows: () => JuecesTable[]
}

export function readJueces({ extra }: Arbol, notices: Notices): Jueces {
  const described = recordsOf(extra?.jueces).map(([id, { nombre, activo }]) => {
    if (!nombre) notices.fault(['extra', 'jueces', id, 'nombre'], 'Falta el nombre del juez.')
    return { id, nombre: nombre ?? '', activo: activo === true ? 1 : 0 } as const
  })
  const named = described.map(({ id, nombre }) => ({ key: id, nombre }))
  const others = new Map<string, JuecesTable>()
  const taken = new Set(described.map(({ id }) => id))

  function another(nombre: string): string {
    const known = others.get(nombre)
    if (known) return known.id
    const id = freeId(juezIdOf(nombre), taken)
    taken.add(id)
    others.set(nombre, { id, nombre, activo: 0 })
    return id
  }

  return {
    find: (label, path) => {
      const found = findByLabel(label, named)
      if (found && found !== 'ambiguous') return found.key
      if (found === undefined && label !== '') return another(label)
      notices.fault(path, found ? 'Varios jueces se llaman así: pon el identificador.' : 'Falta el nombre del juez.')
      return undefined
    },
    rows: () => [...described, ...others.values()].toSorted((a, b) => compare(a.id, b.id)),
  }
}

/** The id of a judge who came in as a name: from the name alone, so that the same tree makes the same judge. */
export function juezIdOf(nombre: string): string {
  return `juez-${createHash('sha256').update(nombre).digest('base64url').slice(0, 22)}`
}

/** Whether a judge is nothing more than a name above marks: then the marks alone give them back. */
export function isJustName(juez: JuecesTable, jueces: readonly JuecesTable[], withMarks: ReadonlySet<string>): boolean {
  const named = jueces.map(({ id, nombre }) => ({ key: id, nombre }))
  return (
    juez.activo === 0 &&
    juez.id === juezIdOf(juez.nombre) &&
    withMarks.has(juez.id) &&
    !needsKey(
      { key: juez.id, nombre: juez.nombre },
      named.filter(({ key }) => key !== juez.id),
    )
  )
}
