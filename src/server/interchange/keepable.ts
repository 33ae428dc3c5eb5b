import { isKeepable } from '#contract/fields.ts'
import type { Notices, Path } from './notices.ts'

/** Deeper than any tree of ours. */
const DEPTH_MAX = 12

/** The same value without what no database keeps: every such text and every such name is a fault. */
export function keepableOf(value: unknown, notices: Notices, path: Path = []): unknown {
  if (typeof value === 'string') return keepableText(value, notices, path)
  if (typeof value !== 'object' || value === null) return value
  if (path.length > DEPTH_MAX) {
    notices.fault(path, 'Hay demasiados niveles.')
    return null
  }
  if (Array.isArray(value)) return value.map((item, index) => keepableOf(item, notices, [...path, index]))
  const entries = Object.entries(value).filter(([name]) => isUsableName(name, notices, [...path, name]))
  return Object.fromEntries(entries.map(([name, item]) => [name, keepableOf(item, notices, [...path, name])]))
}

function keepableText(value: string, notices: Notices, path: Path): string | null {
  if (isKeepable(value)) return value
  notices.fault(path, 'Hay caracteres que no se pueden guardar.')
  return null
}

/** Names that mean something to the machine itself, and not to the event. */
export function isReserved(name: string): boolean {
  return name === '__proto__'
}

function isUsableName(name: string, notices: Notices, path: Path): boolean {
  if (isReserved(name)) notices.fault(path, 'Ese nombre no se puede usar.')
  else if (!isKeepable(name)) notices.fault(path, 'El nombre tiene caracteres que no se pueden guardar.')
  else return true
  return false
}
