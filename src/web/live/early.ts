/** The request for the first snapshot, which `prepaint.js` sends before the program is loaded. Times in ms since 1970. */
interface Early {
  readonly url: string
  readonly from: number
  readonly answered: number
  readonly response: Promise<Response>
  readonly abort: () => void
}

declare global {
  interface Window {
    temprana?: Early | undefined
  }
}

/** Returns the early request when it is for this URL. Only the first call can get it. */
export function takeEarly(url: string): Early | undefined {
  if (typeof window === 'undefined') return undefined
  const early = window.temprana
  window.temprana = undefined
  return early?.url === url ? early : undefined
}

/** Discards the early request. Called when the person changes: the request was made for the previous one. */
export function dropEarly(): void {
  takeEarly('')
}
