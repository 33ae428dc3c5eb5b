import { useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { focusAround, placesOf } from './KeepFocus.tsx'
import { dialogs, modals } from './dialogs.tsx'
import { dismissNews } from './toast.ts'

export interface ModalProps extends Omit<ComponentProps<'dialog'>, 'ref'> {
  /** Called on Escape and the back gesture. The modal closes when its owner unmounts it. */
  readonly onDismiss: () => void
}

const PANEL =
  'appear m-auto w-[min(100%-2rem,30rem)] rounded-20 border border-line bg-surface p-5 text-ink lifted scroll-pb-24 sm:p-7'

/**
 * A native modal dialog, open while it is mounted. The browser keeps the focus inside and gives it back at the end. Toasts
 * show inside the topmost modal.
 */
export function Modal({ children, className = PANEL, onDismiss, ...rest }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => (dialog.current ? open(dialog.current) : undefined), [])

  return (
    <dialog
      {...rest}
      ref={dialog}
      className={className}
      onCancel={(event) => {
        // A file picker inside the dialog sends the same event when it is cancelled.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onDismiss()
      }}
      onClose={({ target, currentTarget }) => {
        // StrictMode mounts twice: the close event of the first mount comes when the dialog is open again.
        if (target !== currentTarget || currentTarget.open) return
        onDismiss()
        // Browsers close it at a second Escape in any case. The owner may keep it open.
        if (currentTarget.isConnected) currentTarget.showModal()
      }}
    >
      {children}
    </dialog>
  )
}

/** Opens a modal above the others. Returns the function that closes it: then the browser gives the focus back. */
function open(modal: HTMLDialogElement): () => void {
  // They would move into the modal and back: a screen reader would announce them again.
  dismissNews()
  modal.showModal()
  modals.set([...modals.read(), modal])
  return () => {
    modals.set(modals.read().filter((other) => other !== modal))
    modal.close()
  }
}

let lastId = 0

/**
 * Opens a dialog at the root of the page. It keeps what it was opened for: no live update, search or removed row changes or
 * closes it. It stays until its `close`, another address or another person. Then the focus returns to the control that asked,
 * or to what was around that control when it is gone. `render` is called once;
 * `close` returns false when the dialog was closed already.
 *
 * @example
 * openDialog((close) => <ConfirmDialog question="¿Salir?" onCancel={close} {...answers} />)
 */
export function openDialog(render: (close: () => boolean) => ReactNode): void {
  const places = placesOf(document.activeElement)
  lastId += 1
  const id = lastId
  const close = (): boolean => {
    if (!dialogs.read().some((one) => one.id === id)) return false
    // Nothing behind an open dialog can take the focus: the dialog is unmounted first.
    flushSync(() => dialogs.set(dialogs.read().filter((one) => one.id !== id)))
    focusAround(places)
    return true
  }
  dialogs.set([...dialogs.read(), { id, content: render(close) }])
}
