import { moveCompetidor, type CompetidorAdmin } from '#contract/competidores.ts'
import { useCommandWithToast } from '../api/command.ts'
import { sayLugar } from './Lugar.tsx'

interface Mover {
  readonly busy: boolean
  /** Puts the entry before another one of its category, or last. Resolves to whether the server accepted it. */
  readonly put: (antesDe: string | null) => Promise<boolean>
}

/** Moves an entry in its category, and tells a screen reader its new place. */
export function useMover({ id, nombre }: Pick<CompetidorAdmin, 'id' | 'nombre'>): Mover {
  const { busy, run } = useCommandWithToast(moveCompetidor, { about: `orden ${id}`, before: 'No se cambió el orden.' })
  const put = async (antesDe: string | null): Promise<boolean> => {
    sayLugar(nombre, null)
    const moved = await run({ id, antesDe })
    if (moved) sayLugar(nombre, moved)
    return moved !== undefined
  }
  return { busy, put }
}
