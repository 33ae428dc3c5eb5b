import { chmodSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Gives one run of vitest or Playwright a temporary folder of its own: `tmpdir()` in every process of the run. Returns what
 * removes it at the end of the run, also when tests have failed.
 */
// oxlint-disable-next-line import/no-default-export -- Both runners want the default export.
export default function setUpTempRoot(): () => Promise<void> {
  const before = process.env['TMPDIR']
  const folder = mkdtempSync(join(tmpdir(), 'salsa-pruebas-'))
  // PostgreSQL runs as another user when the tests run as root, with its data in a folder inside.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  return async () => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    // Not `rmSync`: when another process removes a file of the tree meanwhile, it stops early and throws no error.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
