import { portada } from '#contract/portada.ts'
import { useView } from '../live/useView.ts'
import { PATHS } from '../paths.ts'
import { useAddress } from '../ui/address.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { useArrival } from '../ui/useArrival.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { Fault } from './Fault.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import type { Printed } from './printed.ts'
import { CurrentPage, placeOf } from './routes.tsx'

export function App({ printed }: { printed: Printed }) {
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
        className="absolute left-2 z-50 -translate-y-20 rounded-12 bg-gold px-4 py-3 font-semibold text-[#231a2b] focus:translate-y-2"
        onClick={(event) => {
          // The hash is the router's: the link moves the focus itself.
          event.preventDefault()
          focusContent()
        }}
      >
        Saltar al contenido
      </a>
      <Header evento={evento ?? printed} isWide={isWide} />
      <ConnectionBanner zona={evento?.zonaHoraria} />
      <div id="contenido" className="flex grow flex-col">
        <Fault key={address}>
          <CurrentPage place={place} />
        </Fault>
      </div>
      <Footer evento={evento} isWide={isWide} />
      <Toasts />
    </>
  )
}

function focusContent(): void {
  const main = document.querySelector('main')
  if (!main) return
  main.tabIndex = -1
  main.focus()
}
