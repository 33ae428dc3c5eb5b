import { LockOpen } from 'lucide'
import { reopenCalificacion } from '#contract/calificaciones.ts'
import { yaPasoText } from '#domain/ronda.ts'
import { Icon } from '../ui/Icon.tsx'
import { Button } from '../ui/Button.tsx'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import { askAct } from './ActDialog.tsx'

interface Props {
  readonly competidorId: string
  readonly competidor: string
  readonly juezId: string
  readonly juez: string
  /** The names of the rounds that the entry passed to. */
  readonly pasaA: string | undefined
}

/** Reopens the sent mark of a judge, with a reason. */
export function ReopenMarca({ competidorId, competidor, juezId, juez, pasaA }: Props) {
  return (
    <KeepFocus>
      <Button
        size="dense"
        icon={<Icon of={LockOpen} size={16} />}
        aria-label={`Reabrir ${juez}`}
        onClick={() =>
          askAct({
            question: `Reabrir la calificación de ${juez} para ${competidor}`,
            act: 'Reabrir',
            busyText: 'Reabriendo...',
            command: reopenCalificacion,
            input: { competidorId, juezId },
            fields: [{ name: 'motivo', label: 'Motivo' }],
            failed: 'No se reabrió.',
            done: `${juez} puede corregir su calificación de ${competidor}.`,
            text: `${juez} podrá corregirla y enviarla otra vez. Mientras tanto cuenta como estaba. La anterior queda en la bitácora.${yaPasoText(pasaA)}`,
          })
        }
      >
        Reabrir
      </Button>
    </KeepFocus>
  )
}
