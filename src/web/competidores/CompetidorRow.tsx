import { memo, useId, useState } from 'react'
import { formatCalificaciones } from '#domain/calificacion.ts'
import type { Renglon } from '#domain/estatus.ts'
import { NO_HA_LLEGADO } from '#domain/llegada.ts'
import { moveCompetidor, type CompetidorAdmin } from '#contract/competidores.ts'
import type { Lugar } from '#domain/lista.ts'
import { rowId } from '../horario/ids.ts'
import { useRowMove } from '../parts/RowButtons.tsx'
import { useCommandWithMotivo } from '../parts/useMotivo.ts'
import { faltanText, listReclamados } from '#domain/jurado.ts'
import { RetiroPill } from '../parts/EstadoPill.tsx'
import { Arrastrar } from './Arrastrar.tsx'
import { JuradoRow } from './JuradoRow.tsx'
import { askLugar, sayLugar } from './Lugar.tsx'
import { MARCAS, RowActs, type EntryProps } from './RowActs.tsx'

/** An entry at its turn. `isMissing`: it is one of the next, and the stage door waits for it. */
export type RenglonDeMesa = Renglon<CompetidorAdmin> & { readonly isMissing: boolean }

interface Props extends EntryProps, RenglonDeMesa {
  /** Null on a day that is not active: its entries take no turn. */
  readonly onSelect: ((competidorId: string) => void) | null
  /** Null where the entry cannot be repeated. */
  readonly onRepeat: ((competidor: CompetidorAdmin) => void) | null
}

/** An entry of the day. A click on its name gives it the turn. */
export const CompetidorRow = memo(function CompetidorRow(props: Props) {
  const { competidor, categoria, turno, estatus, isMissing, onSelect, onRepeat } = props
  const { id, nombre, numero, compania, retiro } = competidor
  const [isOpen, setOpen] = useState(false)
  const ids = categoria.competidores.map((one) => one.id)
  const at = ids.indexOf(id)
  // Judges exist: the entry can be withdrawn and penalised.
  const hasJueces = categoria.estado !== null
  const { busy, save } = useCommandWithMotivo(moveCompetidor, 'No se cambió el orden.')
  /** Puts the entry before another one of its category, or last. On a closed day it asks for the reason. */
  const put = (antesDe: string | null): Promise<boolean> => {
    sayLugar(nombre, null)
    const onDone = (lugar: Lugar): void => sayLugar(nombre, lugar)
    return save({ id, antesDe }, { question: `¿Mover a ${nombre}?`, act: 'Mover', onDone })
  }
  const { rowProps, buttons } = useRowMove({
    nombre,
    isFirst: at === 0,
    isLast: at === ids.length - 1,
    busy,
    onMove: (direccion) => put(ids[direccion === 'up' ? at - 1 : at + 2] ?? null),
  })
  const canMove = ids.length > 1
  const askPlace = () => askLugar(competidor, ids)
  const isCurrent = estatus === 'Compitiendo' && onSelect !== null
  const hasMore = hasJueces || canMove

  return (
    <>
      <tr role="row" id={rowId(id)} data-competidor={id} {...rowProps} aria-current={isCurrent || undefined}>
        <td role="cell" className="num text-18 max-xl:[grid-area:turn]">
          <span className="flex items-center max-lg:flex-col lg:-ml-2 lg:gap-1">
            {canMove && <Arrastrar nombre={nombre} onGrab={() => setOpen(false)} onPut={put} onOpen={askPlace} />}
            <span>
              {numero !== undefined && <span className="sr-only">N.º </span>}
              {numero ?? turno}
            </span>
          </span>
        </td>
        <td role="cell" className="lg:max-xl:self-end">
          <Nombre competidor={competidor} isCurrent={isCurrent} onSelect={onSelect} />
        </td>
        <td role="cell" className="text-muted lg:max-xl:self-start">
          {compania}
        </td>
        <td role="cell" className={MARCAS}>
          {retiro && <RetiroPill estado={retiro} />}
          <Marcas competidor={competidor} estatus={estatus} hasJueces={hasJueces} isMissing={isMissing} />
        </td>
        <RowActs {...props} isOpen={isOpen} onOpen={setOpen} hasMore={hasMore}>
          {buttons}
        </RowActs>
      </tr>
      <JuradoRow
        competidor={competidor}
        isCurrent={isCurrent}
        showsActs={isOpen && hasMore}
        hasJueces={hasJueces}
        onRepeat={onRepeat}
        onMove={canMove ? askPlace : null}
      />
    </>
  )
})

type NombreProps = Pick<Props, 'competidor' | 'onSelect'> & { readonly isCurrent: boolean }

/** The name of an entry: where the entry can get the turn, a button that covers the row. The other buttons of the row are above it. */
function Nombre({ competidor: { id, nombre }, isCurrent, onSelect }: NombreProps) {
  const hintId = useId()
  if (!onSelect) return <span className="font-semibold">{nombre}</span>
  return (
    <>
      <button
        type="button"
        aria-describedby={hintId}
        className="row-select min-h-6.5 text-left font-semibold outline-none after:absolute after:inset-0 focus-visible:after:focus-ring focus-visible:after:rounded-8 focus-visible:after:-outline-offset-3"
        onClick={() => onSelect(id)}
      >
        {nombre}
      </button>
      <span id={hintId} className="sr-only">
        {isCurrent ? 'Tiene el turno' : 'Darle el turno'}
      </span>
    </>
  )
}

type MarcasProps = Pick<Props, 'competidor' | 'estatus' | 'isMissing'> & { readonly hasJueces: boolean }

/** The marks of an entry and the judges who are missing, in a fixed number of lines: a turn changes the height of no row. */
function Marcas({ competidor, estatus, hasJueces, isMissing }: MarcasProps) {
  const { calificaciones, intento } = competidor
  const marcas = `${intento === undefined ? '' : `Intento ${intento}. `}${formatCalificaciones(calificaciones)}`
  const owed = hasJueces ? faltanText(listReclamados(estatus, competidor.faltan)) : ''
  const missing = isMissing ? NO_HA_LLEGADO : owed
  return (
    <>
      <span className="line-clamp-1" title={marcas}>
        {marcas}
      </span>
      {missing && (
        <span className="line-clamp-1 text-wait" title={missing}>
          {missing}
        </span>
      )}
    </>
  )
}
