/**
 * A process of its own that loads a list, or undoes the load of an earlier process, and dies in the middle: as `kill -9` does, after so many statements of the transaction
 * that writes it.
 */
import type { KyselyPlugin } from 'kysely'
import { createCarga, undoCarga } from '#contract/inscripciones.ts'
import type { Database } from '../../src/server/db/database.ts'
import { startApp } from './app.ts'
import { FILAS_DE_CARGA } from './carga.ts'

let left = Infinity

const plugin: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
    return result
  },
}
const dying = (db: Database): Database => ({ ...db, write: (run) => db.write((tx) => run(tx.withPlugin(plugin))) })

const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl = null, STORAGE_URL: storageUrl = null } = process.env
const place = { dataDir, databaseUrl, storageUrl, [Symbol.asyncDispose]: async () => undefined }
await using app = await startApp({ place, database: dying })
const admin = await app.as('admin')
const [, , dies, carga] = process.argv
left = Number(dies)
if (carga === undefined) await admin.send(createCarga, { filas: FILAS_DE_CARGA })
else await admin.send(undoCarga, { id: carga })
