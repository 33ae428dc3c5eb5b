/** Scrolls the row of an entry to the middle of the screen and focuses its first button. */
export function showRow(id: string): void {
  findRowElement(id)?.scrollIntoView({ block: 'center' })
  focusRow(id)
}

/** Focuses the first button of the row of an entry after its handle, without scrolling. Returns false when there is no such row. */
export function focusRow(id: string): boolean {
  const row = findRowElement(id)
  const acts = [...(row?.querySelectorAll<HTMLElement>('button:enabled:not(.row-drag)') ?? [])]
  // Some buttons show only on narrow screens. A hidden button cannot have the focus.
  acts.find((act) => act.getClientRects().length > 0)?.focus({ preventScroll: true })
  return row !== null
}

/** The row of an entry, which its `data-competidor` identifies. */
function findRowElement(id: string): Element | null {
  return document.querySelector(`[data-competidor="${CSS.escape(id)}"]`)
}
