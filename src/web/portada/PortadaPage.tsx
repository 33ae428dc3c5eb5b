import { portada } from '#contract/portada.ts'
import { useView } from '../live/useView.ts'
import { Waiting } from '../parts/Waiting.tsx'
import { Clave } from '../ui/Clave.tsx'
import { Cartel } from './Cartel.tsx'
import { DiaPills } from './DiaPills.tsx'
import { HotelCard } from './HotelCard.tsx'
import { Puertas } from './Puertas.tsx'

/** Home. The title is also printed in the HTML: what stands here first has to look the same. */
export function PortadaPage() {
  const home = useView(portada, {})
  if (!home) {
    return (
      <main data-app className="page">
        <Waiting failed="No se abrió la portada">Abriendo la portada...</Waiting>
      </main>
    )
  }
  const { evento, publicado, dia } = home
  return (
    <main data-app className="flex grow flex-col">
      <section className="stage beams home-hero grow pb-10 lg:pb-16">
        <div className="mx-auto max-w-320 lg:grid lg:grid-cols-2 lg:items-center lg:gap-x-10">
          <div className="home-intro lg:max-w-none">
            <p className="home-edition">
              <Clave played="fill-gold" className="shrink-0" />
              {evento.edicion}
            </p>
            <h1 className="home-title">{evento.nombre}</h1>
            <DiaPills dia={dia} />
          </div>
          <div className="px-4 pt-5 md:px-6 lg:row-span-2 lg:pt-10 lg:pr-10 lg:pl-0">
            <Cartel />
          </div>
          <div className="px-4 pt-6 md:px-6 lg:pl-10">
            <Puertas areOpen={publicado.mostrarCalificaciones} />
          </div>
        </div>
      </section>
      <HotelCard evento={evento} />
    </main>
  )
}
