import { Hourglass } from '../ui/frameIcons.tsx'
import { CheckCheck } from '../ui/tableIcons.ts'
import { CloudOff, GitCompare } from '../ui/icons.ts'
import type { Situacion } from '#domain/porCalificar.ts'
import { ReabiertaPill } from '../parts/EstadoPill.tsx'
import { Pill } from '../ui/Pill.tsx'

/** The state of a mark in the list; nothing for one that is not sent. */
export function EstadoDeMarca({ situacion }: { situacion: Situacion }) {
  switch (situacion) {
    case 'libre':
    case 'borrador':
      return null
    case 'reabierta':
      return <ReabiertaPill />
    case 'pendiente':
      return <Pill tone="wait" icon={CloudOff} text="Pendiente" />
    case 'tardia':
      return <Pill tone="info" icon={Hourglass} text="Tardía" />
    case 'conflicto':
      return <Pill tone="wait" icon={GitCompare} text="Dos versiones" />
    case 'enviada':
      return <Pill tone="go" icon={CheckCheck} text="Enviado" />
    default:
      return situacion satisfies never
  }
}
