import { moveCompetidor, type CompetidorAdmin } from '#contract/competidores.ts'
import { useCommandWithMotivo } from '../parts/useMotivo.ts'
import { openDialog } from '../ui/Modal.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
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
    const texts = { question: `¿Mover a ${nombre}?`, act: 'Mover', busyText: 'Moviendo...' }
    return save({ id, antesDe }, { ...texts, onDone: (lugar) => sayLugar(nombre, lugar) })
  }
  return { busy, put }
}

const MoverDialog = lazyPart(async () => (await import('./MoverDialog.tsx')).MoverDialog)

/** Asks for the place of an entry. `ids`: the entries of its category, in order. */
export function askLugar(competidor: CompetidorAdmin, ids: readonly string[]): void {
  sayLugar(competidor.nombre, null)
  openDialog((close) => <MoverDialog competidor={competidor} ids={ids} onClose={close} />)
}
