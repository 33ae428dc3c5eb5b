import { Ban, UserX } from '../ui/frameIcons.tsx'
import { retiroTitle, type EstadoRetiro } from '#domain/retiro.ts'
import { Pill } from '../ui/Pill.tsx'

/** The state of a withdrawn entry. */
export function RetiroPill({ estado }: { estado: EstadoRetiro }) {
  return <Pill tone="off" icon={estado === 'descalificado' ? Ban : UserX} text={retiroTitle(estado)} />
}
