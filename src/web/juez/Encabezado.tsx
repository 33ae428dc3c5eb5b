import { ClipboardList, Gavel, SkipForward } from '../ui/icons.ts'
import { tituloOf } from '#domain/categoria.ts'
import { RetiroPill } from '../parts/RetiroPill.tsx'
import { Button } from '../ui/Button.tsx'
import type { FilaDeJuez } from './fila.ts'
import { LISTA_ID } from './Listas.tsx'

/** The id of the section for head judges. */
export const JURADO_ID = 'jurado'

interface Props {
  readonly fila: FilaDeJuez | undefined
  /** The entry that has the turn. */
  readonly turno: FilaDeJuez | undefined
  readonly porCalificar: number
  /** The judge is a head judge. */
  readonly hasJurado: boolean
  readonly onTurno: (competidorId: string) => void
}

/** The entry on the screen, and the way to the turn and to the list. */
export function Encabezado({ fila, turno, porCalificar, hasJurado, onTurno }: Props) {
  const isElsewhere = turno && turno.entrada.id !== fila?.entrada.id
  return (
    <div className="juez-head">
      <h1 tabIndex={-1} className="juez-title">
        {fila ? <Titulo fila={fila} isTurno={turno === fila} /> : 'Todavía no hay turno'}
      </h1>
      <div className="flex flex-wrap gap-2">
        {isElsewhere && (
          <Button variant="gold" icon={<SkipForward size={18} aria-hidden />} onClick={() => onTurno(turno.entrada.id)}>
            Ir al turno {turno.numero}
          </Button>
        )}
        <Button icon={<ClipboardList size={18} aria-hidden />} onClick={() => focusSection(LISTA_ID)}>
          Lista <span className="juez-count">{porCalificar}</span>
        </Button>
        {hasJurado && (
          <Button icon={<Gavel size={18} aria-hidden />} onClick={() => focusSection(JURADO_ID)}>
            Jurado
          </Button>
        )}
      </div>
    </div>
  )
}

function Titulo({ fila: { entrada, categoria, numero }, isTurno }: { fila: FilaDeJuez; isTurno: boolean }) {
  return (
    <>
      <span className="block">{entrada.nombre}</span>{' '}
      <span className="juez-subtitle">
        <span>
          {entrada.compania && `${entrada.compania}, `}
          {tituloOf(categoria)}
        </span>{' '}
        <span className={isTurno ? 'juez-tag juez-tag-live' : 'juez-tag'}>Turno {numero}</span>
        {entrada.retiro && <RetiroPill estado={entrada.retiro} />}
      </span>
    </>
  )
}

/** Moves the focus to a section of the page and scrolls to it. */
function focusSection(id: string): void {
  const part = document.getElementById(id)
  part?.focus({ preventScroll: true })
  part?.scrollIntoView({ block: 'start' })
}
