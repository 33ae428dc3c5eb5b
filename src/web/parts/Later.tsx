import { Suspense, type ReactNode } from 'react'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'

/** A part of a page whose code comes after the first picture. While it is missing the rest of the page works. */
export function Later({ children, place }: { readonly children: ReactNode; readonly place?: ReactNode }) {
  return (
    <ErrorBoundary of="frame">
      <Suspense fallback={place}>{children}</Suspense>
    </ErrorBoundary>
  )
}
