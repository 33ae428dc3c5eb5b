import { Layers, Shuffle, UserPlus } from 'lucide'
import { memo } from 'react'
import { tituloOf } from '#domain/categoria.ts'
import { joinNombres } from '#domain/plural.ts'
import { addSiguiente, drawCategoria } from '#contract/categorias.ts'
import type { CategoriaMesaPart, CompetidorAdmin } from '#contract/competidores.ts'
import { CierreActs, EmpateAct } from '../calificaciones/CierreActs.tsx'
import { captionId } from '../horario/ids.ts'
import { RowAct, RowCommand } from '../parts/ActDialog.tsx'
import { EstadoPill } from '../parts/EstadoPill.tsx'
import { useCommandWithMotivo } from '../parts/useMotivo.ts'
import { TableHead } from '../ui/TableHead.tsx'
import { toast } from '../ui/toast.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { openDialog } from '../ui/Modal.tsx'
import { CompetidorRow, type RenglonDeMesa } from './CompetidorRow.tsx'
import { FormDialog } from './FormDialog.tsx'
import { UnplacedRow } from './UnplacedRow.tsx'

interface Props {
  readonly categoria: CategoriaMesaPart
  readonly renglones: readonly RenglonDeMesa[]
  /** Of a round: the entries of its source that it would add next. */
  readonly siguientes: readonly string[] | undefined
  /** Null on a day that is not active. */
  readonly onSelect: ((competidorId: string) => void) | null
  readonly onRepeat: ((competidor: CompetidorAdmin) => void) | null
}

/** A press changes a card or two of forty: the others have equal lines, and do not render again. */
export const CategoriaCard = memo(function Card({ categoria, renglones, siguientes, onSelect, onRepeat }: Props) {
  const count = categoria.competidores.length + categoria.sinOrden.length
  return (
    <section aria-labelledby={captionId(categoria.id)} className="card desk-card" style={{ '--filas': count }}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3.5 xl:min-h-17 xl:flex-nowrap xl:py-2">
        {/* Two lines fit beside the acts: the height stays when an act comes and takes some of their width. */}
        <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1 xl:min-w-64 xl:basis-0">
          <h2 id={captionId(categoria.id)} tabIndex={-1} className="text-22">
            {tituloOf(categoria)} ({count})
          </h2>
          {categoria.vieneDe && <span className="text-14 text-muted">Viene de {categoria.vieneDe}</span>}
          {categoria.estado && <EstadoPill estado={categoria.estado} />}
        </div>
        <div className="desk-card-acts">
          {!categoria.cierre && (
            <RowAct
              act="Agregar"
              of={`competidor en ${categoria.nombre}`}
              icon={UserPlus}
              onClick={() => askCompetidor(categoria)}
            />
          )}
          {!categoria.cierre && categoria.competidores.length > 1 && (
            <SorteoAct id={categoria.id} nombre={categoria.nombre} />
          )}
          {categoria.vieneDe && !categoria.cierre && (
            <RowCommand
              act="Agregar al siguiente"
              of={`en ${categoria.nombre}`}
              icon={Layers}
              command={addSiguiente}
              input={{ id: categoria.id, ...(siguientes && { siguientes: [...siguientes] }) }}
              about={`siguiente ${categoria.id}`}
              failed="No se agregó."
              onDone={({ nombres }) => toast(`En ${categoria.nombre}, al final del orden: ${joinNombres(nombres)}.`)}
            />
          )}
          {categoria.estado ? <CierreActs categoria={categoria} /> : <EmpateAct categoria={categoria} />}
        </div>
      </div>
      {count === 0 ? (
        <p className="border-t border-line px-4 py-4 text-15 text-muted">
          <strong className="font-semibold text-ink">Sin competidores.</strong> Agrégalos aquí, o espera a que se
          inscriban.
        </p>
      ) : (
        <table role="table" className="sheet desk-rows">
          <TableHead
            columns={['Turno', 'Competidor', 'Compañía', 'Jueces', 'Acciones']}
            className="border-t border-line max-xl:sr-only"
          />
          <tbody role="rowgroup">
            {renglones.map((renglon) => (
              <CompetidorRow
                key={renglon.competidor.id}
                {...renglon}
                categoria={categoria}
                onSelect={onSelect}
                onRepeat={categoria.cierre ? null : onRepeat}
              />
            ))}
            {categoria.sinOrden.map((competidor) => (
              <UnplacedRow key={competidor.id} competidor={competidor} categoria={categoria} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}, isSame)

function isSame(a: Props, b: Props): boolean {
  const [fields, others] = [fieldsOf(a), fieldsOf(b)]
  return fields.length === others.length && fields.every((value, index) => value === others[index])
}

const fieldsOf = ({ renglones, ...rest }: Props): unknown[] => [rest, ...renglones].flatMap((one) => Object.values(one))

const AgregarForm = lazyPart(async () => (await import('./AgregarForm.tsx')).AgregarForm)

/** Asks for entries of a category, one after the other. */
function askCompetidor({ id, nombre }: Pick<CategoriaMesaPart, 'id' | 'nombre'>): void {
  openDialog((onClose) => (
    <FormDialog title={`Agregar competidor en ${nombre}`} onClose={onClose}>
      {(close) => <AgregarForm categoriaId={id} onClose={close} />}
    </FormDialog>
  ))
}

/** Draws the order of a category. The server asks before, or wants a reason, or says that it is too late. */
function SorteoAct({ id, nombre }: Pick<CategoriaMesaPart, 'id' | 'nombre'>) {
  const { busy, save } = useCommandWithMotivo(drawCategoria, 'No se sorteó.')
  const texts = { question: `¿Sortear el orden de ${nombre}?`, act: 'Sortear', done: 'Orden sorteado.' }
  return (
    <RowAct
      act="Sortear"
      of={`orden de ${nombre}`}
      icon={Shuffle}
      busy={busy}
      busyText="Sorteando..."
      onClick={() => void save({ id }, texts)}
    />
  )
}
