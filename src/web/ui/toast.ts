import type { ReactNode } from 'react'

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

let toasts: readonly Toast[] = []
let lastId = 0
const readers = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const notify of readers) notify()
}

export const readToasts = (): readonly Toast[] => toasts

export function subscribeToasts(notify: () => void): () => void {
  readers.add(notify)
  return () => {
    readers.delete(notify)
  }
}

export function dismissToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id))
}

/** What was said of the last act is not true of the next. What went wrong stays. */
export function dismissNews(): void {
  set(toasts.filter(({ tone }) => tone === 'danger'))
}

/** It has been done after all: what went wrong with it before is no news. */
export function settle(about: string): void {
  set(toasts.filter((toast) => toast.about !== about))
}

/** Nothing of it is for who looks now. */
export function dismissAll(): void {
  set([])
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
  set([...toasts.filter((old) => old.tone === 'danger' && !isSettled(old)), next])
  if (tone !== 'danger') setTimeout(() => dismissToast(id), SHOWN_MS)
}
