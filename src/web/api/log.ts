/** What the spec wants logged and not said: once, with its cause, where somebody who looks for it will look. */
export function logFault(what: string, cause: unknown): void {
  // oxlint-disable-next-line eslint/no-console -- the browser's console is this program's log.
  console.error(what, cause)
}
