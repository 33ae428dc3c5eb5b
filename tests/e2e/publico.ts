import { horario } from '#contract/views/horario.ts'
import type { Running } from './fixtures.ts'

/** The running order that the server gives to every visitor now: each category with the names of its entries. */
export async function ordenPublico({ app }: Running): Promise<string[]> {
  const dia = await app?.visitor.see(horario)
  return (dia?.categorias ?? []).map(({ nombre, competidores }) =>
    [nombre, ...competidores.map((one) => one.nombre)].join(', '),
  )
}
