const ROW = 'data-entrada'

/** What a row of the list bears, so that it is found from elsewhere on the screen. */
export function rowMark(id: string): Readonly<Record<string, string>> {
  return { [ROW]: id }
}

/** Brings an entry's row into the middle of the screen, with the focus on its first act. */
export function showRow(id: string): void {
  rowOf(id)?.scrollIntoView({ block: 'center' })
  focusRow(id)
}

/** Gives the focus to the first act of an entry's row, and moves nothing. False: there is no such row. */
export function focusRow(id: string): boolean {
  const row = rowOf(id)
  const acts = [...(row?.querySelectorAll<HTMLElement>('button:enabled') ?? [])]
  // Some stand only on narrow screens: what is hidden takes no focus.
  acts.find((act) => act.checkVisibility())?.focus({ preventScroll: true })
  return row !== null
}

function rowOf(id: string): Element | null {
  return document.querySelector(`[${ROW}="${CSS.escape(id)}"]`)
}
