import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb'
import type { DeJuez } from '#contract/views/jueces.ts'
import { isRecibida, type Mark, type MarkKey } from '../outbox/mark.ts'
import { opener } from './opener.ts'

/**
 * The last known document of a judge, whose view says `keeps: 'owner'`. `ahora`: the server's clock when it was kept, in ms
 * since 1970.
 */
export interface KeptDocumento {
  readonly juezId: string
  readonly documento: DeJuez
  readonly ahora: number
  readonly zona: string | undefined
}

/** Storage of the device for the marks of judges and their last known document. Every method rejects when storage fails. */
export interface Shelf {
  readonly list: (juezId: string) => Promise<Mark[]>
  /** Replaces a mark by `next` of the stored one, in one transaction; resolves once it is on the disk. */
  readonly change: (of: MarkKey, next: (stored: Mark | undefined) => Mark | undefined) => Promise<Mark | undefined>
  readonly keep: (kept: KeptDocumento) => Promise<void>
  readonly read: (juezId: string) => Promise<KeptDocumento | undefined>
  /** Number of times that this page has made the storage. When it grows, the browser or a person has deleted everything. */
  readonly timesMade: () => number
  /** Number of sent marks without an answer of all judges but one. */
  readonly countPendientesOfOthers: (juezId: string | null) => Promise<number>
  /** Deletes the documents and the answered marks of all judges but one. The server has both. */
  readonly deleteOthers: (juezId: string | null) => Promise<void>
}

interface Schema extends DBSchema {
  marcas: { key: [string, string, number]; value: Mark; indexes: { juezId: string } }
  documentos: { key: string; value: KeptDocumento }
}

/**
 * A shelf in IndexedDB. The database opens at the first use, and again after the browser closed it or another tab deleted
 * it. While it does not open, every use rejects, after `OPEN_MS` at the latest.
 */
export function indexedDbShelf(name: string): Shelf {
  let timesMade = 0
  const open = opener<Schema>(name, 2, (db, from, tx) => {
    timesMade += 1
    // After a fault the marks stay as they were, and the opening rejects.
    upgrade(db, from, tx).catch(() => tx.abort())
  })
  return {
    timesMade: () => timesMade,
    list: async (juezId) => (await open()).getAllFromIndex('marcas', 'juezId', juezId),
    change: async ({ juezId, competidorId, intento }, next) => {
      const db = await open()
      const tx = db.transaction('marcas', 'readwrite', { durability: 'strict' })
      const stored = await tx.store.get([juezId, competidorId, intento])
      const mark = next(stored)
      if (mark) await tx.store.put(mark)
      else if (stored) await tx.store.delete([juezId, competidorId, intento])
      await tx.done
      return mark
    },
    keep: async (kept) => {
      await (await open()).put('documentos', kept)
    },
    read: async (juezId) => (await open()).get('documentos', juezId),
    countPendientesOfOthers: async (juezId) =>
      (await (await open()).getAll('marcas')).filter((mark) => mark.juezId !== juezId && mark.estado === 'pendiente')
        .length,
    deleteOthers: async (juezId) => {
      const tx = (await open()).transaction(['documentos', 'marcas'], 'readwrite')
      const [documentos, marcas] = [tx.objectStore('documentos'), tx.objectStore('marcas')]
      for (const key of await documentos.getAllKeys()) if (key !== juezId) await documentos.delete(key)
      for (const mark of await marcas.getAll()) {
        if (mark.juezId === juezId || !isRecibida(mark)) continue
        await marcas.delete([mark.juezId, mark.competidorId, mark.intento])
      }
      await tx.done
    },
  }
}

async function upgrade(
  db: IDBPDatabase<Schema>,
  from: number,
  tx: IDBPTransaction<Schema, ('documentos' | 'marcas')[], 'versionchange'>,
): Promise<void> {
  const kept = from === 0 ? [] : (await tx.objectStore('marcas').getAll()).map(fromVersion1)
  if (from === 0) db.createObjectStore('documentos', { keyPath: 'juezId' })
  else db.deleteObjectStore('marcas')
  const marcas = db.createObjectStore('marcas', { keyPath: ['juezId', 'competidorId', 'intento'] })
  marcas.createIndex('juezId', 'juezId')
  for (const mark of kept) await marcas.put(mark)
}

/** A mark as version 1 of the database stored it: entry and attempt in one field, apart by a NUL; `clave` for `key`. */
function fromVersion1(mark: Mark): Mark {
  const { clave, ...rest } = mark as Mark & { readonly clave?: string }
  const [competidorId = '', intento = '1'] = rest.competidorId.split('\0')
  return { ...rest, ...(clave !== undefined && { key: clave }), competidorId, intento: Number(intento) }
}
