import { session } from '../api/session.ts'
import { readLocalText, saveLocalText } from '../ui/store.ts'

/** The key in `localStorage`. Its value: the id of the judge who is signed in, or whose marks still wait. */
const KEY = 'juez'

/**
 * The id of the judge of this browser, kept between pages. Where storage is refused, `read` returns null; the open page
 * still knows the judge.
 */
export const judgeOfBrowser = {
  read: (): string | null => readLocalText(KEY),
  write: (juezId: string | null): void => saveLocalText(KEY, juezId),
}

/** Whether a judge uses this browser: one is signed in, or the marks of one still wait. */
export function isBrowserOfJudge(): boolean {
  return session.read()?.role === 'juez' || judgeOfBrowser.read() !== null
}
