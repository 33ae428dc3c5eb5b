import { formatDesde } from '#domain/hora.ts'
import { useConnection } from '../live/useConnection.ts'
import { useServerClock } from '../live/useServerClock.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Status } from '../ui/Status.tsx'

interface Props {
  readonly zona: string | undefined
  /** Times run on while the turns stand still. */
  readonly hasClock: boolean
  readonly isWide: boolean
}

/**
 * While there is no connection: the data on screen may be old, and is brought up to date by itself. A screen reader hears
 * when the connection goes and when it is back.
 */
export function ConnectionBanner(props: Props) {
  const { estado, desde, isBack } = useConnection()
  return (
    <Status>
      {estado === 'sin conexión' && <Offline desde={desde} {...props} />}
      {isBack && <p className="sr-only">Volvió la conexión. Los datos están al día.</p>}
    </Status>
  )
}

function Offline({ desde, zona, hasClock, isWide }: Props & { desde: number | null }) {
  const now = useServerClock('minute')
  const title = desde !== null && zona ? `Sin conexión, datos ${formatDesde(desde, zona, now)}` : 'Sin conexión'
  return (
    <div className="bg-wait-soft">
      <div className="frame-row min-h-0" data-wide={isWide || undefined}>
        <Aviso tone="offline" title={title} isQuiet isBar>
          {desde !== null && hasClock
            ? 'El reloj sigue; los turnos se pondrán al día en cuanto vuelva la señal.'
            : 'La página se pondrá al día en cuanto vuelva la señal.'}
        </Aviso>
      </div>
    </div>
  )
}
