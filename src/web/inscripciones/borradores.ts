import { session } from '../api/session.ts'
import { Store } from '../ui/store.ts'
import { Borrador } from './borrador.ts'

/**
 * The drafts of the screen of entries. A draft outlives its form, which is unmounted while entries are closed or another
 * entry is edited. Leaving the screen drops the drafts, after a question. A draft that is being sent stays until then.
 * The value of the store is the id of the edited entry; null for a new entry.
 */
class Borradores extends Store<string | null> {
  /** By the id of the entry. */
  readonly #drafts = new Map<string | null, Borrador>()

  /** Returns the draft of an entry as it is now, or starts one. `null` is a new entry. */
  of(id: string | null, entry?: ConstructorParameters<typeof Borrador>[0]): Borrador {
    const borrador = this.#drafts.get(id) ?? new Borrador(entry)
    this.#drafts.set(id, borrador)
    borrador.follow(entry)
    return borrador
  }

  /** Whether leaving the screen loses changes. */
  isUnsaved(): boolean {
    return [...this.#drafts.values()].some((borrador) => borrador.isUnsaved())
  }

  /** Drops every draft that is not being sent. */
  dropIdle(): void {
    for (const [key, borrador] of this.#drafts) if (borrador.draft.read().phase === null) this.drop(key)
  }

  /**
   * Edits an entry, or a new one (`null`). Other drafts with changes are kept. Drafts without changes are dropped, because
   * their entries may change before they are edited again.
   */
  edit(id: string | null): void {
    for (const [key, borrador] of this.#drafts) {
      if (borrador.draft.read().phase === null && !borrador.isUnsaved()) this.#drafts.delete(key)
    }
    this.set(id)
  }

  /** Drops the draft of an entry. */
  drop(id: string | null): void {
    this.#drafts.get(id)?.drop()
    this.#drafts.delete(id)
    if (this.read() === id) this.edit(null)
  }

  forget(): void {
    for (const borrador of this.#drafts.values()) borrador.forget()
    this.#drafts.clear()
    this.edit(null)
  }
}

export const borradores = new Borradores(null)

session.left.subscribe(() => borradores.forget())
