interface Guard {
  /** Whether leaving its screen loses something that was typed. Asked at the moment of leaving. */
  readonly isUnsaved: () => boolean
  /** Asks the person; true: leave. */
  readonly ask: () => Promise<boolean>
}

const guards = new Set<Guard>()
/** Presses and uploads under way: they survive their screen, and end with the page. */
const works = new Set<object>()

/** Guards a form: leaving its screen asks first while it is unsaved, and so does closing the tab. Returns how to stop. */
export function guard(one: Guard): () => void {
  guards.add(one)
  listen()
  return () => {
    guards.delete(one)
    listen()
  }
}

/** Says whether a press or an upload is under way. While it is, closing the tab asks first; another screen may be opened. */
export function setUnderway(work: object, isUnderway: boolean): void {
  if (isUnderway) works.add(work)
  else works.delete(work)
  listen()
}

/** Whether going to another screen loses something. */
export function isUnsaved(): boolean {
  return [...guards].some((one) => one.isUnsaved())
}

/** Whether loading the page again, or closing it, loses something. */
export function losesWork(): boolean {
  return works.size > 0 || isUnsaved()
}

/** Asks one question, however many forms are unsaved. Without one, answers true and asks nothing. */
export async function mayLeave(): Promise<boolean> {
  const last = [...guards].findLast((one) => one.isUnsaved())
  return last ? last.ask() : true
}

/** Only while it is needed: a page that listens is not kept by the browser for going back. */
function listen(): void {
  if (guards.size + works.size > 0) window.addEventListener('beforeunload', askToStay)
  else window.removeEventListener('beforeunload', askToStay)
}

function askToStay(event: Event): void {
  if (losesWork()) event.preventDefault()
}
