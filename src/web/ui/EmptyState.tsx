import type { ReactNode } from 'react'
import { Clave } from './Clave.tsx'

interface Props {
  readonly title: string
  /** Why, or what helps. */
  readonly children: ReactNode
  /** A sign other than the house's own. */
  readonly icon?: ReactNode
  /** The way on: a button, or a link that looks like one. */
  readonly act: ReactNode
}

/** Nothing to show here, and what to do about it. */
export function EmptyState({ title, children, icon, act }: Props) {
  return (
    <div className="rounded-16 border border-dashed border-line bg-surface px-5 py-9 text-center">
      <div className="mb-4 flex justify-center text-muted">{icon ?? <Clave />}</div>
      <p className="font-display text-24 leading-tight font-semibold text-balance">{title}</p>
      <p className="mx-auto mt-2 mb-5 max-w-90 text-15 text-balance text-muted">{children}</p>
      {act}
    </div>
  )
}
