import { useState } from 'react'
import { flushSync } from 'react-dom'
import { matchesNombre } from '#domain/categoria.ts'
import { clockAt, programaOf } from '#domain/horario.ts'
import { mesa as mesaView, type Mesa } from '#contract/competidores.ts'
import { useServerClock } from '../live/useServerClock.ts'
import { useView } from '../live/useView.ts'
import { DiaRadios } from '../parts/DiaRadios.tsx'
import { MusicPlayer } from '../parts/MusicPlayer.tsx'
import { Waiting } from '../parts/Waiting.tsx'
import { hrefTo } from '../paths.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Button } from '../ui/Button.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { CategoriaCard } from './CategoriaCard.tsx'
import { Desk } from './Desk.tsx'
import { DiaAside } from './DiaAside.tsx'
import { showRow } from './showRow.ts'
import { useEditing } from './useEditing.tsx'
import { useTurno } from './useTurno.tsx'
import './desk.css'

export function CompetidoresPage() {
  const mesa = useView(mesaView, {})
  if (mesa) return <Day mesa={mesa} />
  return (
    <main className="page page-wide">
      <h1 className="mb-5 text-30">Competidores por Categoría</h1>
      <Waiting failed="No se abrió la mesa de control">Cargando competidores...</Waiting>
    </main>
  )
}

/** The organiser's desk over the list of the live day. */
function Day({ mesa }: { mesa: Mesa }) {
  const [texto, setTexto] = useState('')
  const turno = useTurno(mesa)
  const [editDialog, edit] = useEditing()
  const clock = clockAt(mesa, useServerClock('minute'))
  const programa = programaOf(mesa.categorias, mesa.selectedRow, clock, mesa.minutosPorCompetidor)
  const { actual } = programa
  const found = programa.categorias.filter(({ categoria }) => matchesNombre(categoria, texto))

  function show(id: string): void {
    // A search would hide it.
    flushSync(() => setTexto(''))
    showRow(id)
  }

  return (
    <main className="flex grow flex-col">
      <Desk mesa={mesa} programa={programa} turno={turno} />
      <div className="page page-wide desk-page">
        <div className="desk-tools">
          <div className="desk-title">
            <h1 className="text-30">Competidores por Categoría: {mesa.dia}</h1>
            <p className="text-15 text-muted">Total de competidores: {mesa.total}</p>
            {actual && (
              <Button variant="ghost" size="dense" onClick={() => show(actual.renglon.competidor.id)}>
                Ir al turno {actual.renglon.turno}
              </Button>
            )}
          </div>
          <DiaRadios
            value={mesa.dia}
            live={mesa.dia}
            busy={turno.isBusy}
            onChange={turno.changeDia}
            className="desk-day"
          />
          <SearchField label="Buscar categoría..." value={texto} onChange={setTexto} className="desk-search" />
        </div>
        {clock === null && programa.total > 0 && (
          <Aviso tone="info" title="Falta la hora: los turnos salen con --:--." className="mt-4">
            Guarda la hora o enciende el reloj en{' '}
            <a href={hrefTo('/control')} className="font-semibold underline">
              Control
            </a>
            .
          </Aviso>
        )}
        <div className="mt-4 grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_18.5rem]">
          <div className="flex min-w-0 flex-col gap-4">
            {found.map(({ categoria, renglones }) => (
              <CategoriaCard
                key={categoria.id}
                categoria={categoria}
                renglones={renglones}
                onSelect={turno.select}
                onEdit={edit}
              />
            ))}
            {found.length === 0 && (
              <Empty title="Sin categorías.">
                {mesa.categorias.length === 0
                  ? `Agrega la primera del ${mesa.dia} en Categorías.`
                  : `Ninguna del ${mesa.dia} se llama así. Borra la búsqueda para verlas todas.`}
              </Empty>
            )}
          </div>
          <DiaAside mesa={mesa} onShow={show} />
        </div>
        <MusicPlayer />
        {editDialog}
      </div>
    </main>
  )
}
