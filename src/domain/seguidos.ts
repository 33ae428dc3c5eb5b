/** The entries that a device follows, by id. */
export type Seguidos = readonly string[]

/** Limit of followed entries. */
const SEGUIDOS_MAX = 50

export const SEGUIDOS_LLENO = `Puedes seguir a ${SEGUIDOS_MAX} como mucho.`

/** The followed entries with one more, or without it when it was followed; `null` when there is no room. */
export function toggleSeguido(seguidos: Seguidos, id: string): Seguidos | null {
  if (seguidos.includes(id)) return seguidos.filter((one) => one !== id)
  return seguidos.length < SEGUIDOS_MAX ? [...seguidos, id] : null
}

/** Reads the text that a device kept. Any other text gives an empty list. */
export function parseSeguidos(text: string): Seguidos {
  try {
    const value: unknown = JSON.parse(text)
    if (!Array.isArray(value)) return []
    return [...new Set(value.filter((id) => typeof id === 'string'))].slice(0, SEGUIDOS_MAX)
  } catch {
    // Another program, or a person, wrote it. It is replaced at the next change.
    return []
  }
}
