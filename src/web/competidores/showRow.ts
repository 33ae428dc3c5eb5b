const ROW = 'data-entrada'

/** What a row of the list bears, so that it is found from elsewhere on the screen. */
export function rowMark(id: string): Readonly<Record<string, string>> {
  return { [ROW]: id }
}

/** Brings an entry's row into the middle of the screen, with the focus on its first act. */
export function showRow(id: string): void {
  const row = document.querySelector(`[${ROW}="${CSS.escape(id)}"]`)
  row?.scrollIntoView({ block: 'center' })
  row?.querySelector<HTMLElement>('button:enabled')?.focus({ preventScroll: true })
}
