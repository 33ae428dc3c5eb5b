import { useState } from 'react'
import { matchesNombre } from '#domain/categoria.ts'
import { clockAt, programaOf } from '#domain/horario.ts'
import { mesa as mesaView, type CompetidorAdmin, type Mesa } from '#contract/competidores.ts'
import { useServerClock } from '../live/useServerClock.ts'
import { useView } from '../live/useView.ts'
import { DiaRadios } from '../parts/DiaRadios.tsx'
import { MusicPlayer } from '../parts/MusicPlayer.tsx'
import { Waiting } from '../parts/Waiting.tsx'
import { Empty } from '../ui/Empty.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { CategoriaCard } from './CategoriaCard.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { Desk } from './Desk.tsx'
import { DiaAside } from './DiaAside.tsx'
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
  const [leaving, setLeaving] = useState<CompetidorAdmin | null>(null)
  const turno = useTurno(mesa)
  const clock = clockAt(mesa, useServerClock('minute'))
  const programa = programaOf(mesa.categorias, mesa.selectedRow, clock, mesa.minutosPorCompetidor)
  const found = programa.categorias.filter(({ categoria }) => matchesNombre(categoria, texto))

  return (
    <main className="flex grow flex-col">
      <Desk mesa={mesa} programa={programa} turno={turno} />
      <div className="page page-wide desk-page">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h1 className="text-30">Competidores por Categoría: {mesa.dia}</h1>
            <p className="text-15 text-muted">Total de competidores: {mesa.total}</p>
          </div>
          <DiaRadios
            value={mesa.dia}
            live={mesa.dia}
            busy={turno.isBusy}
            onChange={turno.changeDia}
            className="ml-auto max-sm:w-full"
          />
          <SearchField label="Buscar categoría..." value={texto} onChange={setTexto} className="w-full sm:w-64" />
        </div>
        <div className="mt-4 grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_18.5rem]">
          <div className="flex min-w-0 flex-col gap-4">
            {found.map(({ categoria, renglones }) => (
              <CategoriaCard
                key={categoria.id}
                categoria={categoria}
                renglones={renglones}
                onSelect={turno.select}
                onDelete={setLeaving}
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
          <DiaAside mesa={mesa} />
        </div>
        <MusicPlayer />
      </div>
      {leaving && <DeleteDialog competidor={leaving} onClose={() => setLeaving(null)} />}
    </main>
  )
}
