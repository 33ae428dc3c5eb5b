import { Ban, CircleCheck, Hourglass, LockOpen, UserX } from 'lucide'
import type { EstadoResultado } from '#domain/cierre.ts'
import { Pill } from '../ui/Pill.tsx'
import { retiroTitle, type EstadoRetiro } from '#domain/retiro.ts'

/** Whether the result of a category is final. */
export function EstadoPill({ estado }: { estado: EstadoResultado }) {
  return estado === 'final' ? (
    <Pill tone="go" icon={CircleCheck} text="Final" />
  ) : (
    <Pill tone="wait" icon={Hourglass} text="Provisional" />
  )
}

/** A mark that its judge must send again. */
export function ReabiertaPill() {
  return <Pill tone="wait" icon={LockOpen} text="Reabierta" />
}

/** The state of a withdrawn entry. */
export function RetiroPill({ estado }: { estado: EstadoRetiro }) {
  return <Pill tone="off" icon={estado === 'descalificado' ? Ban : UserX} text={retiroTitle(estado)} />
}
