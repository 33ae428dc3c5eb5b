import { session } from '../api/session.ts'
import { toast } from '../ui/toast.ts'

/**
 * Loads the session again when another tab has signed a person in or out: at once, and when this page is shown or comes back
 * from the browser's cache, where no event reaches it. Tells the person of this tab.
 */
export function followTabs(): void {
  session.onReplaced = (before, mark) => {
    // Read now: the page of another role is about to redirect.
    const address = location.hash.slice(1)
    const person = session.person()
    import('./replaced.ts')
      .then(({ sayReplaced }) => sayReplaced({ before, mark, address, person }))
      .catch(() => {
        // A newer build replaced the file, or the network is lost. The page shows another person without a toast.
        if (session.read()?.role === 'visitante') toast('Tu sesión terminó. Entra otra vez.', { tone: 'danger' })
      })
  }
  const follow = (): void => void session.follow()
  for (const event of ['storage', 'pageshow', 'visibilitychange']) window.addEventListener(event, follow)
}
