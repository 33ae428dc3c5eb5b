import { useRef } from 'react'
import { misInscripciones, type MiInscripcion, type MisInscripciones } from '#contract/inscripciones.ts'
import { aperturaOf, type Apertura } from '#domain/apertura.ts'
import { formatMomento } from '#domain/hora.ts'
import { useServerClock, peekView, useView } from '../live/tab.ts'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'
import { Aviso } from '../ui/Aviso.tsx'
import { useStore } from '../ui/store.ts'
import { toast } from '../ui/toast.ts'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'
import { useUnmount } from '../ui/useMount.ts'
import { borradores } from './borradores.ts'
import { InscripcionForm } from './InscripcionForm.tsx'
import { InscripcionesTable } from './InscripcionesTable.tsx'

/**
 * The entries of the signed-in competitor, with the form that adds and changes them. The heading stays the same element
 * while the data load, so that it keeps the focus.
 */
export function CompetenciaPage() {
  const mine = useView(misInscripciones, {})
  const editingId = useStore(borradores)
  const top = useRef<HTMLHeadingElement>(null)
  const editing = mine?.inscripciones.find(({ id }) => id === editingId)
  useUnmount(() => borradores.dropIdle())
  return (
    <main className="page">
      <h1 ref={top} tabIndex={-1} className="mb-5 text-36 outline-none lg:text-48">
        {editing ? 'Editar Competidor' : 'Inscripción a Competencia'}
      </h1>
      {mine ? (
        <Competencia mine={mine} editing={editing} editingId={editingId} onSwitch={() => top.current?.focus()} />
      ) : (
        <ViewPlaceholder of={[misInscripciones.name]} failed="No se abrieron tus inscripciones" what="inscripciones" />
      )}
      <UnsavedGuard isUnsaved={() => borradores.isUnsaved()} />
    </main>
  )
}

interface Props {
  readonly mine: MisInscripciones
  readonly editing: MiInscripcion | undefined
  /** The entry whose form is open, also after the entry was deleted; `null` for a new one. */
  readonly editingId: string | null
  /** The form shows another entry. */
  readonly onSwitch: () => void
}

function Competencia({ mine: { reglas, zonaHoraria, dias, inscripciones }, editing, editingId, onSwitch }: Props) {
  const now = useServerClock('minute')
  const apertura = aperturaOf(reglas, now)
  const isOpen = apertura === 'abiertas'
  const textOf = (momento: string | null) => momento && formatMomento(Date.parse(momento), zonaHoraria, now)
  const hasta = textOf(reglas.hasta)
  const end = (id: string | null) => {
    if (id !== null) borradores.drop(id)
    onSwitch()
  }
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-5">
        <AperturaInfo apertura={apertura} desde={textOf(reglas.desde)} hasta={hasta} />
        {isOpen && dias.length === 0 && (
          <Aviso tone="info" title="Todavía no hay categorías">
            La organización las está preparando. Esta página se actualiza sola.
          </Aviso>
        )}
        {isOpen && (dias.length > 0 || editingId !== null) && (
          <InscripcionForm
            key={editingId}
            dias={dias}
            editing={editing}
            borrador={borradores.of(editingId, editing)}
            onDone={(id) => {
              // The person may have opened another entry in the meantime: it stays open.
              if (borradores.read() === editingId) end(editingId)
              else if (editingId !== null) borradores.drop(editingId)
              if (editing) toast('Competidor actualizado correctamente.')
              else toastInscrito(id)
            }}
            {...(editingId !== null && { onCancel: () => end(editingId) })}
          />
        )}
      </div>
      <InscripcionesTable
        inscripciones={inscripciones}
        isOpen={isOpen}
        empty={emptyText(apertura, dias.length > 0)}
        until={hasta}
        onEdit={(id) => {
          if (!editing) end(editingId)
          borradores.edit(id)
          onSwitch()
        }}
        onDeleted={(id) => borradores.drop(id)}
      />
    </div>
  )
}

/** The toast after a new entry, with its position if the view already has it. */
function toastInscrito(id: string): void {
  const inscripcion = peekView(misInscripciones, {})?.inscripciones.find((item) => item.id === id)
  toast(
    <>
      <span className="block">Competidor inscrito correctamente.</span>
      {inscripcion?.dia && inscripcion.orden !== null && (
        <span className="block font-normal">
          Orden {inscripcion.orden} en {inscripcion.titulo}, {inscripcion.dia}.
        </span>
      )}
    </>,
  )
}

/** The text of an empty list: why it is empty, or how to add the first entry. */
function emptyText(apertura: Apertura, hasCategorias: boolean): string {
  if (apertura === 'antes') return 'Podrás inscribir en cuanto abran las inscripciones.'
  if (apertura === 'cerradas') return 'El plazo para inscribir terminó.'
  return hasCategorias
    ? 'Llena el formulario para inscribir al primero.'
    : 'Podrás inscribir en cuanto haya categorías.'
}

interface AperturaProps {
  readonly apertura: Apertura
  readonly desde: string | null
  readonly hasta: string | null
}

/** When entries open or close, above the form. */
function AperturaInfo({ apertura, desde, hasta }: AperturaProps) {
  if (apertura === 'antes') {
    return (
      <Aviso tone="info" title={`Las inscripciones abren el ${desde}`}>
        El formulario aparecerá aquí a esa hora.
      </Aviso>
    )
  }
  if (apertura === 'cerradas') {
    return (
      <Aviso tone="info" title="Las inscripciones ya cerraron">
        Puedes ver tus competidores, pero ya no cambiarlos. Si falta algo, escribe a la organización.
      </Aviso>
    )
  }
  return hasta && <p className="text-15 text-muted">Inscripciones abiertas hasta el {hasta}.</p>
}
