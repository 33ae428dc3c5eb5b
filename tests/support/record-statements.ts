import { appendFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** A setup file of the tests on SQLite. With TEST_STATEMENTS, each text that SQLite accepts is written once to that file. */
const file = process.env['TEST_STATEMENTS']
// oxlint-disable-next-line typescript/unbound-method -- It is called with the handle below.
const { prepare } = DatabaseSync.prototype
const isRecording = Symbol.for('salsa.statements')

// One process runs many test files, and each of them loads this file.
if (file && !(isRecording in DatabaseSync.prototype)) {
  const seen = new Set<string>()
  const recording: typeof prepare = function (this: DatabaseSync, text, ...rest) {
    const statement = prepare.call(this, text, ...rest)
    if (!seen.has(text)) appendFileSync(file, `${JSON.stringify(text)}\n`)
    seen.add(text)
    return statement
  }
  Object.assign(DatabaseSync.prototype, { prepare: recording, [isRecording]: true })
}
