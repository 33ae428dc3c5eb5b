import { createRef } from 'react'
import { tituloOf } from '#domain/categoria.ts'
import { yaPasoText } from '#domain/ronda.ts'
import { deleteCompetidor, type CategoriaMesaPart, type CompetidorAdmin } from '#contract/competidores.ts'
import { captionId } from '../horario/ids.ts'
import { askDelete } from '../parts/ActDialog.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { openDialog } from '../ui/Modal.tsx'
import { FormDialog } from './FormDialog.tsx'
import { focusRow } from './showRow.ts'

const EditForm = lazyPart(async () => (await import('./EditForm.tsx')).EditForm)

/** Opens the form of an entry. When the entry has left the day by the end, its neighbour gets the focus. */
export function askEdit({ id }: CompetidorAdmin, categoria: CategoriaMesaPart): void {
  const neighbour = neighbourOf(categoria, id)
  const opener = document.activeElement
  const cancel = createRef<HTMLButtonElement>()
  openDialog((onClose) => {
    const close = (): void => {
      // The browser returns the focus to the button that opened the dialog, unless its row is gone.
      if (!onClose() || document.activeElement === opener) return
      if (!focusRow(id) && neighbour !== undefined) focusRow(neighbour)
    }
    // Escape closes the dialog only when `Cancelar` could.
    const mayDismiss = () => cancel.current?.ariaDisabled !== 'true'
    return (
      <FormDialog title="Editar Competidor" mayDismiss={mayDismiss} onClose={close}>
        {() => <EditForm competidorId={id} cancelRef={cancel} onClose={close} />}
      </FormDialog>
    )
  })
}

/** Asks before an entry is deleted. The row that takes its place then gets the focus, else the title of the category. */
export function askDeletion({ id, nombre, compania, pasaA }: CompetidorAdmin, categoria: CategoriaMesaPart): void {
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
      if (neighbour === undefined || !focusRow(neighbour)) document.getElementById(captionId(categoria.id))?.focus()
    },
  })
}

function neighbourOf({ competidores, sinOrden }: CategoriaMesaPart, competidorId: string): string | undefined {
  const entries = [...competidores, ...sinOrden]
  const at = entries.findIndex(({ id }) => id === competidorId)
  return (entries[at + 1] ?? entries[at - 1])?.id
}
