import type { Arbol } from '#contract/interchange.ts'
import { isDia } from '#domain/dia.ts'
import type { CalificacionesTable, CategoriasTable } from '../db/schema.ts'
import type { Jueces } from './jueces.ts'
import { findByLabel } from './named.ts'
import type { Notices, Path } from './notices.ts'
import { enDia, findCategoria, type Entry } from './read-entries.ts'
import { compare, orNull, recordsOf } from './records.ts'

interface Around {
  readonly categorias: readonly CategoriasTable[]
  readonly entries: readonly Entry[]
  readonly jueces: Jueces
  readonly notices: Notices
}

type Marca = Readonly<Record<string, string | null | undefined>>
type PorJuez = Readonly<Record<string, Marca | null>>

/** Every judge's marks, beneath the day, the category and the entry they are for. */
export function readMarks({ calificaciones }: Arbol, around: Around): CalificacionesTable[] {
  const seen = new Map<string, string>()
  return recordsOf(calificaciones).flatMap(([dia, porCategoria]) =>
    recordsOf(porCategoria).flatMap(([nombre, porEntrada]) => {
      const path = ['calificaciones', dia, nombre]
      if (recordsOf(porEntrada).length === 0 || !isDia(dia)) return []
      const categoria = nombre === '' ? undefined : findCategoria(around.categorias, dia, nombre)
      if (!categoria) {
        around.notices.fault(path, `No hay una categoría «${nombre}» ${enDia(dia)}.`)
        return []
      }
      return recordsOf(porEntrada).flatMap(([label, porJuez]) =>
        ofEntry(categoria, { label, porJuez, path: [...path, label] }, around, seen),
      )
    }),
  )
}

function ofEntry(
  categoria: CategoriasTable,
  { label, porJuez, path }: { readonly label: string; readonly porJuez: PorJuez; readonly path: Path },
  { entries, jueces, notices }: Around,
  seen: Map<string, string>,
): CalificacionesTable[] {
  if (recordsOf(porJuez).length === 0) return []
  const own = entries
    .filter(({ row }) => row.categoriaId === categoria.id)
    .map(({ clave, row }) => ({ key: clave, nombre: row.nombre, id: row.id }))
  const entry = findByLabel(label, own)
  const dia = enDia(categoria.dia)
  if (entry === 'ambiguous') {
    notices.fault(
      path,
      `Varios competidores de «${categoria.nombre ?? ''}» ${dia} se llaman así: pon el identificador.`,
    )
    return []
  }
  if (!entry) {
    notices.fault(path, `No hay un competidor «${label}» en «${categoria.nombre ?? ''}» ${dia}.`)
    return []
  }
  const place = path.map(String).join('/')
  return recordsOf(porJuez).flatMap(([juez, marca]) => {
    const given = Object.entries(marca).flatMap(([campo, texto]) => (texto ? [[campo, texto] as const] : []))
    const juezId = given.length === 0 ? undefined : jueces.find(juez, [...path, juez])
    if (juezId === undefined) return []
    const mark = `${juezId}\n${entry.id}`
    const first = seen.get(mark)
    seen.set(mark, place)
    if (first !== undefined) {
      notices.fault([...path, juez], `Ya hay calificaciones de este juez para este competidor en ${first}.`)
      return []
    }
    return [{ competidorId: entry.id, juezId, ...marksOf(given) }]
  })
}

function marksOf(
  given: readonly (readonly [string, string])[],
): Pick<CalificacionesTable, 'l_calificacion' | 'criterios'> {
  const criterios = given.filter(([campo]) => campo !== 'l_calificacion').toSorted(([a], [b]) => compare(a, b))
  return {
    l_calificacion: orNull(Object.fromEntries(given)['l_calificacion']),
    criterios: JSON.stringify(Object.fromEntries(criterios)),
  }
}
