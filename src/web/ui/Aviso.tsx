import { CircleAlert, CircleCheck, Info, WifiOff } from 'lucide'
import { type ReactNode, Children, type Ref } from 'react'
import { Icon } from './Icon.tsx'

const LOOK = {
  danger: { icon: CircleAlert, colour: 'bg-danger-soft text-danger', role: 'alert' },
  success: { icon: CircleCheck, colour: 'bg-go-soft text-go', role: 'status' },
  offline: { icon: WifiOff, colour: 'bg-wait-soft text-wait', role: 'status' },
  info: { icon: Info, colour: 'bg-info-soft text-info', role: undefined },
} as const

interface Props {
  readonly tone: keyof typeof LOOK
  /** The main sentence. Advice follows in `children`. */
  readonly title: ReactNode
  readonly children?: ReactNode
  /** The notice is inside a live region, which announces it. */
  readonly isQuiet?: boolean
  /** A bar across the page, with less padding. */
  readonly isBar?: boolean
  readonly className?: string
}

/** A notice in the flow of the page. */
export function Aviso({ tone, title, children, isQuiet = false, isBar = false, className = '' }: Props) {
  const { icon, colour, role } = LOOK[tone]
  return (
    <div className={`flex gap-3 rounded-12 px-4 ${isBar ? 'py-1' : 'py-3'} text-15 ${colour} ${className}`}>
      <Icon of={icon} size={19} className="mt-0.5 shrink-0" />
      {/* The role covers the advice too, so that a screen reader announces the reason with the fact. */}
      <div role={isQuiet ? undefined : role} className="min-w-0">
        <p className="font-bold">{title}</p>
        {children && <div>{children}</div>}
      </div>
    </div>
  )
}

interface StatusProps {
  readonly children: ReactNode
  readonly className?: string
  /** Makes the message focusable. */
  readonly ref?: Ref<HTMLDivElement>
}

/**
 * A polite live region. It is mounted from the start, since screen readers miss the first message of a new region. It has
 * the role `status` only while it has content, so that assistive technology lists no empty ones.
 */
export function Status({ children, className, ref }: StatusProps) {
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
