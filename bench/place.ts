import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const OUT: string = fileURLToPath(new URL('out/', import.meta.url))

/** A folder on the disk of this copy, gone when the process is: a temporary folder may be memory. */
export function freshFolder(): string {
  mkdirSync(OUT, { recursive: true })
  const folder = mkdtempSync(join(OUT, 'datos-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
