import { portada } from '#contract/views/portada.ts'
import { useView } from '../live/useView.ts'
import { printed } from '../parts/printed.ts'
import { PATHS } from '../paths.ts'
import { useAddress } from '../ui/address.ts'
import { Fault } from '../ui/Fault.tsx'
import { useArrival } from '../ui/useArrival.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { Corner } from './Corner.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { CurrentPage, placeOf } from './routes.tsx'
import { VersionBanner } from './VersionBanner.tsx'

export function App() {
  const evento = useView(portada, {})?.evento
  const address = useAddress()
  const place = placeOf(address)
  const isWide = place !== undefined && 'isWide' in PATHS[place.path]
  const nombre = evento?.nombre ?? printed.nombre
  useArrival(address, place && place.path !== '/' ? `${PATHS[place.path].title}, ${nombre}` : nombre)

  return (
    <>
      <a
        href="#contenido"
        className="skip-link"
        onClick={(event) => {
          // The hash is the router's: the link moves the focus itself.
          event.preventDefault()
          focusContent()
        }}
      >
        Saltar al contenido
      </a>
      <Fault of="frame">
        <Header evento={evento ?? printed} isWide={isWide}>
          <VersionBanner isWide={isWide} />
          <ConnectionBanner zona={evento?.zonaHoraria} hasClock={place?.path === '/horario'} isWide={isWide} />
        </Header>
      </Fault>
      <div id="contenido" className="flex grow flex-col">
        <Fault key={address}>
          <CurrentPage place={place} />
        </Fault>
      </div>
      <Fault of="frame">
        <Footer evento={evento} isWide={isWide} />
        <Corner />
      </Fault>
    </>
  )
}

function focusContent(): void {
  const main = document.querySelector('main')
  if (!main) return
  main.tabIndex = -1
  main.focus()
}
