import { useRef } from 'react'
import type { Dia } from '#domain/dia.ts'
import type { Paso } from '#domain/turno.ts'
import type { Mesa } from '#contract/competidores.ts'
import { selectDia, selectTurno, stepTurno, undoTurno } from '#contract/horario.ts'
import { useToldCommand } from '../parts/useToldCommand.ts'
import { toast } from '../ui/toast.ts'
import { DiaNow, TURNO_FAULT, TurnoNow, UndoAct } from './TurnoNow.tsx'

type Act = () => Promise<{ movido: boolean } | undefined>
type Run = () => Promise<void>

export interface TurnoActs {
  readonly busyWith: Paso | 'deshacer' | null
  readonly isBusy: boolean
  /** Why `Deshacer` cannot be pressed. */
  readonly noUndo: string | false
  readonly step: (paso: Paso) => void
  readonly undo: () => void
  readonly select: (competidorId: string) => void
  readonly changeDia: (dia: Dia) => void
}

/** The acts of the desk on what it shows. When somebody else was first, it says calmly where the turn is now. */
export function useTurno(mesa: Mesa): TurnoActs {
  const steps = { siguiente: useToldCommand(stepTurno, TURNO_FAULT), anterior: useToldCommand(stepTurno, TURNO_FAULT) }
  const undo = useToldCommand(undoTurno, TURNO_FAULT)
  const select = useToldCommand(selectTurno, TURNO_FAULT)
  const day = useToldCommand(selectDia, TURNO_FAULT)
  const line = useRef<{ isTaken: boolean; next: Run | null }>({ isTaken: false, next: null })
  const { ultimo } = mesa
  const busyWith = steps.siguiente.busy ? 'siguiente' : steps.anterior.busy ? 'anterior' : undo.busy ? 'deshacer' : null
  const isBusy = busyWith !== null || select.busy || day.busy

  /**
   * One at a time. A press that comes meanwhile waits its turn, the last one alone, and goes as it was meant: from the
   * turn that was on screen. So an impatient second press moves nothing twice, and after a failure it tries again.
   */
  async function once(act: Act, said: () => void): Promise<void> {
    const run = async () => {
      const answer = await act()
      if (answer?.movido) said()
      else if (answer) toast(<TurnoNow before="El turno ya se había movido. Ahora: " />, { tone: 'stage' })
    }
    if (line.current.isTaken) {
      line.current.next = run
      return
    }
    line.current.isTaken = true
    try {
      for (let now: Run | null = run; now; now = line.current.next) {
        line.current.next = null
        await now()
      }
    } finally {
      line.current.isTaken = false
    }
  }

  return {
    busyWith,
    isBusy,
    noUndo: ultimo === null && 'Nada que deshacer',
    step: (paso) => {
      const desde = { dia: mesa.dia, turno: { selectedRow: mesa.selectedRow, competidorId: mesa.competidorId } }
      void once(() => steps[paso].run({ paso, desde }), sayTurno)
    },
    undo: () => {
      if (ultimo)
        void once(
          () => undo.run({ revision: ultimo.revision }),
          () => toast(<TurnoNow before="Deshecho. " />),
        )
    },
    select: (competidorId) => {
      // While an act is on its way, who has the turn is about to change.
      if (line.current.isTaken || competidorId !== mesa.competidorId)
        void once(() => select.run({ competidorId }), sayTurno)
    },
    changeDia: (dia) =>
      void once(
        () => day.run({ dia }),
        () => toast(<DiaNow />, { tone: 'stage', act: <UndoAct /> }),
      ),
  }
}

function sayTurno(): void {
  toast(<TurnoNow />, { tone: 'stage', act: <UndoAct /> })
}
