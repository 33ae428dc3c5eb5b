import { useMemo, useState } from 'react'
import { tituloOf } from '#domain/categoria.ts'
import { diaTitle } from '#domain/dia.ts'
import { clockAt, programaOf, type Programa } from '#domain/horario.ts'
import { horario as horarioView, type CategoriaHorarioPart, type Horario } from '#contract/views/horario.ts'
import { connection, useServerClock, useView } from '../live/tab.ts'
import { LiveCard } from '../parts/LiveCard.tsx'
import { useRenglones } from '../parts/useRenglones.ts'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'
import { Status } from '../ui/Aviso.tsx'
import { Empty } from '../ui/Empty.tsx'
import { useInSteps } from '../ui/useInSteps.ts'
import { useStore } from '../ui/store.ts'
import { useModo } from '../ui/useModo.ts'
import { useReveal } from '../ui/useReveal.ts'
import { useWakeLock } from '../ui/useWakeLock.ts'
import { CategoriaIndex } from './CategoriaIndex.tsx'
import { HorarioTables } from './HorarioTables.tsx'
import { captionId, rowId } from './ids.ts'
import './horario.css'

/** The screen of the hall: stage mode in a large or full-screen window. `styles.css` repeats the query: change both. */
const HALL = '(min-width: 112.5rem), (min-width: 64rem) and (orientation: landscape) and (display-mode: fullscreen)'

/** The heading stays the same element while the data load, so that it keeps the focus. */
export function HorarioPage() {
  const horario = useView(horarioView, {})
  const [isStage] = useModo()
  useWakeLock(isStage)
  return (
    <main className="page horario">
      <div className="horario-head">
        <h1 className="text-36 lg:text-48">Minuto a Minuto</h1>
        <p className="mt-1 text-15 text-muted">{horario && paceOf(horario)}</p>
      </div>
      {horario ? (
        <Day horario={horario} />
      ) : (
        <div className="col-span-full">
          <ViewPlaceholder of={[horarioView.name]} failed="No se abrió el horario" what="horario" />
        </div>
      )}
    </main>
  )
}

function paceOf({ dia, categorias, minutosPorCompetidor }: Horario): string {
  return categorias.length === 0 ? diaTitle(dia) : `${diaTitle(dia)}, ${minutosPorCompetidor} min por competidor`
}

function Day({ horario }: { horario: Horario }) {
  const clock = clockAt(horario, useServerClock('minute'))
  const programa = useMemo(
    () => programaOf(horario.categorias, horario, clock, horario.minutosPorCompetidor),
    [horario, clock],
  )
  // The card shows a new turn at once. The tables may have thousands of times: they render one by one after it.
  const categorias = useInSteps(useRenglones<CategoriaHorarioPart>(programa.categorias), isSameCategoria)
  const { dia, zonaHoraria } = horario
  const [isStage] = useModo()
  // In the hall the card fills the screen.
  const isHall = isStage && window.matchMedia(HALL).matches
  const { actual } = programa
  const place =
    actual && !isHall
      ? { elementId: rowId(actual.renglon.competidor.id), headingId: captionId(actual.categoria.id) }
      : undefined
  // The first answer replaces the turn of a kept copy. That is not announced as a new turn, and the page leads to it.
  const source = useStore(connection).isKept ? 'kept' : 'live'

  return (
    <>
      <TurnoAnnouncer key={`${dia} ${source}`} actual={actual} />
      <Reveal key={`reveal ${source}`} place={place} />
      {horario.categorias.length === 0 ? (
        <div className="col-span-full">
          <Empty title={`No hay categorías registradas para el día: ${dia}.`}>
            La organización todavía prepara este día. Esta página se actualiza sola.
          </Empty>
        </div>
      ) : (
        <>
          <div className="horario-side">
            <LiveCard programa={programa} reloj={horario} dia={dia} zona={zonaHoraria} place="column" />
            <CategoriaIndex dia={dia} categorias={categorias} zona={zonaHoraria} />
          </div>
          <HorarioTables key={dia} categorias={categorias} zona={zonaHoraria} />
        </>
      )}
    </>
  )
}

/** Announces each change of the turn to screen readers. Does not announce the turn that the page opens with. */
function TurnoAnnouncer({ actual }: Pick<Programa<CategoriaHorarioPart>, 'actual'>) {
  const now = actual?.renglon.turno
  const [first] = useState(now)
  const [hasMoved, setMoved] = useState(false)
  if (!hasMoved && now !== first) setMoved(true)
  return (
    <Status className="sr-only">
      {hasMoved &&
        actual &&
        `Turno ${actual.renglon.turno}: compite ${actual.renglon.competidor.nombre}, ${tituloOf(actual.categoria)}.`}
    </Status>
  )
}

function Reveal({ place }: { place: Parameters<typeof useReveal>[0] }) {
  useReveal(place)
  return null
}

type CategoriaFilas = Programa<CategoriaHorarioPart>['categorias'][number]

/** The times of the rows may differ. */
const isSameCategoria = (before: CategoriaFilas, after: CategoriaFilas) => before.categoria === after.categoria
