import { readLocalText, saveLocalText } from '../ui/store.ts'

/** The key in `localStorage`. Its value, `1`, says that this browser keeps something of a post. */
const KEY = 'puesto'

/** Whether this browser keeps something of a post, kept between pages. Where storage is refused, a post keeps nothing. */
export const puestoOfBrowser = {
  read: (): boolean => readLocalText(KEY) !== null,
  write: (keeps: boolean): void => saveLocalText(KEY, keeps ? '1' : null),
}
