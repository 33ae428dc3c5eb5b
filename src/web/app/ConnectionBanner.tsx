import { formatHora } from '#domain/hora.ts'
import { useConnection } from '../live/useConnection.ts'
import { Aviso } from '../ui/Aviso.tsx'

interface Props {
  readonly zona: string | undefined
  /** Times run on while the turns stand still. */
  readonly hasClock: boolean
}

/** While there is no line to the server: what is on screen may have passed, and goes on by itself. */
export function ConnectionBanner({ zona, hasClock }: Props) {
  const { estado, desde } = useConnection()
  if (estado !== 'sin conexión') return null
  const title = desde !== null && zona ? `Sin conexión, datos de las ${formatHora(desde, zona)}` : 'Sin conexión'
  return (
    <Aviso tone="offline" title={title} className="rounded-none! px-5 md:px-6 lg:px-10">
      {desde !== null && hasClock
        ? 'El reloj sigue; los turnos se pondrán al día en cuanto vuelva la señal.'
        : 'Se pondrá al día en cuanto vuelva la señal.'}
    </Aviso>
  )
}
