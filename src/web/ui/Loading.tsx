import type { ReactNode } from 'react'
import { SonClave } from './SonClave.tsx'

/** A placeholder with the shape of a list: as many rows as usually arrive, so that the page does not jump. */
export function Loading({ children, rows = 4 }: { children: ReactNode; rows?: number }) {
  return (
    <div aria-busy className="waiting rounded-16 border border-line bg-surface p-5">
      <SonClave className="mx-auto mt-4 mb-3 animate-pulse" />
      <output className="mb-6 block text-center font-display text-20 font-semibold">{children}</output>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} aria-hidden className="flex h-14 items-center gap-4 border-t border-line">
          <span className="h-4 w-12 rounded-full bg-sunken" />
          <span className="h-4 max-w-60 grow rounded-full bg-sunken" />
          <span className="ml-auto h-5 w-20 rounded-full bg-sunken" />
        </div>
      ))}
    </div>
  )
}
