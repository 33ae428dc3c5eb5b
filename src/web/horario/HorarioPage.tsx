import { Trophy } from 'lucide'
import { useDeferredValue, useMemo, useState } from 'react'
import { diasPublicados } from '#domain/ajustes.ts'
import { matchesCompetidor } from '#domain/busqueda.ts'
import { diaTitle, type Dia } from '#domain/dia.ts'
import { viewKey } from '#contract/view.ts'
import {
  horario as horarioView,
  horarioDeDia,
  type CategoriaHorarioPart,
  type Horario,
} from '#contract/views/horario.ts'
import { portada } from '#contract/views/portada.ts'
import { session } from '../api/session.ts'
import { connection, useView } from '../live/tab.ts'
import { Later } from '../parts/Later.tsx'
import { LiveCard } from './LiveCard.tsx'
import { seguidos } from './seguidos.ts'
import { Tuyas } from './Tuyo.tsx'
import { useOtrosDias } from './useOtrosDias.ts'
import { useJornada } from './useJornada.ts'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'
import { hrefTo } from '../paths.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Icon } from '../ui/Icon.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { useStore } from '../ui/store.ts'
import { useModo } from '../ui/useModo.ts'
import { useReveal } from '../ui/useReveal.ts'
import { useWakeLock } from '../ui/useWakeLock.ts'
import type { BusquedaProps } from './Busqueda.tsx'
import { HorarioTables } from './HorarioTables.tsx'
import { captionId, rowId } from './ids.ts'
import './horario.css'

/** The screen of the hall: stage mode in a large or full-screen window. `styles.css` repeats the query: change both. */
const HALL = '(min-width: 112.5rem), (min-width: 64rem) and (orientation: landscape) and (display-mode: fullscreen)'
const hall = window.matchMedia(HALL)
const hallWindow = {
  subscribe: (notify: () => void) => {
    hall.addEventListener('change', notify)
    return () => hall.removeEventListener('change', notify)
  },
  read: () => hall.matches,
}

/** These come after the first picture, which keeps their places. */
const Sigo = lazyPart(async () => (await import('./Sigo.tsx')).Sigo)
const DiaRadios = lazyPart(async () => {
  // In the same file. The first star that is pressed then shows its region at once, and its row stays where it is.
  await Sigo.preload(() => seguidos.read().length === 0)
  return (await import('../parts/DiaRadios.tsx')).DiaRadios
})
const TurnoAnnouncer = lazyPart(async () => (await import('./TurnoAnnouncer.tsx')).TurnoAnnouncer)
const ProximoDia = lazyPart(async () => (await import('./ProximoDia.tsx')).ProximoDia)
const Busqueda = lazyPart(async () => (await import('./Busqueda.tsx')).Busqueda)
const CategoriaIndex = lazyPart(async () => (await import('./CategoriaIndex.tsx')).CategoriaIndex)

/** The heading stays the same element while the data load, so that it keeps the focus. */
export function HorarioPage() {
  const horario = useView(horarioView, {})
  const home = useView(portada, {})
  // The administrator sees the results also while they are hidden.
  const isAdmin = useStore(session)?.role === 'admin'
  const [isStage] = useModo()
  /** The chosen day; without one, the live day. */
  const [elegido, setElegido] = useState<Dia>()
  useWakeLock(isStage)
  // A chosen day that becomes the live one is followed like it.
  if (elegido !== undefined && elegido === horario?.dia) setElegido(undefined)
  const day = horario && { horario, dia: elegido ?? horario.dia }
  // From its first turn until its last has passed.
  const vivo = home?.fase === 'en vivo' ? horario?.dia : undefined
  return (
    <main className="page horario">
      <Tuyas />
      <div className="horario-head">
        <div className="grow">
          <h1 className="text-36 lg:text-48">Minuto a Minuto</h1>
          <p className="mt-1 min-h-lh text-15 text-muted">
            {day && paceOf(day.horario, day.dia, home?.evento.fechas?.[day.dia].larga)}{' '}
            {day && day.dia !== day.horario.dia && <span className="ml-3">El público ve el {day.horario.dia}.</span>}
          </p>
        </div>
        {home && (isAdmin || diasPublicados(home.publicado).length > 0) && (
          <a href={hrefTo('/calificaciones')} className={buttonClass('outline', 'dense')}>
            <Icon of={Trophy} size={17} />
            Ver Calificaciones
          </a>
        )}
        <div className="horario-dias">
          {day && (
            <Later>
              <DiaRadios isShort value={day.dia} live={vivo} mark="en vivo" onChange={setElegido} />
            </Later>
          )}
        </div>
      </div>
      {day ? (
        <Day {...day} />
      ) : (
        <div className="col-span-full">
          <ViewPlaceholder of={[horarioView.name]} failed="No se abrió el horario" what="horario" />
        </div>
      )}
    </main>
  )
}

