/** Distance from an edge of the visible list at which the list scrolls, and the scrolling per frame, in px. */
const EDGE = 72
const SPEED = 12
/** A press that moves less than this, in px, is a click. */
const SLOP = 5

/** Whether the row of a tbody takes part in the order. */
const PLACED = 'tr[data-competidor]:not(.unplaced)'

/**
 * The row was dropped before another one, or last. It stays under the pointer until `settle`, which puts it in its place of the
 * list. Not called when it was dropped where it was.
 */
type OnDrop = (antesDe: string | null, settle: () => void) => void

/**
 * Drags the row of a handle with the pointer that was pressed on it. The list scrolls under it near the edges of the screen. Each
 * frame reads the list again, so that a live update neither moves the row nor ends the drag. Escape cancels it, and so does the
 * removal of the row.
 */
export function beginDrag(handle: HTMLElement, { pointerId, clientY }: PointerEvent, onDrop: OnDrop): void {
  const row = handle.closest<HTMLElement>('tr')
  const list = row?.closest('tbody')
  if (!row || !list) return
  const over = new AbortController()
  const { signal } = over
  const grabbed = clientY - row.getBoundingClientRect().top
  let pointer = clientY
  let shift = 0
  let isDragging = false
  let next: HTMLElement | undefined

  const placed = () => [...list.querySelectorAll<HTMLElement>(PLACED)]
  const settle = (): void => {
    row.style.translate = ''
    delete row.dataset['arrastrada']
  }
  const end = (): void => {
    over.abort()
    for (const one of placed()) delete one.dataset['suelta']
  }
  const cancel = (): void => {
    end()
    settle()
  }

  function place(row: HTMLElement, list: Element): void {
    const { top: start, bottom } = list.getBoundingClientRect()
    const { top, height } = row.getBoundingClientRect()
    const wanted = Math.max(start, Math.min(pointer - grabbed, bottom - height))
    shift += wanted - top
    row.style.translate = `0 ${shift}px`
    const rows = placed()
    const others = rows.filter((one) => one !== row)
    const boxes = rows.map((one) => one.getBoundingClientRect())
    next = others[placeAt(pointer, boxes, rows.indexOf(row))]
    const mark = next ?? others.at(-1)
    for (const one of others) {
      if (one === mark) one.dataset['suelta'] = next ? 'antes' : 'después'
      else delete one.dataset['suelta']
    }
    scrollNear(pointer, { start, bottom })
  }

  const frame = (): void => {
    if (signal.aborted) return
    if (!row.isConnected) return cancel()
    place(row, list)
    requestAnimationFrame(frame)
  }

  const drop = (): void => {
    // The pointer may have moved since the last frame.
    place(row, list)
    end()
    const rows = placed()
    if (next === rows[rows.indexOf(row) + 1]) return settle()
    onDrop(next?.dataset['competidor'] ?? null, settle)
  }

  const on = <K extends keyof WindowEventMap>(name: K, run: (event: WindowEventMap[K]) => void): void =>
    window.addEventListener(name, run, { signal, capture: true })
  on('pointermove', (event) => {
    if (event.pointerId !== pointerId) return
    pointer = event.clientY
    if (isDragging || Math.abs(pointer - clientY) < SLOP) return
    isDragging = true
    row.dataset['arrastrada'] = ''
    frame()
  })
  on('pointerup', (event) => {
    if (event.pointerId !== pointerId) return
    if (!isDragging) return end()
    ignoreClick()
    drop()
  })
  on('pointercancel', cancel)
  on('keydown', (event) => {
    if (event.key === 'Escape') cancel()
  })
}

/**
 * The place, from 0, at which the pointer drops the row that stands at `from`. A row gives up its place once the pointer is a
 * quarter of its height inside it, so that the first and the last place are reached inside the list.
 */
export function placeAt(
  pointer: number,
  rows: readonly { readonly top: number; readonly height: number }[],
  from: number,
): number {
  const isPassed = rows.map(({ top, height }, at) => pointer > top + height * (at < from ? 0.75 : 0.25))
  return isPassed.filter((passed, at) => passed && at !== from).length
}

/** Scrolls the page while the pointer is near an edge of what fixed parts leave of the screen, as far as the list goes. */
function scrollNear(pointer: number, { start, bottom }: { readonly start: number; readonly bottom: number }): void {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
  const above = Number.parseFloat(scrollPaddingTop) || 0
  const below = window.innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0)
  if (pointer < above + EDGE && start < above) window.scrollBy({ top: -SPEED, behavior: 'instant' })
  if (pointer > below - EDGE && bottom > below) window.scrollBy({ top: SPEED, behavior: 'instant' })
}

/** The end of a drag is a click on the handle too. */
function ignoreClick(): void {
  const ignore = (event: Event): void => event.stopPropagation()
  window.addEventListener('click', ignore, { capture: true })
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }))
}
