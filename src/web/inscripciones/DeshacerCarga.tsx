import { Undo2 } from 'lucide'
import { undoCarga } from '#contract/inscripciones.ts'
import { Button } from '../ui/Button.tsx'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import { askAct } from '../parts/ActDialog.tsx'

interface Props {
  readonly carga: string
  /** The id of what tells the load from others. */
  readonly describedBy?: string
  readonly onUndone: () => void
}

/** The button that undoes a load of a list, after a question. */
export function DeshacerCarga({ carga, describedBy, onUndone }: Props) {
  const ask = () =>
    askAct({
      question: '¿Deshacer la carga?',
      text: 'Se eliminan los competidores y las categorías que creó. Lo demás queda como está.',
      act: 'Deshacer',
      command: undoCarga,
      input: { id: carga },
      failed: 'No se deshizo.',
      done: 'Carga deshecha.',
      danger: true,
      role: 'alertdialog',
      onDone: onUndone,
    })
  return (
    <KeepFocus className="mt-2 block">
      <Button size="dense" icon={Undo2} aria-describedby={describedBy} onClick={ask}>
        Deshacer la carga
      </Button>
    </KeepFocus>
  )
}
