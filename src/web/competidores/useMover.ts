import { moveCompetidor, type CompetidorAdmin } from '#contract/competidores.ts'
import { antesDeLugar } from '#domain/lista.ts'
import { askAct } from '../parts/ActDialog.tsx'
import { useCommandWithMotivo } from '../parts/useMotivo.ts'
import { sayLugar } from './Lugar.tsx'

interface Mover {
  readonly busy: boolean
  /** Puts the entry before another one of its category, or last. Resolves to whether the server accepted it. */
  readonly put: (antesDe: string | null) => Promise<boolean>
}

/** Moves an entry in its category, and tells a screen reader its new place. On a closed day it asks for the reason. */
export function useMover({ id, nombre }: Pick<CompetidorAdmin, 'id' | 'nombre'>): Mover {
  const { busy, save } = useCommandWithMotivo(moveCompetidor, 'No se cambió el orden.')
  const put = (antesDe: string | null): Promise<boolean> => {
    sayLugar(nombre, null)
    const texts = { question: `¿Mover a ${nombre}?`, act: 'Mover' }
    return save({ id, antesDe }, { ...texts, onDone: (lugar) => sayLugar(nombre, lugar) })
  }
  return { busy, put }
}

/** Asks for the place of an entry, and on a day whose order is closed for the reason. `ids`: its category's entries, in order. */
export function askLugar({ id, nombre, numero }: CompetidorAdmin, ids: readonly string[]): void {
  sayLugar(nombre, null)
  const isCerrado = numero !== undefined
  askAct({
    question: `Mover a ${nombre}`,
    text: isCerrado ? `Cambia su turno; conserva el número ${numero}.` : `Su categoría tiene ${ids.length} lugares.`,
    act: 'Mover',
    command: moveCompetidor,
    input: { id },
    fields: [
      { name: 'lugar', label: 'Lugar', type: 'number', initial: String(ids.indexOf(id) + 1) },
      ...(isCerrado ? [MOTIVO] : []),
    ],
    toInput: ({ lugar, motivo }) => ({ antesDe: antesDeLugar(ids, id, lugar) ?? null, motivo }),
    check: ({ lugar, motivo }) => ({
      ...(antesDeLugar(ids, id, lugar) === undefined && { lugar: `Escribe un lugar de 1 a ${ids.length}.` }),
      ...(motivo?.trim() === '' && { motivo: 'Escribe el motivo.' }),
    }),
    failed: 'No se cambió el orden.',
    onDone: (lugar) => sayLugar(nombre, lugar),
  })
}

const MOTIVO = { name: 'motivo', label: 'Motivo', hint: 'Queda en la bitácora, con tu nombre.' } as const
