import type { ReactNode } from 'react'

export interface Toast {
  readonly id: number
  readonly tone: 'success' | 'danger' | 'stage'
  readonly content: ReactNode
  /** A `ToastAct`, when it can be taken back. */
  readonly act?: ReactNode
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

/** What was said is settled: faults of one thing go when it has been done after all. */
export function dismissAll(): void {
  set([])
}

/** Says something in the corner. The same sentence again replaces the one that is there. Answers with what takes it away. */
export function toast(
  content: ReactNode,
  { tone = 'success', act }: Partial<Pick<Toast, 'tone' | 'act'>> = {},
): () => void {
  lastId += 1
  const next: Toast = { id: lastId, tone, content, act }
  // One thing done at a time is enough to read; faults pile up until they are dismissed.
  set([...toasts.filter((old) => old.tone === 'danger' && old.content !== content), next])
  const dismiss = () => dismissToast(next.id)
  if (tone !== 'danger') setTimeout(dismiss, SHOWN_MS)
  return dismiss
}
