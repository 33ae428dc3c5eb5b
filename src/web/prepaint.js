// Inlined into the page by `scripts/first-paint/page.ts`, because it must run before the first paint without a request of its
// own: the device's stage mode, whether the page printed in the HTML is the one asked for, what that page is waiting for, and
// the position of each history entry, also of those that are made before the program starts.
void (async (first) => {
  const root = document.documentElement
  // Without the note of a sign-in (`api/session.ts`) nobody is signed in here.
  let isPublic = true
  try {
    if (localStorage.getItem('modo') === 'escenario') root.dataset.modo = 'escenario'
    isPublic = [null, 'nadie'].includes(localStorage.getItem('sesion'))
  } catch {
    // No storage here: the page starts light.
  }
  let position = -1
  // `ui/address.ts` reads the positions. An entry without one is new: it follows the entry of the shown page.
  const markEntry = () => {
    position = history.state?.position ?? position + 1
    history.replaceState({ position }, '')
  }
  markEntry()
  addEventListener('hashchange', markEntry)
  const address = location.hash.slice(1) || '/'
  // The screens of the hall are dark from the first paint.
  const [, place] = address.split('/')
  if (place) root.dataset.ruta = place
  if (place === 'pantalla') root.dataset.modo = 'escenario'
  // Opened again, the schedule leads to the turn, not to where it stood while it was still short: see `ui/useReveal.ts`.
  if (address === '/horario') history.scrollRestoration = 'manual'
  const { snapshot, publico, links } = Object.hasOwn(first, address) ? first[address] : first['/']
  const ask = (attributes) => {
    const link = document.createElement('link')
    for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value)
    document.head.append(link)
  }
  // The program takes this answer up once it has come, and waits for it no longer than for one of its own: see `live/snapshot.ts`.
  const line = new AbortController()
  const response = fetch(isPublic ? publico : snapshot, { signal: line.signal })
  const early = { url: snapshot, isPublic, from: Date.now(), answered: 0, response, abort: () => line.abort() }
  window.temprana = early
  for (const link of links) ask(link)
  // Where there is a worker, a visit before has left copies of the views: see `app/openKept.ts`.
  if (navigator.serviceWorker?.controller) for (const link of first.kept.links) ask(link)
  // The server puts the first image of the gallery there.
  const image = document.querySelector('[name="imagen"]').content
  if (address === '/') ask({ rel: 'preload', as: 'image', href: image, fetchpriority: 'high' })
  try {
    await response
    early.answered = Date.now()
  } catch {
    // The program gets the same failure from `response`, and requests the snapshot again.
  }
})(FIRST)
