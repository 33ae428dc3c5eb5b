import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { matchAddress } from '../address.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { PantallaPage } from './PantallaPage.tsx'

/** The storage key of the token, in the tab: the address and the history do not keep it. */
const KEY = 'pantalla'

/** Shows the screen of the link in the address, or of the link that this tab has opened before. */
export function showPantalla(root: HTMLElement): void {
  const address = location.hash.slice(1)
  const [, place = ''] = address.split('/')
  const token = matchAddress(`/${place}/:token`, address)?.['token']
  if (token) {
    sessionStorage.setItem(KEY, token)
    history.replaceState(history.state, '', `#/${place}`)
  }
  // On air the notice of a rehearsal is one word.
  const ensayo = document.getElementById('ensayo')
  if (ensayo && place === 'transmision') ensayo.textContent = 'Ensayo'
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary of={place === 'transmision' ? 'frame' : 'page'}>
        <PantallaPage enlace={sessionStorage.getItem(KEY) ?? ''} isOverlay={place === 'transmision'} />
      </ErrorBoundary>
    </StrictMode>,
  )
}
