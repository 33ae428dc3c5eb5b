import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { matchAddress } from '../address.ts'
import { keepEnlace } from '../device/enlace.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { PantallaPage } from './PantallaPage.tsx'
import '../organizador.css'

/** The storage key of the token, in the tab. */
const KEY = 'pantalla'

/** Shows the screen of the link in the address, or of the link that this tab has opened before. */
export function showPantalla(root: HTMLElement): void {
  const address = location.hash.slice(1)
  const [, place = ''] = address.split('/')
  let enlace = matchAddress(`/${place}/:token`, address)?.['token'] ?? ''
  try {
    if (enlace) sessionStorage.setItem(KEY, enlace)
    else enlace = sessionStorage.getItem(KEY) ?? ''
    // The address and the history do not keep it.
    history.replaceState(history.state, '', `#/${place}`)
  } catch {
    // The browser may refuse storage: then the address keeps the token, for a reload.
  }
  // On air the notice of a rehearsal is one word.
  const ensayo = document.getElementById('ensayo')
  if (ensayo && place === 'transmision') ensayo.textContent = 'Ensayo'
  if (enlace) keepEnlace(enlace)
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary of={place === 'transmision' ? 'frame' : 'page'}>
        <PantallaPage enlace={enlace} isOverlay={place === 'transmision'} />
      </ErrorBoundary>
    </StrictMode>,
  )
}
