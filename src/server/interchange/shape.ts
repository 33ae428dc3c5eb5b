import { isStorable } from '#domain/texto.ts'
import { arbol, type Arbol } from '#contract/interchange.ts'
import { sentenceOf } from '../http/problems.ts'
import { isReserved } from './records.ts'

/**
 * A fault or a warning about one value of an imported tree: the path of the value (`competidores/salsa_on1/-Oabc/orden`) and
 * a message.
 */
export interface Notice {
  readonly path: string
  readonly message: string
}

export type Path = readonly PropertyKey[]

/** Collects every fault and warning of a tree, so that one import reports them all. */
export class Notices {
  readonly faults: Notice[] = []
  readonly warnings: Notice[] = []
  readonly #told = new Set<string>()

  /** Adds a fault, once: a value may fail several checks that have one sentence. */
  fault(path: Path, message: string): void {
    const fault = { path: pathText(path), message: withoutControls(message) }
    const text = JSON.stringify(fault)
    if (this.#told.has(text)) return
    this.#told.add(text)
    this.faults.push(fault)
  }

  warn(path: Path, message: string): void {
    this.warnings.push({ path: pathText(path), message: withoutControls(message) })
  }

  /** Warns when a record says another id than its key in the tree, which is the one that counts. */
  warnOtherId(path: Path, given: string | null, id: string): void {
    if (given && given !== id) this.warn(path, `Dice «${given}»; se usa el identificador «${id}».`)
  }

  hasFault(path: Path): boolean {
    return this.faults.some((fault) => fault.path === pathText(path))
  }
}

function pathText(path: Path): string {
  return withoutControls(path.map(String).join('/'))
}

/** Replaces control characters: a terminal would execute those of a hostile tree. */
function withoutControls(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '�')
}

/**
 * Checks the shape of a tree. Each value that does not fit is reported and left out, so that the other checks still run and
 * one import reports every fault.
 */
export function readShape(json: unknown, notices: Notices): Arbol {
  const clean = storableOf(json, notices, [])
  const strict = arbol.safeParse(clean, { error: sentenceOf })
  if (strict.success) return strict.data
  for (const issue of strict.error.issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : []
    for (const path of unknown.map((key) => [...issue.path, key])) {
      notices.warn(path, 'Campo desconocido: no se importa.')
      remove(clean, path)
    }
    if (unknown.length > 0) continue
    const [inKey] = issue.code === 'invalid_key' ? issue.issues : []
    notices.fault(issue.path, (inKey ?? issue).message)
    remove(clean, issue.path)
  }
  return arbol.safeParse(clean).data ?? arbol.parse({})
}

/** More levels than any valid tree has. */
const DEPTH_MAX = 12

/** A copy of a value without the texts and names that the databases cannot store; reports each of them as a fault. */
function storableOf(value: unknown, notices: Notices, path: Path): unknown {
  if (typeof value === 'string') {
    if (isStorable(value)) return value
    notices.fault(path, 'Hay caracteres que no se pueden guardar.')
    return null
  }
  if (typeof value !== 'object' || value === null) return value
  if (path.length > DEPTH_MAX) {
    notices.fault(path, 'Hay demasiados niveles.')
    return null
  }
  if (Array.isArray(value)) return value.map((item, index) => storableOf(item, notices, [...path, index]))
  const entries = Object.entries(value).filter(([name]) => isUsableName(name, notices, [...path, name]))
  return Object.fromEntries(entries.map(([name, item]) => [name, storableOf(item, notices, [...path, name])]))
}

function isUsableName(name: string, notices: Notices, path: Path): boolean {
  if (isReserved(name)) notices.fault(path, 'Ese nombre no se puede usar.')
  else if (!isStorable(name)) notices.fault(path, 'El nombre tiene caracteres que no se pueden guardar.')
  else return true
  return false
}

/** Removes the value at a path. An item of a list becomes null, so that the other items keep their index. */
function remove(tree: unknown, [step, ...rest]: Path): void {
  if (step === undefined || typeof tree !== 'object' || tree === null) return
  if (rest.length > 0) return remove(Reflect.get(tree, step), rest)
  if (Array.isArray(tree)) Reflect.set(tree, step, null)
  else Reflect.deleteProperty(tree, step)
}
