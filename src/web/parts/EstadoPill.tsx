import { CircleCheck, Hourglass, LockOpen } from 'lucide-react'
import type { EstadoResultado } from '#domain/jurado.ts'
import { Pill } from '../ui/Pill.tsx'

/** Whether the result of a category is final. */
export function EstadoPill({ estado }: { estado: EstadoResultado }) {
  return estado === 'final' ? (
    <Pill tone="go" icon={<CircleCheck size={14} strokeWidth={2.5} aria-hidden />}>
      Final
    </Pill>
  ) : (
    <Pill tone="wait" icon={<Hourglass size={14} strokeWidth={2.5} aria-hidden />}>
      Provisional
    </Pill>
  )
}

/** A mark that its judge must send again. */
export function ReabiertaPill() {
  return (
    <Pill tone="wait" icon={<LockOpen size={14} strokeWidth={2.5} aria-hidden />}>
      Reabierta
    </Pill>
  )
}
