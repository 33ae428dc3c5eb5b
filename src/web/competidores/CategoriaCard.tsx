import { Layers, Shuffle, UserPlus } from 'lucide'
import { useCallback, useMemo, useRef } from 'react'
import { tituloOf } from '#domain/categoria.ts'
import type { Renglon } from '#domain/horario.ts'
import { joinNombres } from '#domain/plural.ts'
import { yaPasoText } from '#domain/ronda.ts'
import { addSiguiente, drawCategoria } from '#contract/categorias.ts'
import { deleteCompetidor, type CategoriaMesaPart, type CompetidorAdmin } from '#contract/competidores.ts'
import { CierreActs, EmpateAct } from '../parts/CierreActs.tsx'
import { askDelete, RowAct, RowCommand } from '../parts/ActDialog.tsx'
import { EstadoPill } from '../parts/EstadoPill.tsx'
import { useCommandWithMotivo } from '../parts/useMotivo.ts'
import { TableHead } from '../ui/TableHead.tsx'
import { toast } from '../ui/toast.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { openDialog } from '../ui/Modal.tsx'
import { CompetidorRow } from './CompetidorRow.tsx'
import { askEdit } from './editar.tsx'
import { FormDialog } from './FormDialog.tsx'
import { focusRow } from './showRow.ts'
import { UnplacedRow } from './UnplacedRow.tsx'

interface Props {
  readonly categoria: CategoriaMesaPart
  readonly renglones: readonly Renglon<CompetidorAdmin>[]
  /** Null on a day that is not active. */
  readonly onSelect: ((competidorId: string) => void) | null
  readonly onRepeat: ((competidor: CompetidorAdmin) => void) | null
}

export function CategoriaCard({ categoria, renglones, onSelect, onRepeat }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  const titleId = `titulo-${categoria.id}`
  const titulo = tituloOf(categoria)
  const ids = useMemo(() => categoria.competidores.map(({ id }) => id), [categoria])
  const count = categoria.competidores.length + categoria.sinOrden.length

  const ask = useCallback(
    (competidor: CompetidorAdmin) => askDeletion(competidor, categoria, title.current),
    [categoria],
  )

  const edit = useCallback(({ id }: CompetidorAdmin) => askEdit(id, neighbourOf(categoria, id)), [categoria])

  return (
    <section aria-labelledby={titleId} className="card desk-card" style={{ '--filas': count }}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3.5">
        <h2 ref={title} id={titleId} tabIndex={-1} className="text-22">
          {titulo} ({count})
        </h2>
        {categoria.vieneDe && <span className="text-14 text-muted">Viene de {categoria.vieneDe}</span>}
        {categoria.estado && <EstadoPill estado={categoria.estado} />}
        <span className="grow" />
        <div className="flex flex-wrap gap-1.5">
          {!categoria.cierre && (
            <RowAct
              act="Agregar competidor"
              of={`en ${categoria.nombre}`}
              icon={UserPlus}
              onClick={() => askCompetidor(categoria)}
            />
          )}
          {!categoria.cierre && ids.length > 1 && <SorteoAct id={categoria.id} nombre={categoria.nombre} />}
          {categoria.vieneDe && !categoria.cierre && (
            <RowCommand
              act="Agregar al siguiente"
              of={`en ${categoria.nombre}`}
              icon={Layers}
              command={addSiguiente}
              input={{ id: categoria.id }}
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
        <table role="table" className="desk-rows">
          <TableHead columns={['Turno', 'Competidor', 'Compañía', 'Jueces', 'Acciones']} className="max-xl:sr-only" />
          <tbody role="rowgroup">
            {renglones.map((renglon) => (
              <CompetidorRow
                key={renglon.competidor.id}
                {...renglon}
                titulo={titulo}
                hasJueces={categoria.estado !== null}
                ids={ids}
                onSelect={onSelect}
                onRepeat={categoria.cierre ? null : onRepeat}
                onEdit={edit}
                onDelete={ask}
              />
            ))}
            {categoria.sinOrden.map((competidor) => (
              <UnplacedRow key={competidor.id} competidor={competidor} titulo={titulo} onEdit={edit} onDelete={ask} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

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
      act="Sortear orden"
      of={`de ${nombre}`}
      icon={Shuffle}
      busy={busy}
      busyText="Sorteando..."
      onClick={() => void save({ id }, texts)}
    />
  )
}

/** Asks before an entry is deleted. The focus then goes to the row that takes its place, else to the title. */
function askDeletion(
  { id, nombre, compania, pasaA }: CompetidorAdmin,
  categoria: CategoriaMesaPart,
  title: HTMLElement | null,
): void {
  const neighbour = neighbourOf(categoria, id)
  askDelete({
    question: `¿Eliminar competidor ${nombre}?`,
    command: deleteCompetidor,
    input: { id },
    failed: 'Error al eliminar competidor.',
    done: 'Competidor eliminado correctamente.',
    text: (
      <>
        {/* Two entries may have the same name. */}
        <p className="mb-2 font-semibold text-ink">
          {compania}, {tituloOf(categoria)}
        </p>
        Se borran su inscripción, su música y sus calificaciones. No se puede deshacer.{yaPasoText(pasaA)}
      </>
    ),
    moveFocus: () => {
      if (neighbour === undefined || !focusRow(neighbour)) title?.focus()
    },
  })
}

function neighbourOf({ competidores, sinOrden }: CategoriaMesaPart, competidorId: string): string | undefined {
  const entries = [...competidores, ...sinOrden]
  const at = entries.findIndex(({ id }) => id === competidorId)
  return (entries[at + 1] ?? entries[at - 1])?.id
}
