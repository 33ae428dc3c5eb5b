import type { ReactNode } from 'react'
import { Store } from './store.ts'

export interface Toast {
  readonly id: number
  readonly tone: 'success' | 'danger' | 'stage'
  readonly content: ReactNode
  /** A `ToastAct`, when it can be taken back. */
  readonly act?: ReactNode
  /** What it tells of: what is said of the same thing next takes its place. */
  readonly about?: string
}

/** Success is read in a glance and goes; what went wrong stays until somebody has dealt with it. */
const SHOWN_MS = 5_000

export const toasts = new Store<readonly Toast[]>([])
let lastId = 0

function keepOnly(isKept: (toast: Toast) => boolean): void {
  toasts.set(toasts.read().filter(isKept))
}

export function dismissToast(id: number): void {
  keepOnly((toast) => toast.id !== id)
}

/** What was said of the last act is not true of the next. What went wrong stays. */
export function dismissNews(): void {
  keepOnly(({ tone }) => tone === 'danger')
}

/** It has been done after all: what went wrong with it before is no news. */
export function dismissAbout(about: string): void {
  keepOnly((toast) => toast.about !== about)
}

/** Nothing of it is for who looks now. */
export function dismissAll(): void {
  toasts.set([])
}

/** Says something in the corner. The same sentence again, or another of the same thing, replaces the one that is there. */
export function toast(
  content: ReactNode,
  { tone = 'success', act, about }: Partial<Pick<Toast, 'tone' | 'act' | 'about'>> = {},
): void {
  lastId += 1
  const id = lastId
  const next: Toast = { id, tone, content, act, ...(about !== undefined && { about }) }
  const isSettled = (old: Toast) => old.content === content || (about !== undefined && old.about === about)
  // One thing done at a time is enough to read; faults pile up until they are settled or dismissed.
  toasts.set([...toasts.read().filter((old) => old.tone === 'danger' && !isSettled(old)), next])
  if (tone !== 'danger') setTimeout(() => dismissToast(id), SHOWN_MS)
}
