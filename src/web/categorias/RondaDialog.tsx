import { createRonda, type CategoriaPart } from '#contract/categorias.ts'
import { nombreOf } from '#domain/competidor.ts'
import { DIAS, diaTitle } from '#domain/dia.ts'
import { formatCount } from '#domain/plural.ts'
import { askAct } from '../parts/ActDialog.tsx'
import { numberOf } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'

const ORDENES = [
  ['sorteo', 'Sorteo'],
  ['inverso', 'Del último al primero'],
] as const

const COPIA = 'Copia a los primeros, y a quienes siguen empatados con el último que pasa. Las calificaciones no pasan.'
const ORDEN = 'con «Del último al primero» muestra además en qué lugar pasó cada quien.'
const TEXT = `${COPIA} El horario muestra a todos quiénes pasan, también mientras los resultados estén ocultos; ${ORDEN}`
const TEXT_RETENIDA = `${COPIA} El horario dejará ver quién pasó. Además, ${ORDEN}`

/** Asks for the next round from the best of a closed category. */
export function askRonda(categoria: CategoriaPart): void {
  askAct({
    question: `Crear ronda con los mejores de ${nombreOf(categoria)}`,
    text: categoria.retenida ? TEXT_RETENIDA : TEXT,
    act: 'Crear ronda',
    command: createRonda,
    input: { id: categoria.id },
    fields: [
      { name: 'nombre', label: 'Nombre de la ronda' },
      {
        name: 'dia',
        label: 'Día',
        initial: categoria.dia ?? DIAS[0],
        options: DIAS.map((dia) => [dia, diaTitle(dia)]),
        isHalf: true,
      },
      { name: 'pasan', label: 'Pasan', type: 'number', isHalf: true },
      { name: 'orden', label: 'Orden', initial: 'sorteo', options: ORDENES },
    ],
    toInput: ({ pasan, ...typed }) => ({ ...typed, pasan: numberOf(pasan) }),
    failed: 'No se creó la ronda.',
    onDone: ({ competidores }, { nombre, pasan }) => {
      const also = competidores - Number(pasan)
      const tied = also > 0 ? ` ${also} más por empate.` : ''
      toast(`Ronda creada: ${nombre.trim()}, con ${formatCount(competidores, 'competidor', 'competidores')}.${tied}`)
    },
  })
}
