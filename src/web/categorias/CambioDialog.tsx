import { updateCategoria, type CategoriaPart } from '#contract/categorias.ts'
import { nombreOf } from '#domain/competidor.ts'
import { DIAS, diaTitle } from '#domain/dia.ts'
import { askAct } from '../parts/ActDialog.tsx'
import { toast } from '../ui/toast.ts'

/** Asks for another name of a category. */
export function askNombre(categoria: CategoriaPart): void {
  askAct({
    question: `Cambiar nombre de ${nombreOf(categoria)}`,
    text: 'Conserva sus competidores, su música, sus calificaciones y sus criterios.',
    act: 'Guardar',
    command: updateCategoria,
    input: { id: categoria.id },
    fields: [{ name: 'nombre', label: 'Nombre', initial: categoria.nombre ?? '' }],
    failed: 'No se cambió el nombre.',
    done: 'Categoría renombrada.',
  })
}

/** Asks for another day of a category. */
export function askDia(categoria: CategoriaPart): void {
  const others = DIAS.filter((dia) => dia !== categoria.dia)
  askAct({
    question: `Cambiar día de ${nombreOf(categoria)}`,
    text: 'Pasa al final de ese día con sus competidores y sus calificaciones.',
    act: 'Mover',
    command: updateCategoria,
    input: { id: categoria.id },
    fields: [{ name: 'dia', label: 'Día', initial: others[0], options: others.map((dia) => [dia, diaTitle(dia)]) }],
    failed: 'No se movió la categoría.',
    onDone: (_output, { dia }) => toast(`Categoría movida al ${dia}.`),
  })
}
