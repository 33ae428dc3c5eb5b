import { CalendarClock, LogIn, Trophy } from 'lucide'
import { portada, type Portada } from '#contract/views/portada.ts'
import { diasPublicados } from '#domain/ajustes.ts'
import { DIAS, diaTitle, type Dia } from '#domain/dia.ts'
import { anchoOf } from '#domain/evento.ts'
import { aperturaOf } from '#domain/apertura.ts'
import type { Fase } from '#domain/turno.ts'
import { session } from '../api/session.ts'
import { negada } from '../address.ts'
import { startsPublic } from '../live/snapshot.ts'
import { VIEW_DAMAGED, useFailure, useServerClock, useView, connection, feed } from '../live/tab.ts'
import { Later } from '../parts/Later.tsx'
import { servedTexts } from './servedTexts.ts'
import { hrefTo } from '../paths.ts'
import { Icon } from '../ui/Icon.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { SonClave } from '../ui/SonClave.tsx'
import { ErrorState } from '../ui/Empty.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { useStore } from '../ui/store.ts'
import { Galeria } from './Galeria.tsx'

/** The venue stands below the first picture. */
const HotelCard = lazyPart(async () => (await import('./HotelCard.tsx')).HotelCard)

/**
 * The home page. `index.html` has the same title for the first paint. Until the data load, the page has its final layout
 * and the link to the schedule works.
 */
export function PortadaPage() {
  const home = useView(portada, {})
  const { isKept } = useStore(connection)
  const refused = useStore(negada)
  const { dia, fase, imagenes, plazo }: Partial<Portada> = home ?? {}
  const { nombre, edicion } = home?.evento ?? servedTexts
  return (
    <main className="flex grow flex-col">
      {refused?.aviso}
      <section className="stage beams home-hero grow pb-10 lg:pb-16">
        <div className="home-columns mx-auto max-w-320 lg:grid lg:grid-cols-2 lg:items-center lg:gap-x-10">
          <div className="home-intro lg:max-w-none">
            <p className="home-edition">
              <SonClave played="stroke-gold" className="shrink-0" />
              {edicion}
            </p>
            <h1 className="home-title" data-ancho={anchoOf(nombre)}>
              {nombre}
            </h1>
            {/* A kept copy does not say which day is live. */}
            <DiaPills dia={isKept ? undefined : dia} fase={fase} fechas={home?.evento.fechas} />
          </div>
          <div className="home-images px-4 pt-4 md:px-6 lg:row-span-2 lg:pt-10 lg:pr-10 lg:pl-0">
            <Galeria imagenes={imagenes} />
          </div>
          <div className="px-4 pt-4 md:px-6 lg:pl-10">
            <PortadaLinks areOpen={home && diasPublicados(home.publicado).length > 0} />
            {plazo && <InscribeteLink plazo={plazo} />}
          </div>
        </div>
      </section>
      <Later place={<HotelPlaceholder />}>{home ? <HotelCard evento={home.evento} /> : <HotelPlaceholder />}</Later>
    </main>
  )
}

interface PillsProps {
  readonly dia: Dia | null | undefined
  readonly fase: Fase | undefined
  readonly fechas: Portada['evento']['fechas'] | undefined
}

/**
 * The days, with the active day marked, and its whole date until its first turn. Invisible, but with its height, until the active
 * day is known.
 */
function DiaPills({ dia, fase, fechas }: PillsProps) {
  return (
    <ul
      aria-label="Días del evento"
      className={`mt-4 flex flex-wrap gap-2 font-display lg:mt-5 text-16 font-semibold ${dia === undefined ? 'invisible' : ''}`}
    >
      {DIAS.map((one) => {
        const estado = one === dia && fase
        return (
          <li
            key={one}
            className={`flex min-h-9 items-center gap-2 rounded-full border px-2.5 xs:px-3.5 ${estado ? 'border-white bg-white text-dark' : 'border-control'}`}
          >
            {estado === 'en vivo' && <span aria-hidden className="pulse bg-[#0b6a2b]" />}
            {diaTitle(fechas?.[one][estado === 'por comenzar' ? 'larga' : 'corta'] ?? one)}
            {estado === 'en vivo' && ', en vivo'}
            {estado === 'terminado' && <span className="font-normal">Día terminado</span>}
          </li>
        )
      })}
    </ul>
  )
}

/**
 * The links to the schedule and the results. The second keeps its height in every state. `areOpen`: whether the results of a day are
 * published; undefined until it is known.
 */
function PortadaLinks({ areOpen }: { areOpen: boolean | undefined }) {
  return (
    <div className="flex flex-col gap-3 lg:max-w-107">
      <a href={hrefTo('/horario')} className={buttonClass('gold', 'large')}>
        <Icon of={CalendarClock} size={22} />
        Minuto a Minuto
      </a>
      <div className="min-h-21">
        {areOpen === undefined && <div className="min-h-14 rounded-12 border border-line" />}
        {areOpen && (
          <a href="#/calificaciones" className={buttonClass('clear', 'large', 'w-full')}>
            <Icon of={Trophy} size={21} />
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

/** For a visitor, while entries are open. Invisible until the session is known. */
function InscribeteLink({ plazo }: { plazo: NonNullable<Portada['plazo']> }) {
  const sesion = useStore(session)
  const isVisitor = sesion ? sesion.role === 'visitante' : startsPublic
  const apertura = aperturaOf(plazo, useServerClock('minute'))
  if (!isVisitor || apertura !== 'abiertas') return null
  return (
    <a
      href={hrefTo('/registro')}
      onClick={() => negada.set({ address: '/competencia', isAsked: true, para: 'usuario' })}
      className={buttonClass('clear', 'large', `mt-3 w-full lg:max-w-107 ${sesion ? '' : 'invisible'}`)}
    >
      <Icon of={LogIn} size={21} />
      Inscríbete
    </a>
  )
}

/** Keeps the height of the venue until it loads. Shows an error when the server cannot load the event. */
function HotelPlaceholder() {
  const isFailing = useFailure([portada.name]) === 'view'
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
