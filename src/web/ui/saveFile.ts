/** A browser may still be reading the file when the click is over. */
const FORGET_MS = 40_000

/** Hands a file over as a download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  saveFrom(url, name)
  setTimeout(() => URL.revokeObjectURL(url), FORGET_MS)
}

/** Has the browser download what stands at an address, under the name that the server gives it unless one is given here. */
export function saveFrom(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
