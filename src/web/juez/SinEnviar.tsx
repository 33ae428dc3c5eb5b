import { countOf } from '#domain/plural.ts'
import { outbox } from '../outbox/tab.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { useStore } from '../ui/store.ts'

/** After the session of a judge has ended: what became of the marks that were not sent yet. */
export function SinEnviar() {
  const { sesion, marcas } = useStore(outbox)
  const states = [...marcas.values()].map(({ estado }) => estado)
  const waiting = states.filter((estado) => estado === 'pendiente').length
  const late = states.filter((estado) => estado === 'tardia').length
  const drafts = states.filter((estado) => estado === 'borrador').length
  if (sesion !== 'terminada' || waiting + late + drafts === 0) return null
  return (
    <div className="mb-5 grid gap-3">
      {waiting > 0 && (
        <Aviso tone="offline" title={countOf(waiting, 'pendiente', 'pendientes')}>
          Tu sesión terminó antes de enviarlas. Siguen en este dispositivo y se enviarán cuando entres con tu enlace.
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
        <Aviso tone="info" title={countOf(drafts, 'borrador', 'borradores')} isQuiet>
          Sin enviar: seguirán en este dispositivo cuando entres con tu enlace.
        </Aviso>
      )}
    </div>
  )
}
