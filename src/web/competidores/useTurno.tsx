import { useCallback, useState } from 'react'
import type { Dia } from '#domain/dia.ts'
import { jornadaOf, type Jornada } from '#domain/jornada.ts'
import { turnoTitle } from '#domain/numero.ts'
import { type Paso, isLate, turnoOf } from '#domain/turno.ts'
import type { Output } from '#contract/define.ts'
import { yaPasoText } from '#domain/ronda.ts'
import { mesa as mesaView, type CategoriaMesaPart, type CompetidorAdmin, type Mesa } from '#contract/competidores.ts'
import { repeatCompetidor, selectDia, selectTurno, stepTurno, undoTurno } from '#contract/horario.ts'
import { feed, peekView, useView } from '../live/tab.ts'
import { useCommandWithToast } from '../api/useCommand.ts'
import { askAct } from '../parts/ActDialog.tsx'
import { dismissNews, toast } from '../ui/toast.ts'

/** For the toast of a refused command of the desk. The next command that succeeds removes it. */
const TURNO_FAULT = { about: 'turno', before: 'Error al actualizar el turno:' }

/** The longest wait of a press for the view of the previous press, in milliseconds. */
const VIEW_TIMEOUT_MS = 4_000

const ACTS = ['siguiente', 'anterior', 'deshacer'] as const satisfies readonly (Paso | 'deshacer')[]
export type DeskAct = (typeof ACTS)[number]

export interface TurnoActs {
  readonly busyWith: DeskAct | undefined
  readonly isChangingDia: boolean
  /** The reason why `Deshacer` is off. */
  readonly noUndo: string | false
  readonly step: (paso: Paso) => void
  readonly undo: () => void
  /**
   * Gives the turn to an entry. With `regresa` the day goes on afterwards where it was: the turn has passed over the entry. The same
   * function at every render, so that the rows do not render again.
   */
  readonly select: (competidorId: string, regresa?: boolean) => void
  /** Asks for the reason, and repeats the entry. The same function at every render. */
  readonly repeat: (competidor: CompetidorAdmin) => void
  readonly changeDia: (dia: Dia) => void
}

/** The commands of the desk. When another person moved the turn first, a toast tells the current turn. */
export function useTurno({ ultimo }: Mesa): TurnoActs {
  const steps = {
    siguiente: useCommandWithToast(stepTurno, TURNO_FAULT),
    anterior: useCommandWithToast(stepTurno, TURNO_FAULT),
  }
  const back = useCommandWithToast(undoTurno, TURNO_FAULT)
  const { run: runSelect } = useCommandWithToast(selectTurno, TURNO_FAULT)
  const day = useCommandWithToast(selectDia, TURNO_FAULT)
  const [{ add: press }] = useState(() => new PressQueue(SCREEN))
  const { run: runUndo } = back

  const undo = useCallback(
    () =>
      press({
        run: async ({ ultimo: revision }) => (revision === null ? null : runUndo({ revision })),
        onDone: (revision) => toastWhenShown(revision, (text) => toast(`Deshecho. ${text}`), ahoraText),
      }),
    [runUndo, press],
  )
  const toastMove = useCallback(
    (revision: number, textOf = ahoraText) =>
      toastWhenShown(revision, (text) => toast(text, { tone: 'stage', act: <UndoAct onUndo={undo} /> }), textOf),
    [undo],
  )
  const select = useCallback(
    (competidorId: string, regresa = false) =>
      press({ run: () => runSelect({ competidorId, regresa }), onDone: (revision) => toastMove(revision) }),
    [runSelect, press, toastMove],
  )

  const repeat = useCallback(
    ({ id, nombre, pasaA, intento = 1 }: CompetidorAdmin) =>
      askAct({
        question: `¿Repetir a ${nombre}?`,
        act: 'Repetir',
        command: repeatCompetidor,
        input: { id, intento },
        fields: [{ name: 'motivo', label: 'Motivo' }],
        failed: 'No se repite.',
        onDone: ({ movido }, _typed, revision) => (movido ? toastMove(revision) : sayMoved()),
        text: `Tiene el turno otra vez, lo calificado queda anulado y los jueces lo califican de nuevo. Después se sigue donde iba el día.${yaPasoText(pasaA)}`,
      }),
    [toastMove],
  )

  return {
    busyWith: ACTS.find((act) => ({ ...steps, deshacer: back })[act].busy),
    isChangingDia: day.busy,
    noUndo: ultimo === null && 'Nada que deshacer',
    step: (paso) =>
      press({
        run: ({ dia, turno }) => steps[paso].run({ paso, desde: { dia, turno } }),
        onDone: (revision) => toastMove(revision),
      }),
    undo,
    select,
    repeat,
    changeDia: (dia) =>
      press({
        run: () => day.run({ dia }),
        onDone: (revision) => toastMove(revision, ({ dia: now }) => `Día activo: ${now}`),
      }),
  }
}

type Moved = Output<typeof stepTurno>

/** For the toast of a command whose change the screen does not show in time. */
const NOT_SHOWN_YET = 'El cambio se guardó, pero esta pantalla todavía no lo muestra.'

const LATE = 'La conexión tardó y no se hicieron los cambios que esperaban. Revisa el turno y vuelve a intentarlo.'

const isBehindAt = (revision: number) => feed.views.behind(mesaView.name, revision)

const SCREEN: Screen = {
  state: stateNow,
  behind: isBehindAt,
  onMovedByOther: sayMoved,
  onLate: () => toast(`${TURNO_FAULT.before} ${LATE}`, { tone: 'danger', about: TURNO_FAULT.about }),
}

