import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { session } from './api/session.ts'
import { App } from './app/App.tsx'
import { followAddress } from './address.ts'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { toast } from './ui/toast.ts'
import { listenForInstall } from './app/install.ts'
import { openKept, prefetch } from './app/openKept.ts'
import { loadKept } from './device/kept.ts'
import { loadMenu } from './app/Header.tsx'
import { loadNext } from './app/routes.tsx'
import { isOfPantalla, isPantalla } from './live/pantalla.ts'
import { feed, listenToBrowser } from './live/tab.ts'
import './styles.css'

const AGAIN_MS = 5_000
/** The first screen has loaded its own code. */
const LATER_MS = 2_000

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')

window.addEventListener('hashchange', (event) => {
  if (!isPantalla && !isOfPantalla(location.hash)) return
  // The page of a screen has another start, and no session. First: the router must not lead the address home.
  event.stopImmediatePropagation()
  location.reload()
})
listenToBrowser()
if (isPantalla) startPantalla(root)
else startApp(root)

/** The page of a screen's link. Without its code, which a network that is lost withholds, it starts again. */
function startPantalla(root: HTMLElement): void {
  import('./pantalla/load.ts')
    .then(({ loadPantalla }) => loadPantalla(root))
    .catch(() => setTimeout(() => location.reload(), AGAIN_MS))
  setTimeout(loadLater, LATER_MS)
}

/** Loads what no first picture needs. Without a network: the next page of the site tries again. */
function loadLater(): void {
  import('./app/later.ts').then(({ startLater }) => startLater()).catch(() => undefined)
}

function startApp(root: HTMLElement): void {
  followAddress()
  feed.sesionChanged.subscribe(() => void session.load())
  feed.unanswered.subscribe(() => void loadKept())
  session.left.subscribe(tellReplaced)
  // Another tab signed a person in or out: at once, and when this page is shown or comes back from the browser's cache, where no
  // event reaches it.
  for (const event of ['storage', 'pageshow', 'visibilitychange'])
    window.addEventListener(event, () => void session.follow())
  listenForInstall()
  void session.load()

  prefetch()
  void openKept().then(() =>
    createRoot(root).render(
      <StrictMode>
        <ErrorBoundary>
          <App />
        </ErrorBoundary>
      </StrictMode>,
    ),
  )

  // A failure is shown when the menu is opened.
  setTimeout(() => {
    void loadMenu().catch(() => undefined)
    loadNext()
    loadLater()
    void loadKept()
  }, LATER_MS)
}

/** Tells the person of this tab why the page shows another one. */
function tellReplaced(): void {
  const left = session.left.read()
  if (!left || left.isOwn) return
  // Read now: the page of another role is about to redirect.
  const address = location.hash.slice(1)
  const isSame = session.samePerson()
  import('./app/replaced.ts')
    .then(({ sayReplaced }) => sayReplaced({ before: left.before, address, isSame }))
    .catch(() => {
      // A newer build replaced the file, or the network is lost. The page shows another person without a toast.
      if (session.read()?.role === 'visitante') toast('Tu sesión terminó. Entra otra vez.', { tone: 'danger' })
    })
}
