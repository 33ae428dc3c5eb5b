import { CheckCheck, CloudOff, GitCompare, Hourglass } from 'lucide-react'
import type { Situacion } from '#domain/porCalificar.ts'
import { ReabiertaPill } from '../parts/EstadoPill.tsx'
import { Pill } from '../ui/Pill.tsx'

const ICON = { size: 14, strokeWidth: 2.5, 'aria-hidden': true } as const

/** The state of a mark in the list; nothing for one that is not sent. */
export function EstadoDeMarca({ situacion }: { situacion: Situacion }) {
  switch (situacion) {
    case 'libre':
    case 'borrador':
      return null
    case 'reabierta':
      return <ReabiertaPill />
    case 'pendiente':
      return (
        <Pill tone="wait" icon={<CloudOff {...ICON} />}>
          Pendiente
        </Pill>
      )
    case 'tardia':
      return (
        <Pill tone="info" icon={<Hourglass {...ICON} />}>
          Tardía
        </Pill>
      )
    case 'conflicto':
      return (
        <Pill tone="wait" icon={<GitCompare {...ICON} />}>
          Dos versiones
        </Pill>
      )
    case 'enviada':
      return (
        <Pill tone="go" icon={<CheckCheck {...ICON} />}>
          Enviado
        </Pill>
      )
    default:
      return situacion satisfies never
  }
}
