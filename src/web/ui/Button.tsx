import { LockKeyhole, type IconNode } from 'lucide'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-12 border text-center font-semibold transition-colors duration-150'

const VARIANTS = {
  brand: 'border-brand bg-brand text-white hover:border-brand-pressed hover:bg-brand-pressed',
  gold: 'border-gold bg-gold text-dark hover:border-[#ffdc8a] hover:bg-[#ffdc8a]',
  outline: 'border-control bg-surface text-ink hover:bg-sunken',
  /** An outline on a picture. */
  clear: 'border-control text-ink hover:bg-sunken',
  danger: 'border-danger bg-surface text-danger hover:bg-danger-soft',
  'danger-ghost': 'border-transparent bg-surface text-danger hover:bg-danger-soft',
  'danger-fill': 'border-danger-fill bg-danger-fill text-white hover:bg-[#8f1e18]',
  ghost: 'border-transparent text-link hover:bg-sunken',
  off: 'border-dashed border-control bg-sunken text-muted',
}
const SIZES = {
  dense: 'touch px-3 text-14',
  normal: 'min-h-12 px-5 text-15',
  /** Without padding at its sides. */
  bare: 'min-h-12 text-15',
  large: 'min-h-14 px-4 text-16 xs:text-18',
  huge: 'min-h-15 px-2 text-20 lg:min-h-18 lg:px-6',
}
export type ButtonVariant = keyof typeof VARIANTS
export type ButtonSize = keyof typeof SIZES

/** The classes of a button, also for a link that looks like one. */
export function buttonClass(variant: ButtonVariant = 'outline', size: ButtonSize = 'normal', more = ''): string {
  return `${BASE} ${VARIANTS[variant]} ${SIZES[size]} ${more}`
}

interface Props extends Omit<ComponentProps<'button'>, 'disabled'> {
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  readonly icon?: IconNode | undefined
  /** The act is under way: the button shows its verb with dots and ignores presses. */
  readonly busy?: boolean
  readonly busyText?: string | undefined
  /** Presses count while the act is under way, too: the caller runs them one after the other. */
  readonly repeats?: boolean
  /** Why the button is off. It stays focusable, so that a screen reader announces the reason. */
  readonly reason?: string | false | undefined
  /** The screen shows the reason elsewhere: the button has it for screen readers only. */
  readonly quietReason?: boolean
}

export function Button(props: Props) {
  const { variant, size, icon, busy, busyText, repeats, reason, quietReason, className, ...rest } = props
  const { children, onClick, ...others } = rest
  const reasonId = useId()
  const isDeaf = Boolean(reason) || Boolean(busy && !repeats)
  const mark = busy ? <Spinner /> : <ButtonIcon of={icon} size={size} />
  return (
    <>
      {/* The element stays the same when the button goes off, so that it keeps the focus. */}
      <button
        type="button"
        {...others}
        {...(reason && { 'aria-describedby': reasonId })}
        className={buttonClass(reason ? 'off' : variant, size, className)}
        aria-disabled={isDeaf || undefined}
        aria-busy={busy || undefined}
        onClick={(event) => {
          if (isDeaf) event.preventDefault()
          else onClick?.(event)
        }}
      >
        {reason ? <ButtonIcon of={LockKeyhole} /> : mark}
        {(busy && busyText) || children}
      </button>
      {reason && (
        <span
          id={reasonId}
          className={quietReason ? 'sr-only' : 'mt-1 block text-center text-14 text-balance text-muted'}
        >
          {reason}
        </span>
      )}
    </>
  )
}

/** The icon before the text of a button. */
export function ButtonIcon({ of, size }: { of: IconNode | undefined; size?: ButtonSize | undefined }) {
  return of && <Icon of={of} size={size === 'dense' ? 16 : 18} className="shrink-0" />
}

function Spinner() {
  return (
    <span
      aria-hidden
      className="size-4 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent"
    />
  )
}

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
