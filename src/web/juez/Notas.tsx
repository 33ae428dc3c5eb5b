import { Aviso } from '../ui/Aviso.tsx'
import type { FilaDeJuez } from './fila.ts'

/**
 * Tells the judge that the mark of the shown entry was reopened, that a late mark for it was discarded, or that its category
 * is closed.
 */
export function Notas({ fila: { entrada, categoria, situacion } }: { fila: FilaDeJuez }) {
  const { marca, tardia } = entrada
  const isReopened = marca?.estado === 'reabierta' && (situacion === 'reabierta' || situacion === 'borrador')
  const isDiscarded = tardia?.estado === 'descartada' && situacion !== 'pendiente' && situacion !== 'tardia'
  const isClosed = categoria.cerrada && situacion !== 'tardia' && situacion !== 'enviada'
  return (
    <>
      {isReopened && (
        <Aviso tone="offline" title="Calificación reabierta" className="mb-3">
          Motivo: {withStop(marca.motivo)} Corrígela y envíala otra vez.
        </Aviso>
      )}
      {isDiscarded && (
        <Aviso tone="info" title={`Tu calificación tardía de ${tardia.l_calificacion} se descartó`} className="mb-3">
          Motivo: {withStop(tardia.motivo)}
        </Aviso>
      )}
      {isClosed && (
        <Aviso tone="info" title="La categoría está cerrada." className="mb-3">
          Lo que envíes esperará al juez principal.
        </Aviso>
      )}
    </>
  )
}

/** A reason as a sentence: people often type its full stop. */
function withStop(motivo: string | null): string {
  return motivo === null || /[.!?…]$/.test(motivo) ? (motivo ?? '') : `${motivo}.`
}