function stateNow(): TurnoState | null {
  const mesa = peekView(mesaView, {})
  if (!mesa) return null
  const { dia, ultimo } = mesa
  return { dia, turno: turnoOf(mesa), ultimo }
}

/**
 * Shows a toast about the state after a command, once the screen shows that state. Without a stream it does not: the toast
 * then says so, because the state before would look as if the press did not count. The text does not change afterwards: a
 * screen reader would announce the next move twice.
 */
function toastWhenShown(revision: number, show: (text: string) => void, textOf: (mesa: Mesa) => string): void {
  const isBehind = isBehindAt(revision)
  void feed.reached(revision, VIEW_TIMEOUT_MS).then(() => {
    const mesa = peekView(mesaView, {})
    if (mesa) show(isBehind() ? NOT_SHOWN_YET : textOf(mesa))
  })
}

function ahoraText(mesa: Mesa): string {
  const jornada = jornadaOf(mesa.categorias, mesa)
  const { actual, siguen, total } = jornada
  const fuera = outOfOrderText(jornada, mesa)
  if (mesa.pausa) return `Pausa: ${mesa.pausa.titulo}`
  if (actual) {
    const { competidor, turno } = actual.renglon
    return `${turnoTitle(competidor, turno)}: ${competidor.nombre}${fuera && `. ${fuera}`}`
  }
  return siguen.length > 0 || total === 0 ? 'Aún no hay turno' : 'Ya pasaron todos'
}

/** Where the turn goes on after an entry out of order; empty for every other entry. */
export function outOfOrderText({ actual, siguen }: Jornada<CategoriaMesaPart>, { regreso }: Mesa): string {
  const isRepeated = actual?.renglon.competidor.intento !== undefined
  if (!actual || (!isRepeated && !regreso)) return ''
  const siguiente = siguen[0]?.renglon.competidor.nombre
  const why = isRepeated ? 'Se repite.' : 'Compite fuera de su orden.'
  return `${why} ${siguiente ? `Después sigue ${siguiente}.` : 'Después no sigue nadie más.'}`
}

/** Tells that another person moved the turn first. */
export function sayMoved(): void {
  toast(<MovedByOther />, { tone: 'stage' })
}

/** The current turn, for the toast about the move of another person, which this screen may not show yet. */
function MovedByOther() {
  const mesa = useView(mesaView, {})
  return mesa && `El turno ya había cambiado. ${ahoraText(mesa)}`
}

/**
 * The button of a toast that undoes its move, a shortcut for the pointer: the page has the same act under the same name, and
 * keyboard and screen reader find that one alone.
 */
function UndoAct({ onUndo }: { onUndo: () => void }) {
  if ((useView(mesaView, {})?.ultimo ?? null) === null) return null
  return (
    <button
      type="button"
      aria-hidden
      tabIndex={-1}
      className="min-h-11 rounded-10 px-3 font-bold text-toast-act"
      // The focus stays where it was: the toast is about to go.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        // Closes the toast first: a second press would undo one move more.
        dismissNews()
        onUndo()
      }}
    >
      Deshacer
    </button>
  )
}

/** The current day and turn. `ultimo` is the revision of the last move, which can be undone. */
export type TurnoState = Pick<Moved, 'dia' | 'turno' | 'ultimo'>

export interface Press {
  /** Resolves to the state after the press; to undefined when it was refused, to null when there was nothing to do. */
  readonly run: (from: TurnoState) => Promise<Moved | undefined | null>
  /** Called with the revision that contains the move. */
  readonly onDone: (revision: number) => void
}

/** The screen as the queue reads it, and the messages that the queue shows. */
export interface Screen {
  readonly state: () => TurnoState | null
  /** Returns a function that tells whether the screen is older than a revision. */
  readonly behind: (revision: number) => () => boolean
  /** Another person moved the turn first. */
  readonly onMovedByOther: () => void
  /** The waiting presses are too old and are dropped. */
  readonly onLate: () => void
}

/**
 * Runs presses one at a time, in order. A press starts from the state that the server answered to the press before, also
 * before the screen shows it, so that quick presses all count. When a press fails, when another person moved the turn first, or
 * when a press waited too long, the presses that wait are dropped: they were meant for another turn.
 */
export class PressQueue {
  readonly #screen: Screen
  /** The state after the last press that was added, or null when that is dropped. Undefined when no press is under way. */
  #last: Promise<TurnoState | null> | undefined
  /** The last move of this screen. */
  #own: { readonly state: TurnoState; readonly isUnseen: () => boolean } | undefined

  constructor(screen: Screen) {
    this.#screen = screen
  }

  readonly add = (press: Press): void => {
    const at = Date.now()
    const before = this.#last ?? Promise.resolve(this.#own?.isUnseen() ? this.#own.state : this.#screen.state())
    const after = before.then((from) => from && this.#run(press, from, at))
    this.#last = after
    void after.finally(() => {
      if (this.#last === after) this.#last = undefined
    })
  }

  /** Runs a press that was made at a time. Returns the state after it, or null when it failed. */
  async #run(press: Press, from: TurnoState, at: number): Promise<TurnoState | null> {
    if (isLate(at, Date.now())) return this.#fail(this.#screen.onLate)
    const answer = await press.run(from)
    if (answer === null) return from
    if (answer === undefined) return this.#fail()
    if (answer.antes) return this.#fail(this.#screen.onMovedByOther)
    if (answer.movido) {
      this.#own = { state: answer, isUnseen: this.#screen.behind(answer.revision) }
      press.onDone(answer.revision)
    }
    return answer
  }

  /** After a failure the state that the server answered before is not reliable. */
  #fail(say?: () => void): null {
    this.#own = undefined
    say?.()
    return null
  }
}
