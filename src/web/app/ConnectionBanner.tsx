import { formatHora } from '#domain/hora.ts'
import { useConnection } from '../live/useConnection.ts'
import { Aviso } from '../ui/Aviso.tsx'

interface Props {
  readonly zona: string | undefined
  /** Times run on while the turns stand still. */
  readonly hasClock: boolean
  readonly isWide: boolean
}

/** While there is no line to the server: what is on screen may have passed, and goes on by itself. */
export function ConnectionBanner({ zona, hasClock, isWide }: Props) {
  const { estado, desde } = useConnection()
  if (estado !== 'sin conexión') return null
  const title = desde !== null && zona ? `Sin conexión, datos de las ${formatHora(desde, zona)}` : 'Sin conexión'
  return (
    <div className="bg-wait-soft">
      <div className="frame-row min-h-0!" data-wide={isWide || undefined}>
        <Aviso tone="offline" title={title} className="px-0 py-1!">
          {desde !== null && hasClock
            ? 'El reloj sigue; los turnos se pondrán al día en cuanto vuelva la señal.'
            : 'Se pondrá al día en cuanto vuelva la señal.'}
        </Aviso>
      </div>
    </div>
  )
}
