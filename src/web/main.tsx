import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { session } from './api/session.ts'
import { App } from './app/App.tsx'
import { sayEnded } from './app/ended.ts'
import { followAddress } from './ui/address.ts'
import { Fault } from './ui/Fault.tsx'
import { dismissAll } from './ui/toast.ts'
import { loadMenu } from './app/loadMenu.ts'
import { loadNext } from './app/routes.tsx'
import { warm } from './app/warm.ts'
import { feed, listenToBrowser } from './live/tab.ts'
import './styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')

followAddress()
feed.onSesion = () => void session.load()
session.onEnded = sayEnded
session.onPerson = dismissAll
listenToBrowser()
void session.load()

warm()
createRoot(root).render(
  <StrictMode>
    <Fault>
      <App />
    </Fault>
  </StrictMode>,
)

// Once the first screen has its own; a failure is told when the menu is pressed.
setTimeout(() => {
  void loadMenu().catch(() => undefined)
  loadNext()
}, 2_000)
