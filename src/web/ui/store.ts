import { useSyncExternalStore } from 'react'

/** A set of listeners that is notified of every change. */
export class Observable {
  readonly #listeners = new Set<() => void>()

  get isObserved(): boolean {
    return this.#listeners.size > 0
  }

  /** Calls `notify` after every change. Returns the function that removes the listener. */
  readonly subscribe = (notify: () => void): (() => void) => {
    this.#listeners.add(notify)
    this.onSubscribed()
    return () => {
      this.#listeners.delete(notify)
      this.onUnsubscribed()
    }
  }

  notify(): void {
    for (const notify of this.#listeners) notify()
  }

  protected onSubscribed(): void {}

  protected onUnsubscribed(): void {}
}

/** A value that lives outside of the components. `set` replaces it and notifies the listeners, also with an equal value. */
export class Store<T> extends Observable {
  #value: T

  constructor(value: T) {
    super()
    this.#value = value
  }

  readonly read = (): T => this.#value

  set(value: T): void {
    this.#value = value
    this.notify()
  }
}

/** Resolves when the value of a store passes a test: at once, or after a change; in any case after `ms`. */
export async function until<T>(
  { subscribe, read }: Pick<Store<T>, 'subscribe' | 'read'>,
  test: (value: T) => boolean,
  ms?: number,
): Promise<void> {
  if (test(read())) return
  await new Promise<void>((resolve) => {
    const end = (): void => {
      stop()
      clearTimeout(late)
      resolve()
    }
    const stop = subscribe(() => (test(read()) ? end() : undefined))
    const late = ms === undefined ? undefined : setTimeout(end, ms)
  })
}

/**
 * Returns the value of a store; renders the component again when the value changes.
 *
 * @example
 * const toasts = new Store<readonly Toast[]>([])
 * const shown = useStore(toasts)
 */
export function useStore<T>({ subscribe, read }: Pick<Store<T>, 'subscribe' | 'read'>): T {
  return useSyncExternalStore(subscribe, read)
}

/** The text kept in `localStorage`; null without one, and where the browser refuses storage. */
export function readLocalText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Refused: then nothing is kept.
    return null
  }
}

/** Keeps a text in `localStorage`, or removes it for null. */
export function saveLocalText(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // The browser may refuse storage (private window, full disk): then the text lasts as long as the page.
  }
}
