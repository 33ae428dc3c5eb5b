/** Keeps a text in `localStorage`, or removes it for null. */
export function remember(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // The browser may refuse storage (private window, full disk): then the text lasts as long as the page.
  }
}
