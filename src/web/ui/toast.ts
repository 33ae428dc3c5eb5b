import type { ReactNode } from 'react'
import { Store } from './store.ts'

export interface Toast {
  readonly id: number
  readonly tone: 'success' | 'danger' | 'stage'
  readonly content: ReactNode
  /** A button that undoes the command, or repairs what failed. */
  readonly act?: ReactNode
  /** The subject: a later toast with the same one replaces this one. */
  readonly about?: string | undefined
}

/** How long a toast shows. Toasts of tone `danger` stay until `dismissAbout` or the person removes them. */
const SHOWN_MS = 5_000

export const toasts = new Store<readonly Toast[]>([])
let lastId = 0

function keepOnly(isKept: (toast: Toast) => boolean): void {
  toasts.set(toasts.read().filter(isKept))
}

export function dismissToast(id: number): void {
  keepOnly((toast) => toast.id !== id)
}

/** Removes every toast but those of tone `danger`. Called when a form is submitted. */
export function dismissNews(): void {
  keepOnly(({ tone }) => tone === 'danger')
}

/** Removes the toasts about a subject: the command that failed has succeeded since. */
export function dismissAbout(about: string): void {
  keepOnly((toast) => toast.about !== about)
}

/** Shows a toast. Replaces one with the same content or about the same subject, and every one of another tone than `danger`. */
export function toast(
  content: ReactNode,
  { tone = 'success', act, about }: Partial<Pick<Toast, 'tone' | 'act' | 'about'>> = {},
): void {
  lastId += 1
  const id = lastId
  const next: Toast = { id, tone, content, act, about }
  const isSettled = (old: Toast) => old.content === content || (about !== undefined && old.about === about)
  toasts.set([...toasts.read().filter((old) => old.tone === 'danger' && !isSettled(old)), next])
  if (tone !== 'danger') setTimeout(() => dismissToast(id), SHOWN_MS)
}

/** `long`: a command has no answer after 4 s. `again`: its request got no answer and is retried. */
export type Slowness = 'long' | 'again' | null

/** The slowness of the commands under way, shown beside the toasts: `again` if one is retried, else `long`, else `null`. */
export const slowness = new Store<Slowness>(null)
