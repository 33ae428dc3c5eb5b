import type { Arbol } from '#contract/interchange.ts'
import { diaActivo } from '#domain/ajustes.ts'
import { isDia, type Dia } from '#domain/dia.ts'
import type { Notices } from './notices.ts'
import { compare, orNull, recordsOf } from './records.ts'
import type { Rows } from './rows.ts'

/** What was never set stays so. */
export function readAjustes({ adminMinutoAMinuto: given }: Arbol): Rows['ajustes'] {
  if (!given) return null
  const ajustes = {
    dia: isDia(given.dia) ? given.dia : null,
    hora: orNull(given.hora),
    activarReloj: given.activarReloj ?? null,
    minutosPorCompetidor: given.minutosPorCompetidor ?? null,
    mostrarCalificaciones: given.mostrarCalificaciones ?? null,
    mostrarJueves: given.mostrarJueves ?? null,
    mostrarViernes: given.mostrarViernes ?? null,
    mostrarSabado: given.mostrarSabado ?? null,
  }
  return Object.values(ajustes).every((value) => value === null) ? null : ajustes
}

/**
 * The live day's turn is in the settings, those of the other days are in `extra`. Warns of a turn on a day that has no
 * entries: it comes in as none.
 */
export function readTurnos(tree: Arbol, dias: ReadonlySet<Dia | null>, notices: Notices): Rows['turnos'] {
  const { adminMinutoAMinuto, extra } = tree
  const activo = diaActivo({ dia: isDia(adminMinutoAMinuto?.dia) ? adminMinutoAMinuto.dia : null })
  const live = adminMinutoAMinuto?.selectedRow ?? null
  const turnos = new Map(live === null ? [] : [[activo, live]])
  for (const [dia, { selectedRow }] of recordsOf(extra?.turno)) {
    if (!isDia(dia) || selectedRow === null || selectedRow === undefined) continue
    if (!turnos.has(dia)) turnos.set(dia, selectedRow)
    else notices.warn(['extra', 'turno', dia], 'Es el día activo: se usa selectedRow de adminMinutoAMinuto.')
  }
  for (const [dia, selectedRow] of turnos) {
    if (selectedRow === 0 || dias.has(dia)) continue
    const path = dia === activo ? ['adminMinutoAMinuto', 'selectedRow'] : ['extra', 'turno', dia]
    notices.warn(path, `El ${dia} no tiene competidores: queda sin turno.`)
  }
  return [...turnos].map(([dia, selectedRow]) => ({ dia, selectedRow })).toSorted((a, b) => (a.dia < b.dia ? -1 : 1))
}

export function readCompetencia({ adminCompetencia }: Arbol, notices: Notices): Rows['competencia'] {
  const given = adminCompetencia?.rubricas ?? []
  for (const [index, rubrica] of given.entries()) {
    if (!rubrica) notices.warn(['adminCompetencia', 'rubricas', index], 'Está vacía: no se importa.')
  }
  const rubricas = given.flatMap((rubrica) => rubrica || [])
  const rubricaSel = orNull(adminCompetencia?.rubricaSel)
  return rubricas.length === 0 && rubricaSel === null ? null : { rubricas, rubricaSel }
}

export function readCompartido({ compartido }: Arbol): Rows['compartido'] {
  const nCategoria = orNull(compartido?.nCategoria)
  const nCompetidor = orNull(compartido?.nCompetidor)
  return nCategoria === null && nCompetidor === null ? null : { nCategoria, nCompetidor }
}

/** An empty text is one that was left blank; an absent one has its default. */
export function readTextos({ extra }: Arbol): Rows['textos'] {
  const given = extra?.evento
  if (!given) return null
  const textos = Object.fromEntries(Object.entries(given).filter(([, text]) => typeof text === 'string'))
  return Object.keys(textos).length === 0 ? null : textos
}

/** What says nothing is as good as never set. */
export function readReglas({ extra }: Arbol): Rows['reglas'] {
  const desde = orNull(extra?.inscripciones?.desde)
  const hasta = orNull(extra?.inscripciones?.hasta)
  const maximo = extra?.inscripciones?.maximo ?? 0
  return desde === null && hasta === null && maximo === 0 ? null : { desde, hasta, maximo }
}

export function readCupos({ extra }: Arbol, categorias: Rows['categorias'], notices: Notices): Rows['cupos'] {
  const cupos = Object.entries(extra?.cupos ?? {}).flatMap(([categoriaId, cupo]) =>
    cupo === null ? [] : [{ categoriaId, cupo }],
  )
  for (const { categoriaId } of cupos) {
    if (!categorias.some(({ id }) => id === categoriaId)) {
      notices.fault(['extra', 'cupos', categoriaId], 'No existe esa categoría.')
    }
  }
  return cupos.toSorted((a, b) => compare(a.categoriaId, b.categoriaId))
}
