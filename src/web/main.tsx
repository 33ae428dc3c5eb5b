import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { session } from './api/session.ts'
import { App } from './app/App.tsx'
import { followTabs } from './app/followTabs.ts'
import { followAddress } from './ui/address.ts'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { dismissAll } from './ui/toast.ts'
import { listenForInstall } from './app/install.ts'
import { loadKept } from './app/loadKept.ts'
import { loadMenu } from './app/loadMenu.ts'
import { loadOutbox } from './app/loadOutbox.ts'
import { openKept } from './app/openKept.ts'
import { loadNext } from './app/routes.tsx'
import { prefetch } from './app/prefetch.ts'
import { registerWorker } from './app/registerWorker.ts'
import { connection, feed, listenToBrowser } from './live/tab.ts'
import './styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')

followAddress()
feed.onSesion = () => void session.load()
feed.onUnanswered = () => {
  connection.late()
  void loadKept()
}
session.onPerson = dismissAll
followTabs()
listenToBrowser()
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

// After the first screen has loaded its own code. A failure is shown when the menu is opened.
setTimeout(() => {
  void loadMenu().catch(() => undefined)
  loadNext()
  registerWorker()
  loadOutbox()
  void loadKept()
}, 2_000)
