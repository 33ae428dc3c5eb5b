import { Check, CheckCheck, ChevronDown, CircleDot, Clock3, MoonStar } from 'lucide'
import { Fragment, memo, type ReactNode } from 'react'
import { conNumero } from '#domain/numero.ts'
import { tituloOf } from '#domain/categoria.ts'
import { conArticulo, formatHora } from '#domain/hora.ts'
import { formatCount } from '#domain/plural.ts'
import { avanceOf, type Renglon, type Estatus } from '#domain/estatus.ts'
import { cortesOf, filasOf, type Corte, type FilaDePausa } from '#domain/jornada.ts'
import type { CategoriaHorarioPart, CompetidorPublico } from '#contract/views/horario.ts'
import { Antes, Hora } from './Hora.tsx'
import { RetiroPill } from '../parts/EstadoPill.tsx'
import { Seguir } from './Seguir.tsx'
import { Titulo } from './Titulo.tsx'
import { Tuyo } from './Tuyo.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Empty } from '../ui/Empty.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { captionId, rowId } from './ids.ts'
import { Pill } from '../ui/Pill.tsx'

interface Props {
  readonly categoria: CategoriaHorarioPart
  readonly renglones: readonly Renglon<CompetidorPublico>[]
  readonly pausas: readonly FilaDePausa[]
  readonly zona: string
  /** The separator between the category before and this one. */
  readonly inicio: Marca | undefined
  /** Shows the finished entries again; undefined while they are shown. */
  readonly onUnfold: ((categoriaId: string, firstId: string | undefined) => void) | undefined
}

