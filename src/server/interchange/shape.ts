import { arbol, type Arbol } from '#contract/interchange.ts'
import { keepableOf } from './keepable.ts'
import type { Notices, Path } from './notices.ts'

type Issue = NonNullable<ReturnType<typeof arbol.safeParse>['error']>['issues'][number]

/**
 * Reads the tree's shape. What does not fit is told and left out, so that the rest can still be looked at: somebody who
 * mends a tree wants to hear everything at once.
 */
export function readShape(json: unknown, notices: Notices): Arbol {
  const clean = keepableOf(json, notices)
  const strict = arbol.safeParse(clean)
  if (strict.success) return strict.data
  for (const issue of strict.error.issues) tell(issue, notices)
  for (const issue of strict.error.issues) drop(clean, issue)
  return arbol.safeParse(clean).data ?? {}
}

function tell(issue: Issue, notices: Notices): void {
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) notices.warn([...issue.path, key], 'Campo desconocido: no se importa.')
    return
  }
  const message = issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined
  notices.fault(issue.path, message ?? issue.message)
}

/** Takes out of the copy what an issue is about. In a list the place stays, so that the others keep theirs. */
function drop(tree: unknown, issue: Issue): void {
  if (issue.code !== 'unrecognized_keys') return remove(tree, issue.path)
  for (const key of issue.keys) remove(tree, [...issue.path, key])
}

function remove(tree: unknown, path: Path): void {
  const [step, ...rest] = path
  if (step === undefined || typeof tree !== 'object' || tree === null) return
  if (rest.length > 0) return remove(Reflect.get(tree, step), rest)
  if (Array.isArray(tree)) Reflect.set(tree, step, null)
  else Reflect.deleteProperty(tree, step)
}
