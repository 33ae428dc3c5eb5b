/** How long the object URL stays valid: the browser may read it after the click. */
const FORGET_MS = 40_000

/** Downloads a file that the page made. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  saveFrom(url, name)
  setTimeout(() => URL.revokeObjectURL(url), FORGET_MS)
}

/** Downloads from a URL. By default under the name that the server gives. */
export function saveFrom(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
