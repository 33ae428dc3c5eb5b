import { Fragment, type ReactNode } from 'react'
import { Store, useStore } from './store.ts'

/** The open modals, the topmost last. Everything outside of the topmost one is inert. */
export const modals = new Store<readonly HTMLDialogElement[]>([])

/** The dialogs at the root of the page, which `openDialog` opens. */
export const dialogs = new Store<readonly { readonly id: number; readonly content: ReactNode }[]>([])

/** Closes every dialog at the root: another page is shown, or another person uses the tab. */
export function closeDialogs(): void {
  dialogs.set([])
}

/** Shows the dialogs at the root. */
export function Dialogs() {
  return useStore(dialogs).map(({ id, content }) => <Fragment key={id}>{content}</Fragment>)
}
