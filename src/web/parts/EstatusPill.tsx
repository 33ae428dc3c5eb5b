import { Ban, Check, CircleDot, Clock3 } from 'lucide-react'
import { memo } from 'react'
import type { Estatus } from '#domain/horario.ts'
import { retiroTitle, type EstadoRetiro } from '#domain/retiro.ts'
import { Pill } from '../ui/Pill.tsx'

const LOOK = {
  Finalizado: { tone: 'done', icon: Check },
  Compitiendo: { tone: 'go', icon: CircleDot },
  Espera: { tone: 'wait', icon: Clock3 },
} as const

const RETIRADO = { tone: 'off', icon: Ban } as const

interface Props {
  readonly estatus: Estatus
  /** Stands for the status of a withdrawn entry. */
  readonly retiro: EstadoRetiro | null
}

export const EstatusPill = memo(function EstatusPill({ estatus, retiro }: Props) {
  const { tone, icon: Icon } = retiro ? RETIRADO : LOOK[estatus]
  return (
    <Pill tone={tone} icon={<Icon size={14} strokeWidth={2.5} aria-hidden />}>
      {retiro ? retiroTitle(retiro) : estatus}
    </Pill>
  )
})
