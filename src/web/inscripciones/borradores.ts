import { session } from '../api/session.ts'
import { Store } from '../ui/store.ts'
import { Borrador } from '../parts/borrador.ts'

const NUEVA = 'nueva'

/**
 * The drafts of the screen of entries. They outlive their form, which goes while entries are closed or another one is
 * edited, and end with the screen: leaving it asks first. A draft whose press is under way stays until the press is done.
 * The value is the id of the entry that is being changed.
 */
class Borradores extends Store<string | null> {
  readonly #begun = new Map<string, Borrador>()

  constructor() {
    super(null)
  }

  /** The draft of an entry, begun on the entry as it is now; `null` is a new entry. */
  of(id: string | null, entry?: ConstructorParameters<typeof Borrador>[0]): Borrador {
    const key = id ?? NUEVA
    const begun = this.#begun.get(key) ?? new Borrador(entry)
    this.#begun.set(key, begun)
    return begun
  }

  /** Whether leaving the screen loses something. */
  isUnsaved(): boolean {
    return [...this.#begun.values()].some((begun) => begun.isUnsaved())
  }

  /** Drops every draft but those whose press is under way. A press that fails keeps its draft. */
  dropIdle(): void {
    for (const [key, begun] of this.#begun) if (begun.draft.read().phase === null) this.drop(key)
  }

  /**
   * Turns to an entry, or to a new one. What was begun of another waits; an untouched draft is dropped, since the entry
   * may have changed by the time one returns to it.
   */
  edit(id: string | null): void {
    for (const [key, begun] of this.#begun) {
      if (begun.draft.read().phase === null && !begun.isUnsaved()) this.#begun.delete(key)
    }
    this.set(id)
  }

  /** Drops the draft of an entry. */
  drop(id: string): void {
    this.#begun.get(id)?.drop()
    this.#begun.delete(id)
    if (this.read() === id) this.edit(null)
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
