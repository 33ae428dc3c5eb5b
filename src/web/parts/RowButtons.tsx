import { ArrowDown, ArrowUp, Trash2 } from 'lucide'
import { IconButton } from '../ui/IconButton.tsx'
import { useRef, useState, type ReactNode } from 'react'
import type { Direction } from '#domain/orden.ts'
import './rowMove.css'

interface DeleteProps {
  readonly nombre: string
  readonly className?: string
  readonly onClick: () => void
}

export function DeleteButton({ nombre, className = '', onClick }: DeleteProps) {
  return <IconButton label={`Eliminar ${nombre}`} icon={Trash2} look="danger" className={className} onClick={onClick} />
}

/** The longest time between the answer to a command and the change of the list. */
const LATE_MS = 10_000
/** Events that show that the person has gone on to something else: they stop the scrolling of the list. */
const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

interface KeepInPlace {
  readonly act: () => Promise<boolean>
  readonly settle?: () => void
  readonly fallback?: () => HTMLElement | null
}

/**
 * Runs an act that may move a control within its list, and scrolls so that the control stays under the finger and keeps
 * the focus. On a slow network the list may change after the answer. `act` returns whether it was accepted; `settle` runs
 * before each scrolling; `fallback` returns the control that gets the focus when this one is disabled.
 */
export async function keepInPlace(control: HTMLButtonElement, { act, settle, fallback }: KeepInPlace): Promise<void> {
  const before = control.getBoundingClientRect().top
  const keep = (): void => {
    settle?.()
    if (!control.isConnected) return
    const scrolled = control.closest('dialog') ?? window
    scrolled.scrollBy({ top: control.getBoundingClientRect().top - before, behavior: 'instant' })
    const { activeElement } = document
    // A moved node loses the focus, and a disabled one cannot have it.
    if (activeElement !== document.body && activeElement !== control) return
    const next = control.disabled ? fallback?.() : control
    next?.focus({ preventScroll: true })
  }
  const forget = onceMoved(control, keep)
  // After a refusal the list does not change.
  if (!(await act())) forget()
  keep()
}

/**
 * Calls `take` at the first change of the list that contains an element, unless the person does something else before.
 * Returns the function that stops it.
 */
function onceMoved(element: Element, take: () => void): () => void {
  const list = element.closest('tbody, ol, ul')
  const over = new AbortController()
  const forget = (): void => over.abort()
  if (!list) return forget
  const observer = new MutationObserver(() => {
    forget()
    take()
  })
  observer.observe(list, { childList: true })
  over.signal.addEventListener('abort', () => observer.disconnect())
  for (const input of INPUTS)
    window.addEventListener(input, forget, { signal: over.signal, passive: true, capture: true })
  setTimeout(forget, LATE_MS)
  return forget
}

interface MoveProps {
  /** The name in the labels: `Subir Salsa`. */
  readonly nombre: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly busy: boolean
  /** Moves the item. Resolves to whether the server accepted it. */
  readonly onMove: (direccion: Direction) => Promise<boolean>
}

const MOVES = [
  ['up', 'Subir', ArrowUp],
  ['down', 'Bajar', ArrowDown],
] as const

/**
 * Moves a row of a list up and down. The button stays under the finger and keeps the focus; at the end of the list,
 * where it goes off, the other one takes it.
 */
export function MoveButtons({ nombre, isFirst, isLast, busy, onMove }: MoveProps) {
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)

  const move = (direccion: Direction, control: HTMLButtonElement): Promise<void> =>
    keepInPlace(control, {
      act: () => onMove(direccion),
      fallback: () => (direccion === 'up' ? down : up).current,
    })

  return MOVES.map(([direccion, act, icon]) => (
    <IconButton
      key={direccion}
      ref={direccion === 'up' ? up : down}
      label={`${act} ${nombre}`}
      icon={icon}
      off={direccion === 'up' ? isFirst : isLast}
      busy={busy}
      onClick={({ currentTarget }) => void move(direccion, currentTarget)}
    />
  ))
}

interface RowMove {
  /** For the `tr` of the row: marks the row for a moment after it moved. */
  readonly rowProps: { readonly className: string | undefined; readonly onAnimationEnd: () => void }
  readonly buttons: ReactNode
}

/** Moves a row of a table up and down with two buttons. */
export function useRowMove({ onMove, ...props }: MoveProps): RowMove {
  const [isMarked, setMarked] = useState(false)
  return {
    rowProps: { className: isMarked ? 'marked' : undefined, onAnimationEnd: () => setMarked(false) },
    buttons: (
      <MoveButtons
        {...props}
        onMove={async (direccion) => {
          setMarked(false)
          const hasMoved = await onMove(direccion)
          setMarked(hasMoved)
          return hasMoved
        }}
      />
    ),
  }
}
