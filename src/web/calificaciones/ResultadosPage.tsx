import { CalendarClock, X } from 'lucide'
import { useState } from 'react'
import { matchesCompetidor } from '#domain/busqueda.ts'
import { matchesNombre } from '#domain/categoria.ts'
import { DIAS } from '#domain/dia.ts'
import { formatCount } from '#domain/plural.ts'
import { viewKey } from '#contract/view.ts'
import { resultados, type CategoriaResultadosPart } from '#contract/views/calificaciones.ts'
import { session } from '../api/session.ts'
import { useFailure, useViews } from '../live/tab.ts'
import { Tuyas } from '../horario/Tuyo.tsx'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'
import { hrefTo } from '../paths.ts'
import { Icon } from '../ui/Icon.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
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
  const [categoria, buscarCategoria] = useBusqueda('categoria')
  const [competidor, buscarCompetidor] = useBusqueda('competidor')
  const [desplegados, setDesplegados] = useState(() => readDesplegados())
  useReturn(RESULTADOS, isReady)

  const ofCategoria = visibles.map((day) => ({
    day,
    found: day.categorias.filter((one) => matchesNombre(one, categoria)),
  }))
  const isSearching = competidor.trim() !== ''
  // A day without the entry is left out; a day without the category says so.
  const shown = isSearching
    ? ofCategoria
        .map(({ day, found }) => ({ day, found: found.flatMap((one) => onlyCompetidores(one, competidor)) }))
        .filter(({ found }) => found.length > 0)
    : ofCategoria
  const categorias = ofCategoria.flatMap(({ found }) => found)
  const which = faltan.length < DIAS.length ? `: ${faltan.join(', ')}` : ''
  const isPublic = visibles.length + faltan.length > 0

  return (
    <main className="page">
      <Tuyas />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h1 className="grow text-36 lg:text-48">Resultados</h1>
        {isPublic && (
          <a href={hrefTo('/horario')} className={buttonClass('outline', 'dense')}>
            <Icon of={CalendarClock} size={17} />
            Minuto a Minuto
          </a>
        )}
      </div>
      {visibles.length > 0 && (
        <div className="mb-5 grid gap-3 md:grid-cols-2 md:gap-5">
          <SearchField label="Buscar categoría..." value={categoria} onChange={buscarCategoria} />
          <SearchField label="Buscar competidor..." value={competidor} onChange={buscarCompetidor} />
        </div>
      )}
      <p aria-live="polite" className="sr-only">
        {isSearching &&
          formatCount(shown.flatMap(({ found }) => found.flatMap(entriesOf)).length, 'competidor', 'competidores')}
        {!isSearching && categoria.trim() !== '' && formatCount(categorias.length, 'categoría', 'categorías')}
      </p>
      {faltan.length > 0 && (
        <div className="mb-4">
          <ViewPlaceholder of={KEYS} failed={`No se abrieron los resultados${which}`} what="resultados" />
        </div>
      )}
      {!isPublic && <NoPublicado />}
      {categoria.trim() !== '' && visibles.length > 0 && categorias.length === 0 && (
        <Empty
          title={`Ninguna categoría coincide con «${categoria.trim()}»`}
          act={
            <Button icon={X} onClick={() => buscarCategoria('')}>
              Ver todas las categorías
            </Button>
          }
        >
          Revisa la ortografía o busca solo una parte del nombre.
        </Empty>
      )}
      {categorias.length > 0 && shown.length === 0 && (
        <Empty title="Ningún competidor coincide.">Revisa la ortografía o busca solo una parte del nombre.</Empty>
      )}
      {shown.map(({ day, found }) => (
        <DiaResultados
          key={day.dia}
          day={day}
          found={found}
          isAdmin={isAdmin}
          isOpen={isSearching || desplegados[day.dia]}
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

/** The text of a search, which lasts as long as the tab, and the function that changes it. */
function useBusqueda(of: Parameters<typeof readBusqueda>[0]) {
  const [texto, setTexto] = useState(() => readBusqueda(of))
  const buscar = (next: string): void => {
    saveBusqueda(of, next)
    setTexto(next)
  }
  return [texto, buscar] as const
}

const entriesOf = ({ puestos, retirados }: CategoriaResultadosPart) => [...puestos, ...retirados]

/** A category with those entries alone that match a search; none without such an entry. */
function onlyCompetidores(categoria: CategoriaResultadosPart, busqueda: string): CategoriaResultadosPart[] {
  const puestos = categoria.puestos.filter((one) => matchesCompetidor(one, busqueda))
  const retirados = categoria.retirados.filter((one) => matchesCompetidor(one, busqueda))
  return puestos.length + retirados.length > 0 ? [{ ...categoria, puestos, retirados }] : []
}

const KEYS = DIAS.map((dia) => viewKey(resultados, { dia }))

/** The days that have loaded and that the person may see, and those that have not loaded. */
function useDias() {
  const all = useViews(
    resultados,
    DIAS.map((dia) => ({ dia })),
  )
  const faltan = DIAS.filter((_dia, index) => !all[index])
  const hasFailed = useFailure(KEYS) !== null
  // A day that fails, or has no copy on the device, does not hide the others.
  const isReady = hasFailed || faltan.length === 0
  return { visibles: isReady ? all.flatMap((day) => (day?.visible ? [day] : [])) : [], faltan, isReady }
}
