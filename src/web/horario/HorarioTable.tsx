import { CheckCheck, ChevronDown, Clock3, MoonStar } from 'lucide-react'
import { Fragment } from 'react'
import { tituloOf } from '#domain/categoria.ts'
import { avanceOf, corteBetween, type Corte, type Renglon } from '#domain/horario.ts'
import type { CategoriaPart, CompetidorPublico } from '#contract/views/horario.ts'
import { EstatusPill } from '../parts/EstatusPill.tsx'
import { Hora } from '../parts/Hora.tsx'
import { Empty } from '../ui/Empty.tsx'
import { captionId, rowId } from './ids.ts'

interface Props {
  readonly categoria: CategoriaPart
  readonly renglones: readonly Renglon<CompetidorPublico>[]
  readonly zona: string
  readonly startsAfterMidnight: boolean
  /** Those that have finished are one line; this opens it. */
  readonly onUnfold: (() => void) | undefined
}

export function HorarioTable({ categoria, renglones, zona, startsAfterMidnight, onUnfold }: Props) {
  const { finalizados } = avanceOf(renglones)
  const isFolded = onUnfold !== undefined && finalizados > 0
  const shown = isFolded ? renglones.slice(finalizados) : renglones
  return (
    <div className="relative mb-7">
      <p className="absolute top-1.5 right-0 text-14 text-muted">
        {renglones.length}
        <span className="max-xs:sr-only">{renglones.length === 1 ? ' competidor' : ' competidores'}</span>
      </p>
      <table className="rows">
        <caption>
          <h2 id={captionId(categoria.id)} tabIndex={-1} className="text-24">
            {tituloOf(categoria)}
          </h2>
        </caption>
        <thead className={renglones.length === 0 ? 'sr-only' : undefined}>
          <tr>
            <th scope="col">Hora</th>
            <th scope="col">Competidor</th>
            <th scope="col">Estatus</th>
          </tr>
        </thead>
        <tbody>
          {isFolded && <FoldedRows count={finalizados} onOpen={onUnfold} />}
          {startsAfterMidnight && <CorteRow corte={{ tipo: 'medianoche' }} />}
          {shown.map((renglon, index) => {
            const corte = corteBetween(shown[index - 1]?.hora ?? null, renglon.hora, zona)
            const isNewDate = corte?.tipo === 'medianoche' || (index === 0 && startsAfterMidnight)
            return (
              <Fragment key={renglon.competidor.id}>
                {corte && <CorteRow corte={corte} />}
                <Row renglon={renglon} zona={zona} isNewDate={isNewDate} />
              </Fragment>
            )
          })}
          {renglones.length === 0 && (
            <tr className="wide-row">
              <td colSpan={3} className="p-0!">
                <Empty title="No hay competidores registrados.">Aparecerán aquí en cuanto se inscriban.</Empty>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  readonly renglon: Renglon<CompetidorPublico>
  readonly zona: string
  /** The first whose turn is on another date than the one before. */
  readonly isNewDate: boolean
}

function Row({ renglon: { competidor, estatus, hora }, zona, isNewDate }: RowProps) {
  const isLive = estatus === 'Compitiendo'
  return (
    <tr id={rowId(competidor.id)} aria-current={isLive || undefined}>
      <td className="text-[1.4375rem] leading-none">
        <Hora instant={hora} zona={zona} className={hora === null ? 'text-18 text-muted' : ''} />
      </td>
      <td>
        {isNewDate && <span className="sr-only">{MEDIANOCHE}: </span>}
        <span className={`block leading-tight ${isLive ? 'font-display text-20 font-semibold' : 'font-semibold'}`}>
          {competidor.nombre}
        </span>{' '}
        <span className="block text-14 text-muted">{competidor.compania}</span>
      </td>
      <td>
        <EstatusPill estatus={estatus} />
      </td>
    </tr>
  )
}

const MEDIANOCHE = 'Pasada la medianoche'

/** A quiet line where the hour or the date changes. For the eye: it is no entry, and who listens hears it with the row below. */
function CorteRow({ corte }: { corte: Corte }) {
  const Icon = corte.tipo === 'hora' ? Clock3 : MoonStar
  return (
    <tr className="wide-row" aria-hidden>
      <td colSpan={3} className="h-8! bg-sunken py-1! text-14 text-muted">
        <span className="flex items-center gap-2.5">
          <Icon size={15} aria-hidden />
          {corte.tipo === 'hora' ? `A partir de las ${corte.hora}` : MEDIANOCHE}
        </span>
      </td>
    </tr>
  )
}

function FoldedRows({ count, onOpen }: { count: number; onOpen: () => void }) {
  return (
    <tr className="wide-row">
      <td colSpan={3} className="h-11! py-0!">
        <span className="flex items-center gap-2.5 text-14 font-semibold">
          <CheckCheck size={17} aria-hidden />
          {count === 1 ? '1 finalizado' : `${count} finalizados`}
          <button
            type="button"
            className="ml-auto inline-flex min-h-11 items-center gap-1 text-link"
            aria-expanded={false}
            onClick={onOpen}
          >
            Mostrar
            <ChevronDown size={17} aria-hidden />
          </button>
        </span>
      </td>
    </tr>
  )
}
