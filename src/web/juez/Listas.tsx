import { ChevronRight } from 'lucide-react'
import { tituloOf } from '#domain/categoria.ts'
import { diaTitle, type Dia } from '#domain/dia.ts'
import { sinPuntuar } from '#domain/papeleta.ts'
import type { Listas as DeListas } from '#domain/porCalificar.ts'
import { countOf } from '#domain/plural.ts'
import { criteriosOf } from '../outbox/mark.ts'
import { outbox } from '../outbox/tab.ts'
import { useStore } from '../ui/store.ts'
import { EstadoDeMarca } from './EstadoDeMarca.tsx'
import { totalOf, type FilaDeJuez } from './fila.ts'

/** The element that contains the lists. */
export const LISTA_ID = 'por-calificar'

interface Props extends DeListas<FilaDeJuez> {
  readonly dia: Dia
  readonly turno: string | null
  /** The entry on the screen. */
  readonly shown: string | undefined
  readonly onOpen: (competidorId: string) => void
}

/** What the judge still has to score, and what is scored. */
export function Listas({ porCalificar, calificadas, ...rest }: Props) {
  return (
    <>
      {porCalificar.length > 0 && <Lista titulo="Por calificar" filas={porCalificar} {...rest} />}
      {calificadas.length > 0 && <Lista titulo="Ya calificados" filas={calificadas} {...rest} />}
    </>
  )
}

interface ListaProps extends Omit<Props, keyof DeListas<FilaDeJuez>> {
  readonly titulo: string
  readonly filas: readonly FilaDeJuez[]
}

function Lista({ titulo, filas, dia, turno, shown, onOpen }: ListaProps) {
  const id = titulo.replace(' ', '-').toLowerCase()
  return (
    <section aria-labelledby={`${id}-titulo`}>
      <h2 id={`${id}-titulo`} className="mb-2 text-22">
        {titulo}
      </h2>
      <ul aria-labelledby={`${id}-titulo`} className="juez-list">
        {filas.map((fila) => (
          <li key={fila.entrada.id} className={fila.entrada.id === turno ? 'juez-live' : undefined}>
            <button
              type="button"
              className="juez-row"
              aria-current={fila.entrada.id === shown || undefined}
              onClick={() => onOpen(fila.entrada.id)}
            >
              <span className="num juez-number">{fila.numero}</span>
              <span className="min-w-0 grow">
                <span className="block font-semibold">{fila.entrada.nombre}</span>
                <span className="block text-14 text-muted">
                  <Detalle fila={fila} isTurno={fila.entrada.id === turno} dia={dia} />
                </span>
              </span>
              <EstadoDeMarca situacion={fila.situacion} />
              <ChevronRight size={18} aria-hidden className="shrink-0 text-muted" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Detalle({ fila, isTurno, dia }: { fila: FilaDeJuez; isTurno: boolean; dia: Dia }) {
  const { marcas } = useStore(outbox)
  const { situacion, entrada, categoria } = fila
  const papeleta = criteriosOf(marcas.get(entrada.id), entrada)
  const de = categoria.dia === dia ? tituloOf(categoria) : `${diaTitle(categoria.dia)}, ${tituloOf(categoria)}`
  if (situacion === 'borrador') {
    const faltan = sinPuntuar(papeleta, categoria).length
    return faltan === 0 ? 'Borrador completo' : `Borrador, faltan ${countOf(faltan, 'criterio', 'criterios')}`
  }
  if (situacion === 'libre') return isTurno ? 'En pista ahora' : de
  return totalOf(fila, marcas.get(entrada.id))
}
