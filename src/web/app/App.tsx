import { portada } from '#contract/views/portada.ts'
import { connection, useView } from '../live/tab.ts'
import { Later } from '../parts/Later.tsx'
import { servedTexts } from '../portada/servedTexts.ts'
import { PATHS, type Row } from '../paths.ts'
import { useAddress, useArrival } from '../address.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Dialogs } from '../ui/dialogs.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { useStore } from '../ui/store.ts'
import { ConnectionBanner, VersionBanner } from './ConnectionBanner.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { CurrentPage, matchRoute } from './routes.tsx'

/** Loaded after the first render: no toast is shown before. Its live regions exist before the first toast. */
const Toasts = lazyPart(async () => (await import('../ui/Toasts.tsx')).Toasts)

export function App() {
  const evento = useView(portada, {})?.evento
  const { estado } = useStore(connection)
  const address = useAddress()
  const place = matchRoute(address)
  const page: Row | undefined = place && PATHS[place.path]
  const texts = evento ?? servedTexts
  // Pages style the frame by these and not by `:has`: a selector that reaches below a `:has` makes the browser search all
  // rows after each change.
  const shown = { 'data-path': place?.path, 'data-wide': page?.isWide }
  useArrival(address, page && place?.path !== '/' ? `${page.title}, ${texts.nombre}` : texts.nombre)

  return (
    <>
      <a
        href="#contenido"
        className="absolute -top-20 left-2 z-50 rounded-12 bg-gold px-4 py-3 font-semibold text-dark focus:top-2"
        onClick={(event) => {
          // The hash is the router's: the link moves the focus itself.
          event.preventDefault()
          focusContent()
        }}
      >
        Saltar al contenido
      </a>
      <ErrorBoundary of="frame">
        {!page?.isPapel && (
          <Header evento={texts} shown={shown}>
            <VersionBanner />
            <ConnectionBanner zona={evento?.zonaHoraria} />
          </Header>
        )}
      </ErrorBoundary>
      <div id="contenido" {...shown} className="flex grow flex-col">
        <ErrorBoundary key={address} isOffline={estado === 'sin conexión'}>
          <CurrentPage place={place} />
        </ErrorBoundary>
      </div>
      <ErrorBoundary of="frame">{!page?.isPapel && <Footer evento={evento} shown={shown} />}</ErrorBoundary>
      <Later>
        <Toasts />
      </Later>
      <ErrorBoundary of="frame">
        <Dialogs />
      </ErrorBoundary>
    </>
  )
}

function focusContent(): void {
  const main = document.querySelector('main')
  if (!main) return
  main.tabIndex = -1
  main.focus()
}
