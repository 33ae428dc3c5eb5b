import { LockOpen } from '../ui/frameIcons.tsx'
import { useState } from 'react'
import { reopenCalificacion } from '#contract/calificaciones.ts'
import { Button } from '../ui/Button.tsx'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import { ActDialog } from './ActDialog.tsx'

interface Props {
  readonly competidorId: string
  readonly competidor: string
  readonly juezId: string
  readonly juez: string
}

/**
 * Reopens the sent mark of a judge, with a reason. The dialog keeps the mark for which it was opened: the turn may bring another
 * entry to the screen meanwhile.
 */
export function ReopenMarca(mark: Props) {
  const [asked, setAsked] = useState<Props | null>(null)
  return (
    <KeepFocus>
      <Button
        size="dense"
        icon={<LockOpen size={16} aria-hidden />}
        aria-label={`Reabrir ${mark.juez}`}
        onClick={() => setAsked(mark)}
      >
        Reabrir
      </Button>
      {asked && (
        <ActDialog
          question={`Reabrir la calificación de ${asked.juez} para ${asked.competidor}`}
          act="Reabrir"
          busyText="Reabriendo..."
          command={reopenCalificacion}
          input={{ competidorId: asked.competidorId, juezId: asked.juezId }}
          fields={[{ name: 'motivo', label: 'Motivo' }]}
          failed="No se reabrió."
          done={`${asked.juez} puede corregir su calificación de ${asked.competidor}.`}
          onClose={() => setAsked(null)}
        >
          {asked.juez} podrá corregirla y enviarla otra vez. Mientras tanto cuenta como estaba. La anterior queda en la
          bitácora.
        </ActDialog>
      )}
    </KeepFocus>
  )
}
