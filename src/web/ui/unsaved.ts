interface Guard {
  /** Whether leaving the screen loses something that was typed. Asked at that moment. */
  readonly isUnsaved: () => boolean
  /** Asks the person. True: leave. */
  readonly ask: () => Promise<boolean>
}

const guards = new Set<Guard>()
/** Commands and uploads under way. They outlive their screen and end with the page. */
const underway = new Set<object>()

/** Asks before a screen with an unsaved form is left or its tab is closed. Returns a function that removes the guard. */
export function guard(one: Guard): () => void {
  guards.add(one)
  listen()
  return () => {
    guards.delete(one)
    listen()
  }
}

/**
 * Records that a command or an upload has begun or ended. `work`: any object, the same one in both calls. While one is under
 * way, the browser asks before it closes the tab; other screens open without a question.
 */
export function setUnderway(work: object, isUnderway: boolean): void {
  if (isUnderway) underway.add(work)
  else underway.delete(work)
  listen()
}

/** Whether opening another screen loses something. */
export function isUnsaved(): boolean {
  return [...guards].some((one) => one.isUnsaved())
}

/** Whether reloading or closing the page loses something. */
export function losesWork(): boolean {
  return underway.size > 0 || isUnsaved()
}

/** Asks one question, however many forms are unsaved. True without asking when no form is unsaved. */
export async function mayLeave(): Promise<boolean> {
  const last = [...guards].findLast((one) => one.isUnsaved())
  return last ? last.ask() : true
}

/** Listens only while needed: browsers keep no page with a `beforeunload` listener for Back. */
function listen(): void {
  if (guards.size + underway.size > 0) window.addEventListener('beforeunload', askToStay)
  else window.removeEventListener('beforeunload', askToStay)
}

function askToStay(event: Event): void {
  if (losesWork()) event.preventDefault()
}
