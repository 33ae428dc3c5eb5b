import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Store } from './store.ts'

/** The open modals, the topmost last. Everything outside of the topmost one is inert. */
export const modals = new Store<readonly HTMLDialogElement[]>([])

interface Props {
  readonly children: ReactNode
  readonly 'aria-label'?: string
  readonly 'aria-labelledby'?: string
  readonly 'aria-describedby'?: string
  /** A question that waits for an answer. */
  readonly role?: 'alertdialog'
  /** `any`: a press outside of it dismisses it too. */
  readonly closedby?: 'any'
  readonly className?: string
  /** Escape, the gesture of going back, or a press outside. It closes when its owner takes it off the page. */
  readonly onDismiss: () => void
}

const PANEL =
  'appear m-auto w-[min(100%-2rem,30rem)] rounded-20 border border-line bg-surface p-5 text-ink lifted sm:p-7'

/**
 * The one modal: a native dialog that is open as long as it is on the page. The browser keeps the focus inside and gives
 * it back. Toasts are shown inside of the topmost one.
 */
export function Modal({ children, className = PANEL, onDismiss, ...rest }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => (dialog.current ? open(dialog.current) : undefined), [])

  return (
    <dialog
      ref={dialog}
      className={className}
      onCancel={(event) => {
        // A file picker inside that is closed without a file sends the same event.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onDismiss()
      }}
      onClose={({ target, currentTarget }) => {
        // StrictMode mounts twice: the event of the first closing comes when the dialog is open again.
        if (target !== currentTarget || currentTarget.open) return
        onDismiss()
        // A browser closes it at a second Escape whatever is said to it. Its owner may want to keep it.
        if (currentTarget.isConnected) currentTarget.showModal()
      }}
      {...rest}
    >
      {children}
    </dialog>
  )
}

/** Opens a modal above the others. Returns the function that closes it: then the browser gives the focus back. */
function open(modal: HTMLDialogElement): () => void {
  modal.showModal()
  modals.set([...modals.read(), modal])
  return () => {
    modals.set(modals.read().filter((other) => other !== modal))
    modal.close()
  }
}
