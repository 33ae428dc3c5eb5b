import { session } from '../api/session.ts'
import { Borrador } from '../parts/borrador.ts'

const NUEVA = 'nueva'

/**
 * What the person of this tab has begun on the screen of entries: who leaves it, or sees it close and open again, finds
 * it as it was. It ends with their session.
 */
class Borradores {
  #editingId: string | null = null
  readonly #begun = new Map<string, Borrador>()
  readonly #readers = new Set<() => void>()

  /** The entry that is being changed. */
  readonly read = (): string | null => this.#editingId

  readonly subscribe = (notify: () => void): (() => void) => {
    this.#readers.add(notify)
    return () => {
      this.#readers.delete(notify)
    }
  }

  /** What is begun of an entry; `undefined` is a new one. */
  of(id: string = NUEVA): Borrador {
    const begun = this.#begun.get(id) ?? new Borrador()
    this.#begun.set(id, begun)
    return begun
  }

  /** Turns to an entry, or to a new one. What was begun of another waits. */
  edit(id: string | null): void {
    this.#editingId = id
    for (const notify of this.#readers) notify()
  }

  /** Nothing more comes of what was begun of an entry. */
  drop(id: string): void {
    this.#begun.get(id)?.drop()
    this.#begun.delete(id)
    if (this.#editingId === id) this.edit(null)
  }

  forget(): void {
    for (const begun of this.#begun.values()) begun.forget()
    this.#begun.clear()
    this.edit(null)
  }
}

export const borradores = new Borradores()

let persona = personaNow()
session.subscribe(() => {
  const before = persona
  persona = personaNow()
  if (persona !== before) borradores.forget()
})

function personaNow(): string | undefined {
  const sesion = session.read()
  return sesion && sesion.role !== 'visitante' ? sesion.id : undefined
}
