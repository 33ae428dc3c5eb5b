import { Ban, UserX } from 'lucide-react'
import { retiroTitle, type EstadoRetiro } from '#domain/retiro.ts'
import { Pill } from '../ui/Pill.tsx'

/** The state of a withdrawn entry. */
export function RetiroPill({ estado }: { estado: EstadoRetiro }) {
  const Icon = estado === 'descalificado' ? Ban : UserX
  return (
    <Pill tone="off" icon={<Icon size={14} strokeWidth={2.5} aria-hidden />}>
      {retiroTitle(estado)}
    </Pill>
  )
}
