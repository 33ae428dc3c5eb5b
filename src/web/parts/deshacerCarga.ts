import { undoCarga } from '#contract/inscripciones.ts'
import { askAct } from './ActDialog.tsx'

/** Asks before a load of a list is undone. */
export function askUndoCarga(id: string, onDone: () => void): void {
  askAct({
    question: '¿Deshacer la carga?',
    text: 'Se eliminan los competidores y las categorías que creó. Lo demás queda como está.',
    act: 'Deshacer',
    command: undoCarga,
    input: { id },
    failed: 'No se deshizo.',
    done: 'Carga deshecha.',
    danger: true,
    role: 'alertdialog',
    onDone,
  })
}
