import { CheckCheck, ChevronRight, CloudOff, GitCompare, Hourglass } from 'lucide'
import type { ReactNode } from 'react'
import { tituloOf } from '#domain/categoria.ts'
import { diaTitle, type Dia } from '#domain/dia.ts'
import { faltanCriteriosText, sinPuntuar } from '#domain/papeleta.ts'
import { grupoOf, type Listas as DeListas, type TurnoConDia, type Situacion } from '#domain/porCalificar.ts'
import { enPistaOf } from '#domain/turno.ts'
import { markOf, papeletaOf } from '../outbox/mark.ts'
import { outbox } from '../outbox/tab.ts'
import { Icon } from '../ui/Icon.tsx'
import { useStore } from '../ui/store.ts'
import { shownTotalOf, type FilaDeJuez } from './fila.ts'
import { ReabiertaPill } from '../parts/EstadoPill.tsx'
import { Pill } from '../ui/Pill.tsx'

/** The id of the element that contains the lists. */
export const LISTA_ID = 'por-calificar'

interface Props extends DeListas<FilaDeJuez> {
  readonly turno: TurnoConDia
  /** The entry on the screen. */
  readonly shown: string | undefined
  readonly onOpen: (competidorId: string) => void
}

/** The list of entries that the judge still has to score, and that of scored ones. */
export function Listas({ porCalificar, calificadas, ...rest }: Props) {
  return (
    <>
      {porCalificar.length > 0 && <Lista titulo="Por calificar" filas={porCalificar} isGrouped {...rest} />}
      {calificadas.length > 0 && <Lista titulo="Ya calificados" filas={calificadas} {...rest} />}
    </>
  )
}

interface ListaProps extends Omit<Props, keyof DeListas<FilaDeJuez>> {
  readonly titulo: string
  readonly filas: readonly FilaDeJuez[]
  /** Shows a heading before the later entries of the day, and before those of each other day. */
  readonly isGrouped?: boolean
}

function Lista({ titulo, filas, isGrouped = false, turno, shown, onOpen }: ListaProps) {
  const id = titulo.replace(' ', '-').toLowerCase()
  return (
    <section aria-labelledby={`${id}-titulo`}>
      <h2 id={`${id}-titulo`} className="mb-2 text-22">
        {titulo}
      </h2>
      <ul aria-labelledby={`${id}-titulo`}>
        {filas.map((fila, at) => (
          <li
            key={fila.entrada.id}
            className={`border-b border-line ${fila.entrada.id === enPistaOf(turno) ? 'juez-live' : ''}`}
          >
            {isGrouped && grupoTitle(turno, fila, filas[at - 1])}
            <button
              type="button"
              className="juez-row"
              aria-current={fila.entrada.id === shown || undefined}
              onClick={() => onOpen(fila.entrada.id)}
            >
              <span className="num min-w-8 text-22">{fila.entrada.numero ?? fila.posicion}</span>
              <span className="min-w-0 grow basis-40 xs:basis-auto">
                <span className="block font-semibold">{fila.entrada.nombre}</span>
                <span className="block text-14 text-muted">
                  <Detalle fila={fila} isTurno={fila.entrada.id === enPistaOf(turno)} dia={turno.dia} />
                </span>
              </span>
              {ESTADOS[fila.situacion]}
              <Icon of={ChevronRight} size={18} className="shrink-0 text-muted max-xs:hidden" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The heading of a group, before its first entry. */
function grupoTitle(turno: TurnoConDia, fila: FilaDeJuez, before: FilaDeJuez | undefined): ReactNode {
  const grupo = grupoOf(fila, turno)
  if (grupo === 'ahora' || (before && grupoOf(before, turno) === grupo)) return null
  return <h3 className="px-3 pt-4 pb-1 text-18 text-muted">{grupo === 'después' ? 'Más tarde' : diaTitle(grupo)}</h3>
}

function Detalle({ fila, isTurno, dia }: { fila: FilaDeJuez; isTurno: boolean; dia: Dia }) {
  const { marcas } = useStore(outbox)
  const { situacion, entrada, categoria } = fila
  const mark = markOf(marcas, entrada)
  const de = categoria.dia === dia ? tituloOf(categoria) : `${diaTitle(categoria.dia)}, ${tituloOf(categoria)}`
  if (situacion === 'borrador') {
    const faltan = sinPuntuar(papeletaOf(mark, entrada), categoria).length
    return faltan === 0 ? 'Borrador completo' : `Borrador, ${faltanCriteriosText(faltan).toLowerCase()}`
  }
  if (situacion === 'libre') return isTurno ? 'En pista ahora' : de
  return shownTotalOf(fila, mark)
}

/** The state of a mark in the list; nothing for one that is not sent. */
const ESTADOS: Readonly<Record<Situacion, ReactNode>> = {
  libre: null,
  borrador: null,
  reabierta: <ReabiertaPill />,
  pendiente: <Pill tone="wait" icon={CloudOff} text="Pendiente" />,
  tardia: <Pill tone="info" icon={Hourglass} text="Tardía" />,
  conflicto: <Pill tone="wait" icon={GitCompare} text="Dos versiones" />,
  enviada: <Pill tone="go" icon={CheckCheck} text="Enviado" />,
}
