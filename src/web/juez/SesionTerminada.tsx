import { formatCount } from '#domain/plural.ts'
import { outbox } from '../outbox/tab.ts'
import { hasEnded } from '../outbox/sesionDeJuez.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { useStore } from '../ui/store.ts'

/**
 * Tells what happens to the marks of a judge that are unsent or late on this device, once the session of the judge has
 * ended. Another person reads only that they wait for the judge.
 */
export function SesionTerminada() {
  const { sesion, marcas } = useStore(outbox)
  const isEnded = hasEnded(sesion)
  const marks = [...marcas.values()]
  const waiting = marks.filter((mark) => mark.estado === 'pendiente')
  const isOthers = sesion === 'ajena'
  const late = isOthers ? 0 : marks.filter(({ estado }) => estado === 'tardia').length
  const drafts = marks.filter(({ estado }) => estado === 'borrador').length
  if (!isEnded || waiting.length + late + drafts === 0) return null
  const problema = waiting.find((mark) => mark.problema !== null)?.problema
  const next = sesion === 'negada' ? 'se enviarán cuando entres con tu enlace.' : 'se envían solas al volver la señal.'
  return (
    <div className="mb-5 grid gap-3">
      {waiting.length > 0 && (
        <Aviso tone="offline" title={formatCount(waiting.length, 'pendiente', 'pendientes')}>
          {isOthers
            ? 'Son del juez que calificó aquí antes. Siguen en este dispositivo y se enviarán cuando entre con su enlace.'
            : `Tu sesión terminó antes de enviarlas. Siguen en este dispositivo y ${next}`}{' '}
          {problema}
        </Aviso>
      )}
      {late > 0 && (
        <Aviso tone="info" title="Tardía: espera al juez principal." isQuiet>
          {late === 1
            ? 'Una calificación llegó después de que terminó tu sesión.'
            : `${late} calificaciones llegaron después de que terminó tu sesión.`}
        </Aviso>
      )}
      {drafts > 0 && (
        <Aviso tone="info" title={formatCount(drafts, 'borrador', 'borradores')} isQuiet>
          {isOthers
            ? 'Sin enviar: son del juez que calificó aquí antes y seguirán en este dispositivo cuando entre con su enlace.'
            : 'Sin enviar: seguirán en este dispositivo cuando entres con tu enlace.'}
        </Aviso>
      )}
    </div>
  )
}
