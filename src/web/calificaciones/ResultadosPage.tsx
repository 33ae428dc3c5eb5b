import { X } from 'lucide'
import { useState } from 'react'
import { matchesNombre } from '#domain/categoria.ts'
import { DIAS, type Dia, type PorDia } from '#domain/dia.ts'
import { formatCount } from '#domain/plural.ts'
import { viewKey } from '#contract/view.ts'
import { resultados, type Resultados } from '#contract/views/calificaciones.ts'
import { session } from '../api/session.ts'
import { useFailure, useView } from '../live/tab.ts'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { useReturn } from '../ui/useReturn.ts'
import { DiaResultados } from './DiaResultados.tsx'
import { saveBusqueda, saveDesplegados, readBusqueda, readDesplegados } from './memoria.ts'
import { NoPublicado } from './NoPublicado.tsx'
import { RESULTADOS } from './ruta.ts'
import { useStore } from '../ui/store.ts'

/** The ranking of every category, day by day. The public sees the published days, the organisers all of them. */
export function ResultadosPage() {
  const { visibles, faltan, isReady } = useDias()
  const isAdmin = useStore(session)?.role === 'admin'
  const [busqueda, setBusqueda] = useState(() => readBusqueda())
  const [desplegados, setDesplegados] = useState(() => readDesplegados())
  useReturn(RESULTADOS, isReady)

  const found = visibles.map((day) => day.categorias.filter((categoria) => matchesNombre(categoria, busqueda)))
  const isSearching = busqueda.trim() !== ''
  const count = found.flat().length

  const search = (texto: string): void => {
    saveBusqueda(texto)
    setBusqueda(texto)
  }

  return (
    <main className="page">
      <div className="mb-5 grid items-center gap-4 md:grid-cols-[1fr_21.25rem]">
        <h1 className="text-36 lg:text-48">Resultados</h1>
        {visibles.length > 0 && <SearchField label="Buscar categoría..." value={busqueda} onChange={search} />}
      </div>
      <p aria-live="polite" className="sr-only">
        {isSearching && formatCount(count, 'categoría', 'categorías')}
      </p>
      <Faltantes dias={faltan} />
      {visibles.length + faltan.length === 0 && <NoPublicado />}
      {isSearching && visibles.length > 0 && count === 0 && (
        <NothingFound busqueda={busqueda} onClear={() => search('')} />
      )}
      {visibles.map((day, index) => (
        <DiaResultados
          key={day.dia}
          day={day}
          found={found[index] ?? []}
          isAdmin={isAdmin}
          isOpen={desplegados[day.dia]}
          onToggle={() => {
            const next = { ...desplegados, [day.dia]: !desplegados[day.dia] }
            saveDesplegados(next)
            setDesplegados(next)
          }}
        />
      ))}
    </main>
  )
}

/** The days that have not loaded. */
function Faltantes({ dias }: { dias: readonly Dia[] }) {
  if (dias.length === 0) return null
  const which = dias.length < DIAS.length ? `: ${dias.join(', ')}` : ''
  return (
    <div className="mb-4">
      <ViewPlaceholder of={KEYS} failed={`No se abrieron los resultados${which}`} what="resultados" />
    </div>
  )
}

const KEYS = DIAS.map((dia) => viewKey(resultados, { dia }))

interface Dias {
  readonly visibles: readonly Resultados[]
  /** The days that have not loaded. */
  readonly faltan: readonly Dia[]
  readonly isReady: boolean
}

function useDias(): Dias {
  const [jueves, viernes, sabado] = DIAS
  const all: PorDia<Resultados | undefined> = [
    useView(resultados, { dia: jueves }),
    useView(resultados, { dia: viernes }),
    useView(resultados, { dia: sabado }),
  ]
  const faltan = DIAS.filter((_dia, index) => !all[index])
  const hasFailed = useFailure(KEYS) !== null
  // A day that fails, or has no copy on the device, does not hide the others.
  const isReady = hasFailed || faltan.length === 0
  return { visibles: isReady ? all.flatMap((day) => (day?.visible ? [day] : [])) : [], faltan, isReady }
}

function NothingFound({ busqueda, onClear }: { busqueda: string; onClear: () => void }) {
  return (
    <Empty
      title={`Ninguna categoría coincide con «${busqueda.trim()}»`}
      act={
        <Button icon={<Icon of={X} size={17} />} onClick={onClear}>
          Ver todas las categorías
        </Button>
      }
    >
      Revisa la ortografía o busca solo una parte del nombre.
    </Empty>
  )
}
