import type { ReactNode } from 'react'
import { SonClave } from '../ui/SonClave.tsx'

interface Props {
  readonly title: string
  /** The purpose of the screen, in a sentence. */
  readonly purpose?: string
  readonly children: ReactNode
}

/** The layout of the screens about signing in: a title on dark, one column below. */
export function Umbral({ title, purpose, children }: Props) {
  return (
    <main className="flex grow flex-col">
      <div className="stage beams px-4 pt-6 pb-7">
        <div className="mx-auto max-w-110">
          <SonClave played="fill-gold" />
          <h1 className="mt-3 text-42 uppercase">{title}</h1>
          {purpose && <p className="mt-1.5 text-15 text-balance text-muted">{purpose}</p>}
        </div>
      </div>
      <div className="mx-auto w-full max-w-118 grow px-4 pt-6 pb-12">{children}</div>
    </main>
  )
}
