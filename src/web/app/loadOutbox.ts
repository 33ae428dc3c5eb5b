import { session } from '../api/session.ts'
import { judgeOfBrowser } from '../outbox/judgeOfBrowser.ts'

/** Loads the outbox when this browser is a judge's, or has marks of a judge whose session ended. */
export function loadOutbox(): void {
  let isLoading = false
  const check = (): void => {
    if (isLoading || (session.read()?.role !== 'juez' && judgeOfBrowser.read() === null)) return
    isLoading = true
    import('../outbox/tab.ts').catch(() => (isLoading = false))
  }
  session.subscribe(check)
  check()
}
