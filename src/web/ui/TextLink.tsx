import type { ReactNode } from 'react'

/** A way on that is no button: a line of its own, as tall as a finger. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="mx-auto grid min-h-11 items-center px-3 font-semibold text-link underline underline-offset-4"
    >
      {children}
    </a>
  )
}
