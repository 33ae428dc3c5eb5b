import { Check, CircleDot, Clock3 } from 'lucide-react'
import { memo } from 'react'
import type { Estatus } from '#domain/horario.ts'
import type { EstadoRetiro } from '#domain/retiro.ts'
import { Pill } from '../ui/Pill.tsx'
import { RetiroPill } from './RetiroPill.tsx'

const LOOK = {
  Finalizado: { tone: 'done', icon: Check },
  Compitiendo: { tone: 'go', icon: CircleDot },
  Espera: { tone: 'wait', icon: Clock3 },
} as const

interface Props {
  readonly estatus: Estatus
  /** Stands for the status of a withdrawn entry. */
  readonly retiro: EstadoRetiro | null
}

export const EstatusPill = memo(function EstatusPill({ estatus, retiro }: Props) {
  if (retiro) return <RetiroPill estado={retiro} />
  const { tone, icon: Icon } = LOOK[estatus]
  return (
    <Pill tone={tone} icon={<Icon size={14} strokeWidth={2.5} aria-hidden />}>
      {estatus}
    </Pill>
  )
})
