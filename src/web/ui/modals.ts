/** The open modals, the topmost last. Everything outside of the topmost is inert, so what must be reachable goes into it. */
let modals: readonly HTMLDialogElement[] = []
const readers = new Set<() => void>()

export const readTopModal = (): HTMLDialogElement | undefined => modals.at(-1)

export function subscribeModals(notify: () => void): () => void {
  readers.add(notify)
  return () => {
    readers.delete(notify)
  }
}

/** Opens a modal above the others; the answer closes it, which returns the focus to where it came from. */
export function openModal(modal: HTMLDialogElement): () => void {
  modal.showModal()
  set([...modals, modal])
  return () => {
    set(modals.filter((other) => other !== modal))
    modal.close()
  }
}

function set(next: typeof modals): void {
  modals = next
  for (const notify of readers) notify()
}
