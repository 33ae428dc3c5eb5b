/** The storage key of the id of the judge whose session this browser has, or had while marks wait. */
const KEY = 'juez'

/** The judge of this browser, remembered between pages. Without storage it lasts as long as the page. */
export const judgeOfBrowser = {
  read: (): string | null => {
    try {
      return localStorage.getItem(KEY)
    } catch {
      // The browser refuses storage: then nothing is kept on the device either.
      return null
    }
  },
  write: (juezId: string | null): void => {
    try {
      if (juezId === null) localStorage.removeItem(KEY)
      else localStorage.setItem(KEY, juezId)
    } catch {
      // As above: the page works while it is open.
    }
  },
}