/** The entries of one category in the schedule, as a table. */
export const HorarioTable = memo(function HorarioTable(props: Props) {
  const { categoria, renglones, pausas, zona, inicio, onUnfold } = props
  const { finalizados } = avanceOf(renglones)
  const isFolded = onUnfold !== undefined && finalizados > 0
  const folded = isFolded ? finalizados : 0
  const shown = renglones.slice(folded)
  const filas = filasOf(
    shown,
    pausas.map((pausa) => ({ ...pausa, antes: pausa.antes - folded })),
  )
  const cortes = cortesOf(filas, zona)
  // The separator before the category is one before its first row with a time.
  const first = filas.findIndex(({ hora }) => hora !== null)
  return (
    <div className="horario-tabla" style={{ '--filas': shown.length }}>
      <p className="absolute top-1.5 right-0 text-14 text-muted">
        {renglones.length}
        <span className="max-sm:sr-only">{renglones.length === 1 ? ' competidor' : ' competidores'}</span>
      </p>
      <table className="sheet rows card">
        <caption>
          <h2 id={captionId(categoria.id)} tabIndex={-1} className="text-24">
            <Titulo of={categoria} />
          </h2>
        </caption>
        <TableHead
          columns={['Hora', 'Competidor', 'Estatus']}
          className={renglones.length === 0 ? 'sr-only' : 'max-sm:sr-only'}
        />
        <tbody role="rowgroup">
          {isFolded && (
            <FoldedRows
              titulo={tituloOf(categoria)}
              count={finalizados}
              onOpen={() => onUnfold(categoria.id, renglones[0]?.competidor.id)}
            />
          )}
          {filas.map((fila, index) => {
            const corte = index === first && inicio ? { tipo: inicio } : cortes[index]
            const marca = marcaOf(corte)
            return (
              <Fragment key={'competidor' in fila ? fila.competidor.id : `${fila.antes} ${fila.titulo}`}>
                {corte && <CorteRow corte={corte} />}
                {'competidor' in fila ? (
                  <RenglonRow {...fila} zona={zona} marca={marca} />
                ) : (
                  <PausaRow pausa={fila} zona={zona} marca={marca} />
                )}
              </Fragment>
            )
          })}
          {renglones.length === 0 && (
            <tr role="row" className="wide-row">
              <td role="cell" colSpan={3} className="p-0">
                <Empty title="No hay competidores registrados.">Aparecerán aquí en cuanto se inscriban.</Empty>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
})

interface RenglonProps extends Renglon<CompetidorPublico> {
  readonly zona: string
  /** The separator between the turn before and this one. */
  readonly marca: Marca | undefined
}

/** A press changes two rows of hundreds: `memo` compares the fields of the line, and the others do not render again. */
const RenglonRow = memo(function RenglonRow({ competidor, estatus, zona, marca, ...tiempo }: RenglonProps) {
  return (
    <tr role="row" id={rowId(competidor.id)} aria-current={estatus === 'Compitiendo' || undefined}>
      <HoraCell {...tiempo} zona={zona} />
      <td role="cell">
        <Marcado marca={marca} />
        <span className="row-name">{conNumero(competidor)}</span>{' '}
        <span className="block text-14 text-muted">
          {competidor.compania}
          <Tuyo id={competidor.id} />
        </span>
      </td>
      <td role="cell">
        <span className="row-state">
          {competidor.retiro ? <RetiroPill estado={competidor.retiro} /> : ESTATUS[estatus]}
          <Seguir id={competidor.id} nombre={competidor.nombre} />
        </span>
      </td>
    </tr>
  )
})

type HoraProps = Pick<RenglonProps, 'hora' | 'previsto' | 'puedeSerAntes' | 'zona'>

/** An expected time, with the published one struck through where that differs. */
function HoraCell({ hora, previsto = null, puedeSerAntes, zona }: HoraProps) {
  return (
    <td role="cell" className="text-[calc(1.4375*var(--t))] leading-none">
      <Hora instant={hora} zona={zona} className={hora === null ? 'text-18 text-muted' : ''} />
      <Antes of={{ puedeSerAntes }} />
      {previsto !== null && (
        <>
          {' '}
          <s className="num mt-0.5 block text-14 leading-none text-muted">
            <span className="sr-only">previsto </span>
            {formatHora(previsto, zona)}
          </s>
        </>
      )}
    </td>
  )
}

/** A break of the programme, or one that the desk began. */
function PausaRow({ pausa, zona, marca }: { readonly pausa: FilaDePausa } & Pick<RenglonProps, 'zona' | 'marca'>) {
  const { titulo, estado, hora, previsto } = pausa
  return (
    <tr role="row" className={`pausa-row ${estado === 'en curso' ? 'bg-wait-soft' : 'bg-sunken'}`}>
      <HoraCell hora={hora} previsto={previsto} zona={zona} />
      <td role="cell" colSpan={2} className="font-semibold wrap-anywhere sm:col-span-2">
        <span className="flex items-center gap-2.5">
          <Icon of={Clock3} size={17} className="shrink-0 text-muted" />
          <span>
            <Marcado marca={marca} />
            {titulo}
          </span>
        </span>
      </td>
    </tr>
  )
}

/** A separator that a screen reader reads in the row below it. */
type Marca = Exclude<Corte['tipo'], 'hora'>

const MARCAS: Readonly<Record<Marca, string>> = { medianoche: 'Pasada la medianoche', atraso: 'Se atrasa el reloj' }

export function marcaOf(corte: Corte | null | undefined): Marca | undefined {
  return corte && corte.tipo !== 'hora' ? corte.tipo : undefined
}

function Marcado({ marca }: Pick<RenglonProps, 'marca'>) {
  return marca && <span className="sr-only">{MARCAS[marca]}: </span>
}

/** A line where the hour or the date changes, or the clock goes back. Hidden from screen readers. */
function CorteRow({ corte }: { corte: Corte }) {
  const icon = corte.tipo === 'medianoche' ? MoonStar : Clock3
  return (
    <tr role="row" className="wide-row min-h-8" aria-hidden>
      <td role="cell" colSpan={3} className="bg-sunken py-1 text-14 text-muted">
        <span className="flex items-center gap-2.5">
          <Icon of={icon} size={15} />
          {corte.tipo === 'hora' ? `A partir de ${conArticulo(corte.hora)}` : MARCAS[corte.tipo]}
        </span>
      </td>
    </tr>
  )
}

function FoldedRows({ titulo, count, onOpen }: { titulo: string; count: number; onOpen: () => void }) {
  return (
    <tr role="row" className="wide-row min-h-11">
      <td role="cell" colSpan={3} className="py-0">
        <span className="flex items-center gap-2.5 text-14 font-semibold">
          <Icon of={CheckCheck} size={17} />
          {formatCount(count, 'finalizado', 'finalizados')}
          <button
            type="button"
            className="ml-auto inline-flex min-h-11 items-center gap-1 text-link"
            aria-expanded={false}
            aria-label={`Ver los que ya pasaron de ${titulo}`}
            onClick={onOpen}
          >
            Ver
            <Icon of={ChevronDown} size={17} />
          </button>
        </span>
      </td>
    </tr>
  )
}

/** Elements that stay the same objects, so that React does not render them again with their row. */
const ESTATUS: Readonly<Record<Estatus, ReactNode>> = {
  Finalizado: <Pill tone="done" icon={Check} text="Finalizado" />,
  Compitiendo: <Pill tone="go" icon={CircleDot} text="Compitiendo" />,
  Espera: <Pill tone="wait" icon={Clock3} text="Espera" />,
}
