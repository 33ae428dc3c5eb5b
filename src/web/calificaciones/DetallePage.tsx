import { ChevronLeft, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatPuntos } from '#domain/calificacion.ts'
import { desgloseOf } from '#domain/desglose.ts'
import { detalle, type Detalle } from '#contract/views/calificaciones.ts'
import { useView } from '../live/useView.ts'
import { Waiting } from '../parts/Waiting.tsx'
import { buttonClass } from '../ui/Button.tsx'
import type { Params } from '../ui/address.ts'
import { Empty } from '../ui/Empty.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { MarcasTable } from './MarcasTable.tsx'
import { NoPublicado } from './NoPublicado.tsx'
import { readRuta, RESULTADOS, type Ruta } from './ruta.ts'
import { SumaCard } from './SumaCard.tsx'
import './detalle.css'

/** How an entry came to its points: every judge's marks, and their sum. */
export function DetallePage({ params }: { params: Params }) {
  const ruta = readRuta(params)
  return (
    <main className="page">
      <a href={RESULTADOS} className="mb-3 inline-flex min-h-11 items-center gap-1.5 text-15 font-semibold text-link">
        <ChevronLeft size={18} aria-hidden />
        Resultados
      </a>
      {ruta ? <Entrada ruta={ruta} /> : <NotFound />}
    </main>
  )
}

function Entrada({ ruta }: { ruta: Ruta }) {
  const found = useView(detalle, { ...ruta })
  if (!found) {
    return (
      <WithTitle>
        <Waiting failed="No se abrió la calificación">Cargando calificación...</Waiting>
      </WithTitle>
    )
  }
  if (found.encontrado) return <Marcas found={found} />
  if (found.visible) return <NotFound />
  return (
    <WithTitle>
      <NoPublicado />
    </WithTitle>
  )
}

function Marcas({ found }: { found: Extract<Detalle, { encontrado: true }> }) {
  const { nombre, categoria, dia, criterios, marcas } = found
  const desglose = desgloseOf(marcas)
  return (
    <div className="detalle">
      <div>
        <section aria-labelledby="competidor" className="stage beams rounded-16 px-5 pt-4 pb-3">
          <h1 className="font-sans text-15 font-medium text-muted">Detalles de calificación</h1>
          <h2 id="competidor" className="mt-2 text-36">
            {nombre}
          </h2>
          <p className="mt-1.5 text-muted">
            {categoria} - {dia}
          </p>
          <p className="mt-4 font-display text-18 leading-none font-semibold text-gold">TOTAL PUNTOS</p>
          <p className="num text-[4.5rem] leading-[1.1] text-gold lg:text-[5rem]">{formatPuntos(desglose.total)}</p>
        </section>
        {marcas.length > 0 && <SumaCard desglose={desglose} />}
      </div>
      {marcas.length === 0 ? (
        <Empty title="No hay calificaciones registradas.">Aparecerán aquí en cuanto los jueces las envíen.</Empty>
      ) : (
        <MarcasTable aportes={desglose.aportes} criterios={criterios} />
      )}
    </div>
  )
}

function NotFound() {
  return (
    <WithTitle>
      <EmptyState
        icon={<SearchX size={28} aria-hidden />}
        title="No se encontró esta calificación"
        act={
          <a href={RESULTADOS} className={buttonClass('brand')}>
            Ver los resultados
          </a>
        }
      >
        Puede que el competidor haya cambiado de nombre o de categoría. Búscalo en los resultados.
      </EmptyState>
    </WithTitle>
  )
}

function WithTitle({ children }: { children: ReactNode }) {
  return (
    <>
      <h1 className="mb-5 text-36 lg:text-48">Detalles de calificación</h1>
      {children}
    </>
  )
}
