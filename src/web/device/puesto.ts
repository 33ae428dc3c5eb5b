import type { DBSchema } from 'idb'
import type { Parts } from '#contract/live.ts'
import type { Dia } from '#domain/dia.ts'
import type { Toque } from '#domain/llegada.ts'
import { opener } from './opener.ts'
import { puestoOfBrowser } from './puestoOfBrowser.ts'

/** What the page of a post last received by its link. */
export interface KeptEnlace {
  readonly enlace: string
  readonly parts: Parts
  /** The server's clock at the last contact, and that of the device at that moment; ms since 1970. */
  readonly ahora: number
  readonly device: number
  /** The entries whose track was replaced while the device was away and was not played since. */
  readonly cambiadas?: readonly string[]
}

/** The track of an entry on the device. */
export interface KeptPista {
  readonly enlace: string
  readonly competidorId: string
  readonly version: string
  readonly mp3: Blob
}

type StoredPista = Omit<KeptPista, 'mp3'> & { readonly mp3: Blob | ArrayBuffer }

const withBlob = ({ mp3, ...pista }: StoredPista): KeptPista => ({ ...pista, mp3: new Blob([mp3]) })

/** A tap that the server has not answered. */
export interface KeptToque extends Toque {
  readonly enlace: string
  readonly dia: Dia
}

interface Schema extends DBSchema {
  enlaces: { key: string; value: KeptEnlace }
  pistas: { key: [string, string]; value: StoredPista; indexes: { enlace: string } }
  toques: { key: [string, string]; value: KeptToque; indexes: { enlace: string } }
}

const open = opener<Schema>('puesto', 1, (db) => {
  db.createObjectStore('enlaces', { keyPath: 'enlace' })
  for (const name of ['pistas', 'toques'] as const)
    db.createObjectStore(name, { keyPath: ['enlace', 'competidorId'] }).createIndex('enlace', 'enlace')
})

/** What the posts of this browser keep, by their link. In IndexedDB, which works on plain http. Every method rejects when storage fails. */
export const puesto = {
  read: async (enlace: string): Promise<KeptEnlace | undefined> => (await open()).get('enlaces', enlace),
  change: async (enlace: string, change: Partial<KeptEnlace>): Promise<void> => {
    puestoOfBrowser.write(true)
    const tx = (await open()).transaction('enlaces', 'readwrite')
    const stored = (await tx.store.get(enlace)) ?? { enlace, parts: {}, ahora: 0, device: 0 }
    await tx.store.put({ ...stored, ...change })
    await tx.done
  },

  listPistas: async (enlace: string): Promise<KeptPista[]> =>
    (await (await open()).getAllFromIndex('pistas', 'enlace', enlace)).map(withBlob),
  listPistaIds: async (enlace: string): Promise<string[]> =>
    (await (await open()).getAllKeysFromIndex('pistas', 'enlace', enlace)).map(([, competidorId]) => competidorId),
  readPista: async (enlace: string, competidorId: string): Promise<KeptPista | undefined> => {
    const pista = await (await open()).get('pistas', [enlace, competidorId])
    return pista && withBlob(pista)
  },
  /** Keeps nothing for a link that this browser does not keep (any more). */
  keepPista: async (pista: KeptPista): Promise<void> => {
    const put = async (mp3: Blob | ArrayBuffer): Promise<void> => {
      const tx = (await open()).transaction(['enlaces', 'pistas'], 'readwrite')
      const isKept = await tx.objectStore('enlaces').get(pista.enlace)
      await Promise.all([isKept && tx.objectStore('pistas').put({ ...pista, mp3 }), tx.done])
    }
    await put(pista.mp3).catch(async (error: unknown) => {
      if (error instanceof DOMException && error.name === 'QuotaExceededError') throw error
      // WebKit stores no blob in a private window.
      await put(await pista.mp3.arrayBuffer())
    })
  },
  deletePista: async (enlace: string, competidorId: string): Promise<void> =>
    (await open()).delete('pistas', [enlace, competidorId]),

  listToques: async (enlace: string): Promise<KeptToque[]> =>
    (await open()).getAllFromIndex('toques', 'enlace', enlace),
  keepToque: async (toque: KeptToque): Promise<void> => {
    puestoOfBrowser.write(true)
    await (await open()).put('toques', toque)
  },
  /** Deletes answered taps, but one that was followed by another for its entry. */
  deleteToques: async (answered: readonly KeptToque[]): Promise<void> => {
    const tx = (await open()).transaction('toques', 'readwrite')
    for (const { enlace, competidorId, at, llego } of answered) {
      const now = await tx.store.get([enlace, competidorId])
      if (now?.at === at && now.llego === llego) await tx.store.delete([enlace, competidorId])
    }
    await tx.done
  },

  /** Deletes what the device shows and plays by a link. Its taps stay: the page says how many were not sent. */
  forget: async (enlace: string): Promise<void> => {
    const tx = (await open()).transaction(['enlaces', 'pistas'], 'readwrite')
    await tx.objectStore('enlaces').delete(enlace)
    const pistas = tx.objectStore('pistas')
    for (const key of await pistas.index('enlace').getAllKeys(enlace)) await pistas.delete(key)
    await tx.done
  },
  listEnlaces: async (): Promise<KeptEnlace[]> => (await open()).getAll('enlaces'),
}
