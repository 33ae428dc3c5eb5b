/** How long a request may go without an answer, in ms. On a phone twice as long: the signal may be away for a while. */
export function requestTimeoutMs(): number {
  return isPhone() ? 60_000 : 30_000
}

/** Whether a finger is the main pointer: a phone or a tablet. A laptop with a touch screen is none. */
function isPhone(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches
}
