import { moveCompetidor, type CompetidorAdmin } from '#contract/competidores.ts'
import { antesDeLugar, lugarText, type Lugar } from '#domain/lista.ts'
import { askAct } from '../parts/ActDialog.tsx'
import { Status } from '../ui/Aviso.tsx'
import { Store, useStore } from '../ui/store.ts'
import { useUnmount } from '../ui/useMount.ts'

const said = new Store('')

/** Tells a screen reader where an entry stands after a move; `null` once another move begins. */
export function sayLugar(nombre: string, lugar: Lugar | null): void {
  said.set(lugar ? lugarText(nombre, lugar) : '')
}

/** The live region of the moves: the focus stays on the button, which does not say the new place. */
export function LugarStatus() {
  useUnmount(() => said.set(''))
  return <Status className="sr-only">{useStore(said)}</Status>
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
