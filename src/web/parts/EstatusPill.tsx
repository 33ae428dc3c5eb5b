import { Clock3 } from '../ui/frameIcons.tsx'
import { Check, CircleDot } from '../ui/tableIcons.ts'
import { memo } from 'react'
import type { Estatus } from '#domain/horario.ts'
import { Pill } from '../ui/Pill.tsx'

const LOOK = {
  Finalizado: { tone: 'done', icon: Check },
  Compitiendo: { tone: 'go', icon: CircleDot },
  Espera: { tone: 'wait', icon: Clock3 },
} as const

export const EstatusPill = memo(function EstatusPill({ estatus }: { estatus: Estatus }) {
  const { tone, icon } = LOOK[estatus]
  return <Pill tone={tone} icon={icon} text={estatus} />
})
