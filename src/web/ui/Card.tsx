import { useId, type ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly titleClassName?: string
  /** Sets the padding. */
  readonly className?: string
  readonly children: ReactNode
}

/** A section on a card, named by its heading. */
export function Card({ title, titleClassName = '', className = 'p-4', children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`card ${className}`}>
      <h2 id={id} className={`text-22 ${titleClassName}`}>
        {title}
      </h2>
      {children}
    </section>
  )
}
