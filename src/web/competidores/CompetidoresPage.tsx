import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import { mesa as mesaView, mesaDeDia, type CategoriaMesaPart, type Mesa } from '#contract/competidores.ts'
import { viewKey } from '#contract/view.ts'
import { turnoText } from '#domain/numero.ts'
import { useView } from '../live/tab.ts'
import { DiaRadios } from '../parts/DiaRadios.tsx'
import { MusicPlayer } from '../inscripciones/MusicPlayer.tsx'
import { PremiacionEnCurso } from '../calificaciones/Premiacion.tsx'
import { Tardias } from '../calificaciones/Tardias.tsx'
import { captionId, rowId } from '../horario/ids.ts'
import { useJornada } from '../horario/useJornada.ts'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'
import { hrefTo } from '../paths.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { useFollow } from '../ui/useFollow.ts'
import { useReveal } from '../ui/useReveal.ts'
import { Desk } from './Desk.tsx'
import { DiaDialog, SoloVista, useDiaChoice } from './DiaChoice.tsx'
import { Lista } from './Lista.tsx'
import { LugarStatus } from './Lugar.tsx'
import { showRow } from './showRow.ts'
import { SinTurno } from './SinTurno.tsx'
import { useTurno } from './useTurno.tsx'
import './desk.css'

export function CompetidoresPage() {
  const mesa = useView(mesaView, {})
  if (mesa) return <Day mesa={mesa} />
  return (
    <main className="page">
      <h1 className="mb-5 text-30">Competidores por Categoría</h1>
      <ViewPlaceholder of={[mesaView.name]} failed="No se abrieron los competidores" what="competidores" />
    </main>
  )
}

/** The desk above the list of the active day, or of another day that is only viewed. */
function Day({ mesa }: { mesa: Mesa }) {
  const [texto, setTexto] = useState('')
  const turno = useTurno(mesa)
  const jornada = useJornada<CategoriaMesaPart>(mesa)
  const choice = useDiaChoice(mesa, turno.changeDia)
  const { dia, isLive } = choice
  const actual = isLive ? jornada.actual : undefined
  // As `lg`: where the column is beside the list, the ceremony stands there, in sight whatever row the list shows.
  const isWide = matchMedia('(width >= 64rem)').matches
  const viewed = useView(mesaDeDia, isLive ? undefined : { dia })
  const day = isLive ? { ...mesa, enTurno: mesa } : viewed
  const filaId = actual && rowId(actual.renglon.competidor.id)
  useReveal(actual && { elementId: rowId(actual.renglon.competidor.id), headingId: captionId(actual.categoria.id) })
  useFollow(filaId, '.desk')

  const show = useCallback((id: string): void => {
    // The search may hide the row.
    flushSync(() => setTexto(''))
    showRow(id)
  }, [])

  return (
    <main className="flex grow flex-col">
      <Desk mesa={mesa} jornada={jornada} turno={turno} />
      <div className="page desk-page">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          {/* On a wide screen the heading alone: what follows it wraps below it before the search leaves the row of the days. */}
          <div className="flex grow basis-full flex-wrap items-baseline gap-x-3 lg:basis-100">
            <h1 className="text-30">Competidores por Categoría: {dia}</h1>
            <p className="text-15 text-muted">Total de competidores: {day?.total ?? '…'}</p>
            {actual && (
              <Button variant="ghost" size="dense" className="-ml-3" onClick={() => show(actual.renglon.competidor.id)}>
                Ir al {turnoText(actual.renglon.competidor, actual.renglon.turno)}
              </Button>
            )}
          </div>
          <DiaRadios
            isShort
            value={dia}
            live={mesa.dia}
            busy={turno.isChangingDia}
            onChange={choice.choose}
            className="grow basis-auto lg:grow-0"
          />
          <SearchField
            label="Buscar categoría..."
            value={texto}
            onChange={setTexto}
            className="grow basis-64 lg:w-60 lg:flex-none"
          />
        </div>
        {isLive && jornada.clock === null && jornada.total > 0 && (
          <Aviso
            tone="info"
            title={`Falta la hora: los turnos aparecen con ${mesa.programa ? 'la hora publicada, sin retraso' : '--:--'}.`}
            className="mt-4"
          >
            Guarda la hora o activa el reloj en{' '}
            <a href={hrefTo('/control')} className="font-semibold underline">
              Control
            </a>
            .
          </Aviso>
        )}
        {isLive ? <SinTurno mesa={mesa} turno={turno} /> : <SoloVista dia={dia} live={mesa.dia} turno={turno} />}
        <Tardias className="mt-4" />
        {!isWide && <PremiacionEnCurso className="mt-4" />}
        {day ? (
          <Lista
            {...day}
            dia={dia}
            texto={texto}
            sinLlegar={mesa.sinLlegar}
            hasPremiacion={isWide}
            onShow={show}
            onSelect={isLive ? turno.select : null}
            onRepeat={isLive ? turno.repeat : null}
          />
        ) : (
          <div className="mt-4">
            <ViewPlaceholder of={[viewKey(mesaDeDia, { dia })]} failed={`No se abrió el ${dia}`} what="competidores" />
          </div>
        )}
        <DiaDialog choice={choice} live={mesa.dia} />
        <LugarStatus />
        <MusicPlayer />
      </div>
    </main>
  )
}
