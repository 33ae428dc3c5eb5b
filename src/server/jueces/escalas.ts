import type { Input } from '#contract/define.ts'
import type { saveEscalas } from '#contract/jueces.ts'
import type { TipoCriterios } from '#domain/criterios.ts'
import { faultOfEscala, puntosOf, type Escala } from '#domain/escala.ts'
import { Problem } from '#domain/problem.ts'

const NO_NUMERO = 'Escribe un número con a lo más dos decimales.'

/** The scales of a form. Throws `input.invalid` with a sentence per field (`casino.paso`). */
export function escalasOf(input: Input<typeof saveEscalas>): Readonly<Record<TipoCriterios, Escala>> {
  const fields: Record<string, string> = {}
  const of = (tipo: TipoCriterios): Escala => {
    const [maximo, paso] = [puntosOf(input[tipo].maximo), puntosOf(input[tipo].paso)]
    if (maximo === null) fields[`${tipo}.maximo`] = NO_NUMERO
    if (paso === null) fields[`${tipo}.paso`] = NO_NUMERO
    if (maximo === null || paso === null) return { maximo: 0, paso: 0 }
    const found = faultOfEscala({ maximo, paso })
    if (found) fields[`${tipo}.${found.campo}`] = found.fault
    return { maximo, paso }
  }
  const escalas = { showcase: of('showcase'), casino: of('casino'), general: of('general') }
  if (Object.keys(fields).length > 0) throw new Problem('input.invalid', fields)
  return escalas
}
