import { LockOpen } from 'lucide'
import { reopenCalificacion } from '#contract/calificaciones.ts'
import { yaPasoText } from '#domain/ronda.ts'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import { askAct, RowAct } from '../parts/ActDialog.tsx'

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
      <RowAct
        act="Reabrir"
        of={juez}
        icon={LockOpen}
        onClick={() =>
          askAct({
            question: `Reabrir la calificación de ${juez} para ${competidor}`,
            act: 'Reabrir',
            command: reopenCalificacion,
            input: { competidorId, juezId },
            fields: [{ name: 'motivo', label: 'Motivo' }],
            failed: 'No se reabrió.',
            done: `${juez} puede corregir su calificación de ${competidor}.`,
            text: `${juez} podrá corregirla y enviarla otra vez. Mientras tanto cuenta como estaba. La anterior queda en la bitácora.${yaPasoText(pasaA)}`,
          })
        }
      />
    </KeepFocus>
  )
}
