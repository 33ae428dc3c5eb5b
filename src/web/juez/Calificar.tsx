import { ArrowUp } from '../ui/icons.ts'
import { Suspense, useMemo } from 'react'
import type { DeJuez } from '#contract/views/jueces.ts'
import { listFilas, groupFilas } from '#domain/porCalificar.ts'
import { situacionOf } from '../outbox/mark.ts'
import { outbox } from '../outbox/tab.ts'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { useStore } from '../ui/store.ts'
import { Encabezado, JURADO_ID } from './Encabezado.tsx'
import type { FilaDeJuez } from './fila.ts'
import { Listas, LISTA_ID } from './Listas.tsx'
import { Papeleta } from './Papeleta.tsx'
import { useEnPantalla } from './useEnPantalla.ts'

const Jurado = lazyPart(async () => (await import('./Jurado.tsx')).Jurado)

/** Scores one entry after the other: the entry on the screen, the lists, and what a head judge sees besides. */
export function Calificar({ documento }: { documento: DeJuez }) {
  const { marcas } = useStore(outbox)
  const filas: readonly FilaDeJuez[] = useMemo(
    () => listFilas(documento.categorias, (entrada) => situacionOf(marcas.get(entrada.id), entrada)),
    [documento, marcas],
  )
  const listas = useMemo(() => groupFilas(filas, documento), [filas, documento])
  const { fila, anterior, borrada, open } = useEnPantalla(filas, documento.competidorId)
  const turno = filas.find(({ entrada }) => entrada.id === documento.competidorId)

  const openAndShow = (competidorId: string): void => {
    open(competidorId)
    showTop()
  }
  return (
    <main className="juez">
      <Encabezado
        fila={fila}
        turno={turno}
        porCalificar={listas.porCalificar.length}
        hasJurado={documento.principal}
        onTurno={openAndShow}
      />
      <Papeleta
        fila={fila}
        anterior={anterior}
        filas={filas}
        isDraftLost={borrada !== null && marcas.get(borrada)?.estado === 'borrador'}
      />
      <div className="juez-lists" id={LISTA_ID} tabIndex={-1}>
        <Listas {...listas} turno={documento} shown={fila?.entrada.id} onOpen={openAndShow} />
        {listas.porCalificar.length + listas.calificadas.length === 0 && (
          <Empty title="No tienes competidores por calificar.">La organización asigna a los jueces.</Empty>
        )}
      </div>
      {documento.principal && (
        <div className="juez-jurado" id={JURADO_ID} tabIndex={-1}>
          <Button className="justify-self-start" icon={<ArrowUp size={18} aria-hidden />} onClick={showTop}>
            Volver a calificar
          </Button>
          <ErrorBoundary>
            <Suspense>
              <Jurado dia={documento.dia} competidorId={fila?.entrada.id ?? null} />
            </Suspense>
          </ErrorBoundary>
        </div>
      )}
    </main>
  )
}

/** The entry on the screen, from far below. */
function showTop(): void {
  document.querySelector('h1')?.focus({ preventScroll: true })
  window.scrollTo({ top: 0, behavior: 'instant' })
}
