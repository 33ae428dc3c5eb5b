import { afterEach, beforeEach } from 'vitest'
import type { Database, Tx } from '../../src/server/db/database.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { aCategoria } from './builders.ts'
import { freshPlace, type Place } from './database.ts'

/** A fresh place with an open database for each test of the file that makes one: `place` and `db` are of the running test. */
export class EachDatabase {
  declare place: Place
  declare db: Database

  constructor() {
    beforeEach(async () => {
      this.place = await freshPlace()
      this.db = await openDatabase(this.place)
    })
    afterEach(async () => {
      await this.db.close()
      await this.place[Symbol.asyncDispose]()
    })
  }

  /** The names of the stored categories. */
  async names(): Promise<{ nombre: string | null }[]> {
    return this.db.read((tx) => tx.selectFrom('categorias').select('nombre').orderBy('nombre').execute())
  }
}

export async function insertCategoria(tx: Tx, nombre: string): Promise<void> {
  await tx.insertInto('categorias').values(aCategoria({ nombre })).execute()
}
