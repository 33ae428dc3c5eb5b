/** Writes a fault to the console, once, with its cause. */
export function logFault(what: string, cause: unknown): void {
  // oxlint-disable-next-line eslint/no-console -- the browser's console is this program's log.
  console.error(what, cause)
}
