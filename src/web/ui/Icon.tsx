import type { IconNode } from 'lucide'
import { createElement } from 'react'

interface Props {
  readonly of: IconNode
  /** Of a side, in px. */
  readonly size?: number
  readonly strokeWidth?: number
  readonly className?: string
}

/** A drawing of Lucide, on a square of 24. It is decoration: the text beside it says the same. */
export function Icon({ of, size = 24, strokeWidth = 2, className }: Props) {
  const frame = {
    width: size,
    height: size,
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    className,
    // By default a browser clips each `svg`. No drawing leaves its square, and hundreds of clips slow a scroll.
    overflow: 'visible',
    'aria-hidden': true,
  } as const
  return createElement('svg', frame, ...of.map(([tag, attributes]) => createElement(tag, attributes)))
}
