import { CalendarClock, Trophy } from '../ui/frameIcons.tsx'
import { portada } from '#contract/views/portada.ts'
import { viewKey } from '#contract/view.ts'
import { diasPublicados } from '#domain/ajustes.ts'
import { anchoOf } from '#domain/evento.ts'
import { VIEW_DAMAGED, useFailure, useView } from '../live/useView.ts'
import { connection, feed } from '../live/tab.ts'
import { servedTexts } from '../parts/servedTexts.ts'
import { hrefTo } from '../paths.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { SonClave } from '../ui/SonClave.tsx'
import { ErrorState } from '../ui/Empty.tsx'
import { useStore } from '../ui/store.ts'
import { DiaPills } from './DiaPills.tsx'
import { Galeria } from './Galeria.tsx'
import { HotelCard } from './HotelCard.tsx'

/**
 * The home page. `index.html` has the same title for the first paint. Until the data load, the page has its final layout
 * and the link to the schedule works.
 */
export function PortadaPage() {
  const home = useView(portada, {})
  const { isKept } = useStore(connection)
  const { nombre, edicion } = home?.evento ?? servedTexts
  return (
    <main className="flex grow flex-col">
      <section className="stage beams home-hero grow pb-10 lg:pb-16">
        <div className="mx-auto max-w-320 lg:grid lg:grid-cols-2 lg:items-center lg:gap-x-10">
          <div className="home-intro lg:max-w-none">
            <p className="home-edition">
              <SonClave played="fill-gold" className="shrink-0" />
              {edicion}
            </p>
            <h1 className="home-title" data-ancho={anchoOf(nombre)}>
              {nombre}
            </h1>
            {/* A kept copy does not say which day is live. */}
            <DiaPills dia={isKept ? undefined : home?.dia} />
          </div>
          <div className="px-4 pt-5 md:px-6 lg:row-span-2 lg:pt-10 lg:pr-10 lg:pl-0">
            <Galeria imagenes={home?.imagenes} />
          </div>
          <div className="px-4 pt-6 md:px-6 lg:pl-10">
            <PortadaLinks areOpen={home && diasPublicados(home.publicado).length > 0} />
          </div>
        </div>
      </section>
      {home ? <HotelCard evento={home.evento} /> : <HotelPlaceholder />}
    </main>
  )
}

interface LinksProps {
  /** Whether the results of a day are published; undefined until it is known. */
  readonly areOpen: boolean | undefined
}

/** The links to the schedule and the results. The second keeps its height in every state. */
function PortadaLinks({ areOpen }: LinksProps) {
  return (
    <div className="flex flex-col gap-3 lg:max-w-107">
      <a href={hrefTo('/horario')} className={buttonClass('gold', 'large')}>
        <CalendarClock size={22} aria-hidden />
        Minuto a Minuto
      </a>
      <div className="min-h-21">
        {areOpen === undefined && <div className="min-h-14 rounded-12 border border-line" />}
        {areOpen && (
          <a href="#/calificaciones" className={buttonClass('clear', 'large', 'w-full')}>
            <Trophy size={21} aria-hidden />
            Ver Calificaciones
          </a>
        )}
        {areOpen === false && (
          <Button size="large" className="w-full" reason="Podrás verlas cuando la organización las publique.">
            Calificaciones no disponibles
          </Button>
        )}
      </div>
    </div>
  )
}

/** Keeps the height of the venue until it loads. Shows an error when the server cannot load the event. */
function HotelPlaceholder() {
  const isFailing = useFailure([viewKey(portada)]) === 'view'
  return (
    <div className="min-h-115 md:min-h-78">
      {isFailing && (
        <div className="page">
          <ErrorState title="No se abrieron los datos del evento" onRetry={() => feed.retry()}>
            {VIEW_DAMAGED}
          </ErrorState>
        </div>
      )}
    </div>
  )
}
