import { useState } from 'react'
import type { Dia } from '#domain/dia.ts'
import type { Mesa } from '#contract/competidores.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'

interface Choice {
  /** The day that is shown: the active one, or one that is only looked at. */
  readonly dia: Dia
  readonly isLive: boolean
  /** The day that is asked about. */
  readonly asked: Dia | null
  /** Takes a day of the group. False: it is asked about first. */
  readonly choose: (dia: Dia) => boolean
  readonly answer: (to: 'activate' | 'look' | 'cancel') => void
}

/**
 * The day of the page. Choosing another one makes it active; while the active day has a turn it is asked about first, since
 * it moves the public. A day that is only looked at is kept nowhere but here.
 */
export function useDiaChoice({ dia: live, selectedRow }: Mesa, activate: (dia: Dia) => void): Choice {
  const [looked, look] = useState<Dia | null>(null)
  const [asked, ask] = useState<Dia | null>(null)
  const [wanted, want] = useState<Dia | null>(null)
  // Another administrator, or this one, made it the active day; or the day that was activated here is there.
  if (looked !== null && (looked === live || wanted === live)) look(null)
  if (wanted === live) want(null)
  if (asked === live) ask(null)
  const shown = looked ?? live
  const goTo = (dia: Dia): void => {
    want(dia)
    activate(dia)
  }
  const stayAt = (dia: Dia | null): void => {
    want(null)
    look(dia)
  }
  return {
    dia: shown,
    isLive: shown === live,
    asked,
    choose: (dia) => {
      if (dia === live) stayAt(null)
      else if (selectedRow > 0) ask(dia)
      else goTo(dia)
      return dia === live || selectedRow === 0
    },
    answer: (to) => {
      if (to === 'look') stayAt(asked)
      if (to === 'activate' && asked) goTo(asked)
      ask(null)
    },
  }
}

/** The question before the public is moved to another day. */
export function DiaDialog({ choice: { asked, answer }, live }: { choice: Choice; live: Dia }) {
  if (!asked) return null
  return (
    <ConfirmDialog
      question={`¿Hacer activo el ${asked}?`}
      act="Hacer activo"
      busyText="Cambiando..."
      busy={false}
      other={{ act: 'Solo ver', onAct: () => answer('look') }}
      onAct={() => answer('activate')}
      onCancel={() => answer('cancel')}
    >
      El {live} está en curso y es lo que ve el público. Si haces activo el {asked}, el público pasa a ese día; el turno
      del {live} se conserva.
    </ConfirmDialog>
  )
}

interface LookedProps {
  readonly dia: Dia
  readonly live: Dia
  readonly busy: boolean
  readonly onActivate: () => void
}

/** Says that the list is of another day than the public's, and offers to bring the public here. */
export function SoloVista({ dia, live, busy, onActivate }: LookedProps) {
  return (
    <Aviso tone="info" title={`Solo estás viendo el ${dia}. El día activo es el ${live}.`} className="mt-4">
      Aquí puedes ordenar y editar sin mover al público; los turnos se dan en el día activo.
      <span className="mt-2 block">
        <Button size="dense" busy={busy} busyText="Cambiando..." onClick={onActivate}>
          Hacer activo
        </Button>
      </span>
    </Aviso>
  )
}