/** The chosen day. The minutes say something about a live day without a programme alone. */
function paceOf(horario: Horario, dia: Dia, fecha: string = dia): string {
  const { categorias, minutosPorCompetidor, programa } = horario
  const title = diaTitle(fecha)
  return dia !== horario.dia || categorias.length === 0 || programa
    ? title
    : `${title}, ${minutosPorCompetidor} min por competidor`
}

function Day({ horario, dia }: { horario: Horario; dia: Dia }) {
  const jornada = useJornada<CategoriaHorarioPart>(horario)
  const isLive = dia === horario.dia
  const [fueraDeVivo] = useOtrosDias([isLive ? undefined : dia])
  const shown = isLive ? jornada.categorias : fueraDeVivo
  // The first answer replaces the turn of a kept copy. That is not announced as a new turn, and the page leads to it.
  const source = useStore(connection).isKept ? 'kept' : 'live'
  const busqueda = useBusqueda(useLater(shown ?? NINGUNA, source))
  const { zonaHoraria } = horario
  const [isStage] = useModo()
  // In the hall the card fills the screen.
  const isHall = useStore(hallWindow) && isStage
  const { actual } = jornada
  const place =
    actual && isLive && !isHall
      ? { elementId: rowId(actual.renglon.competidor.id), headingId: captionId(actual.categoria.id) }
      : undefined
  const isEmpty = shown?.length === 0
  const cuantosSigo = useStore(seguidos).length

  return (
    <>
      <Later>
        <TurnoAnnouncer key={`${horario.dia} ${source}`} actual={actual} pausa={jornada.pausa?.titulo} />
      </Later>
      <Reveal key={`reveal ${source}`} place={place} />
      {horario.categorias.length > 0 && (
        <div className="horario-side">
          <LiveCard jornada={jornada} live={horario} place={isHall ? 'hall' : 'column'}>
            {jornada.fase === 'terminado' && (
              <Later>
                <ProximoDia dia={horario.dia} zona={zonaHoraria} />
              </Later>
            )}
          </LiveCard>
          {!isEmpty && (
            <Later>
              <CategoriaIndex dia={dia} categorias={busqueda.encontradas} zona={zonaHoraria} />
            </Later>
          )}
        </div>
      )}
      <div className="horario-list">
        {cuantosSigo > 0 && (
          <Later place={<div className="sigo" style={{ '--filas': cuantosSigo }} />}>
            <Sigo dia={horario.dia} categorias={jornada.categorias} zona={zonaHoraria} />
          </Later>
        )}
        {!shown && (
          <ViewPlaceholder of={[viewKey(horarioDeDia, { dia })]} failed={`No se abrió el ${dia}`} what="horario" />
        )}
        {isEmpty && (
          <Empty title={`No hay categorías registradas para el día: ${dia}.`}>
            La organización todavía prepara este día. Esta página se actualiza sola.
          </Empty>
        )}
        {shown && !isEmpty && (
          <Later place={<div className="horario-busca min-h-12" />}>
            <Busqueda {...busqueda} />
          </Later>
        )}
        <HorarioTables
          key={dia}
          categorias={busqueda.encontradas}
          zona={zonaHoraria}
          isFiltered={busqueda.texto.trim() !== ''}
        />
      </div>
    </>
  )
}

/** The search for an entry of the day by name or company. It outlives a change of the day. */
function useBusqueda(categorias: BusquedaProps['encontradas']): BusquedaProps {
  const [texto, buscar] = useState('')
  const encontradas = useMemo(() => {
    if (texto.trim() === '') return categorias
    const found = categorias.map(({ categoria, renglones }) => ({
      categoria,
      renglones: renglones.filter(({ competidor }) => matchesCompetidor(competidor, texto)),
      pausas: [],
    }))
    return found.filter(({ renglones }) => renglones.length > 0)
  }, [categorias, texto])
  return { texto, buscar, encontradas }
}

/** The lines of a day that has not loaded. */
const NINGUNA: BusquedaProps['encontradas'] = []

/**
 * The lines as the tables show them. When a press changes their times alone, hundreds of rows follow the card in slices, at a
 * lower priority. Other entries, and the first answer after a copy, show with the card: late rows would move the page.
 */
function useLater(latest: BusquedaProps['encontradas'], source: 'kept' | 'live'): BusquedaProps['encontradas'] {
  const shown = useDeferredValue(latest)
  const isSameSource = useDeferredValue(source) === source
  const isSame = shown.length === latest.length && latest.every((one, at) => one.categoria === shown[at]?.categoria)
  return isSame && isSameSource ? shown : latest
}

function Reveal({ place }: { place: Parameters<typeof useReveal>[0] }) {
  useReveal(place)
  return null
}
