import { useState } from 'react'
import type { Dia } from '#domain/dia.ts'
import type { Mesa } from '#contract/competidores.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import type { TurnoActs } from './useTurno.tsx'

interface Choice {
  /** The day on the screen: the active day, or another day that is only viewed. */
  readonly dia: Dia
  readonly isLive: boolean
  /** The day that the open question names. */
  readonly asked: Dia | null
  /** Chooses a day. Returns false when a question opens first. */
  readonly choose: (dia: Dia) => boolean
  readonly answer: (to: 'activate' | 'view' | 'cancel') => void
}

/**
 * The day of the page. Choosing another day makes it active. Where one of the two has entries, a question opens first, because the
 * public follows the active day. A day that is only viewed is state of this hook alone.
 */
export function useDiaChoice({ dia: live, conCompetidores }: Mesa, activate: (dia: Dia) => void): Choice {
  const [viewed, setViewed] = useState<Dia | null>(null)
  const [asked, ask] = useState<Dia | null>(null)
  // The day became active.
  if (viewed === live) setViewed(null)
  if (asked === live) ask(null)
  const shown = viewed ?? live
  const goTo = (dia: Dia): void => {
    // A page that only views a day goes to the other day before that one is active.
    if (viewed !== null) setViewed(dia)
    activate(dia)
  }
  return {
    dia: shown,
    isLive: shown === live,
    asked,
    choose: (dia) => {
      const isAsked = dia !== live && [live, dia].some((one) => conCompetidores.includes(one))
      if (isAsked) ask(dia)
      else if (dia === live) setViewed(null)
      else goTo(dia)
      return !isAsked
    },
    answer: (to) => {
      if (to === 'view') setViewed(asked)
      if (to === 'activate' && asked) goTo(asked)
      ask(null)
    },
  }
}

/** The question before another day becomes active for the public. */
export function DiaDialog({ choice: { asked, answer }, live }: { choice: Choice; live: Dia }) {
  if (!asked) return null
  return (
    <ConfirmDialog
      question={`¿Hacer activo el ${asked}?`}
      act="Hacer activo"
      other={{ act: 'Solo ver', onAct: () => answer('view') }}
      onAct={() => answer('activate')}
      onCancel={() => answer('cancel')}
    >
      El público ve el {live}. Si haces activo el {asked}, el público pasa a ese día; el turno del {live} se conserva.
    </ConfirmDialog>
  )
}

/** Tells that the shown day is not the active day, with a button that makes it active. */
export function SoloVista({ dia, live, turno }: { dia: Dia; live: Dia; turno: TurnoActs }) {
  return (
    <Aviso tone="info" title={`El público ve el ${live}.`} className="mt-4">
      Solo estás viendo el {dia}: puedes ordenar y editar sin mover al público; los turnos se dan en el día activo.
      <span className="mt-2 block">
        <Button size="dense" busy={turno.isChangingDia} busyText="Cambiando..." onClick={() => turno.changeDia(dia)}>
          Hacer activo
        </Button>
      </span>
    </Aviso>
  )
}
