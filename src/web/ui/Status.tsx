import { Children, type ReactNode, type Ref } from 'react'

interface Props {
  readonly children: ReactNode
  readonly className?: string
  /** For the focus to be put on what is said. */
  readonly ref?: Ref<HTMLDivElement>
}

/**
 * Where news is said. The live region is there from the start, or nobody hears the first of it; a `status` it is only
 * while it says something, so that who looks for one on the page finds what is said and no empty places.
 */
export function Status({ children, className, ref }: Props) {
  const isSaying = Children.toArray(children).some((child) => child !== '')
  return (
    <div
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      aria-live="polite"
      aria-atomic
      role={isSaying ? 'status' : undefined}
      className={className}
    >
      {children}
    </div>
  )
}
