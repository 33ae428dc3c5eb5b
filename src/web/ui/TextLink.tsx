import type { ReactNode } from 'react'

/** A link on a line of its own, with a touch target of 44 px. */
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
