import { Children, type ReactNode, type Ref } from 'react'

interface Props {
  readonly children: ReactNode
  readonly className?: string
  /** Makes the message focusable. */
  readonly ref?: Ref<HTMLDivElement>
}

/**
 * A polite live region. It is mounted from the start, since screen readers miss the first message of a new region. It has
 * the role `status` only while it has content, so that assistive technology lists no empty ones.
 */
export function Status({ children, className, ref }: Props) {
  const hasContent = Children.toArray(children).some((child) => child !== '')
  return (
    <div
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      aria-live="polite"
      aria-atomic
      role={hasContent ? 'status' : undefined}
      className={className}
    >
      {children}
    </div>
  )
}
