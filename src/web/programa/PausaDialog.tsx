import { deletePausa, savePausa, type ProgramaDeDia } from '#contract/programa.ts'
import type { Pausa } from '#domain/programa.ts'
import { askAct, askDelete } from '../parts/ActDialog.tsx'
import { numberOf } from '../ui/Field.tsx'

/** Asks for the break of a day; null: a new one. */
export function askPausa({ dia, categorias }: ProgramaDeDia, pausa: Pausa | null): void {
  const given = pausa ?? { titulo: '', antesDe: categorias[0]?.id, minutos: '', noAntes: null }
  const place = categorias.find(({ id }) => id === given.antesDe)
  askAct({
    question: pausa ? `Editar ${pausa.titulo}` : 'Agregar pausa',
    text: 'Va con la categoría cuando cambia el orden del día.',
    act: 'Guardar pausa',
    command: savePausa,
    input: { dia, ...(pausa && { id: pausa.id }) },
    fields: [
      { name: 'titulo', label: 'Título', initial: given.titulo },
      {
        name: 'antesDe',
        label: 'Antes de',
        initial: place?.id ?? '',
        options: [...categorias.map(({ id, nombre }) => [id, nombre] as const), ['', 'Al final del día']],
      },
      { name: 'minutos', label: 'Minutos', type: 'number', initial: String(given.minutos) },
      {
        name: 'noAntes',
        label: 'No antes de',
        hint: 'Opcional: lo que sigue a la pausa no empieza antes de esta hora.',
        type: 'time',
        initial: given.noAntes ?? '',
      },
    ],
    toInput: ({ noAntes, ...typed }) => ({
      ...typed,
      antesDe: typed.antesDe || null,
      minutos: numberOf(typed.minutos),
      noAntes: noAntes.slice(0, 5),
    }),
    failed: 'No se guardó la pausa.',
    done: 'Pausa guardada.',
  })
}

export function askDeletePausa({ dia }: ProgramaDeDia, { id, titulo }: Pausa): void {
  askDelete({
    question: `¿Eliminar la pausa "${titulo}"?`,
    text: 'Lo publicado no cambia hasta que publiques otra vez.',
    command: deletePausa,
    input: { dia, id },
    failed: 'No se eliminó la pausa.',
    done: 'Pausa eliminada.',
  })
}
