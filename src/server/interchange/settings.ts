import type { Arbol } from '#contract/interchange.ts'
import { diaActivo } from '#domain/ajustes.ts'
import { isDia, type Dia } from '#domain/dia.ts'
import { compareTexts, recordsOf } from './records.ts'
import { nullIfUnlimited, type Rows } from './rows.ts'
import type { Notices } from './shape.ts'

/** The saved settings; null when none is set. */
export function readAjustes({ adminMinutoAMinuto: given }: Arbol): Rows['ajustes'] {
  if (!given) return null
  const { selectedRow: _selectedRow, ...ajustes } = given
  return orUnset(ajustes)
}

/**
 * The turn of each day: that of the active day is in the settings, the others are in `extra`. A turn on a day without
 * entries is reported: it is imported as no turn.
 */
export function readTurnos(tree: Arbol, dias: ReadonlySet<Dia | null>, notices: Notices): Rows['turnos'] {
  const { adminMinutoAMinuto, extra } = tree
  const activo = diaActivo({ dia: adminMinutoAMinuto?.dia ?? null })
  const live = adminMinutoAMinuto?.selectedRow ?? null
  const turnos = new Map(live === null ? [] : [[activo, live]])
  for (const [dia, { selectedRow }] of recordsOf(extra?.turno)) {
    if (!isDia(dia) || selectedRow === null) continue
    if (!turnos.has(dia)) turnos.set(dia, selectedRow)
    else notices.warn(['extra', 'turno', dia], 'Es el día activo: se usa selectedRow de adminMinutoAMinuto.')
  }
  for (const [dia, selectedRow] of turnos) {
    if (selectedRow === 0 || dias.has(dia)) continue
    const path = dia === activo ? ['adminMinutoAMinuto', 'selectedRow'] : ['extra', 'turno', dia]
    notices.warn(path, `El ${dia} no tiene competidores: queda sin turno.`)
  }
  return [...turnos].map(([dia, selectedRow]) => ({ dia, selectedRow })).toSorted((a, b) => compareTexts(a.dia, b.dia))
}

/** The rubrics and the selected one; null when there is neither. */
export function readCompetencia({ adminCompetencia }: Arbol, notices: Notices): Rows['competencia'] {
  const given = adminCompetencia?.rubricas ?? []
  for (const [index, rubrica] of given.entries()) {
    if (!rubrica) notices.warn(['adminCompetencia', 'rubricas', index], 'Está vacía: no se importa.')
  }
  const rubricas = given.flatMap((rubrica) => rubrica || [])
  const rubricaSel = adminCompetencia?.rubricaSel ?? null
  return rubricas.length === 0 && rubricaSel === null ? null : { rubricas, rubricaSel }
}

/** The saved texts; null when none is saved. */
export function readTextos({ extra }: Arbol): Rows['textos'] {
  const textos = Object.entries(extra?.evento ?? {}).filter(([, text]) => typeof text === 'string')
  return textos.length === 0 ? null : Object.fromEntries(textos)
}

/** The rules of entries; null when they allow everything. */
export function readReglas({ extra }: Arbol): Rows['reglas'] {
  const { desde = null, hasta = null, maximo = null } = extra?.inscripciones ?? {}
  return nullIfUnlimited({ desde, hasta, maximo: maximo ?? 0 })
}

export function readCupos({ extra }: Arbol, categorias: Rows['categorias'], notices: Notices): Rows['cupos'] {
  const cupos = recordsOf(extra?.cupos).map(([categoriaId, cupo]) => ({ categoriaId, cupo }))
  for (const { categoriaId } of cupos) {
    if (!categorias.some(({ id }) => id === categoriaId)) {
      notices.fault(['extra', 'cupos', categoriaId], 'No existe esa categoría.')
    }
  }
  return cupos
}

/** The values; null when none of them is set. */
export function orUnset<T extends object>(values: T | null | undefined): T | null {
  return values && Object.values(values).some((value) => value !== null) ? values : null
}
