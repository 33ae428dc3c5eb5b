import type { Arbol, Extra, PausaDeArbol } from '#contract/interchange.ts'
import { HH_MM } from '#contract/fields.ts'
import { isDia } from '#domain/dia.ts'
import { formatHora } from '#domain/hora.ts'
import { adelantarDe, PROGRAMA_DEFAULT } from '#domain/plan.ts'
import { comienzoDe, type Pausa } from '#domain/programa.ts'
import { programaFrom, programaRow } from '../horario/programa.ts'
import type { Entradas, Refs } from './entries.ts'
import { collectionOf, recordsOf } from './records.ts'
import type { Rows } from './rows.ts'
import type { Path } from './shape.ts'

/**
 * The programmes of a tree. A break is known by its title, so that a published one is the same as the one that is edited.
 * `zona`: that of the event while the tree has none.
 */
export function readProgramas({ extra }: Arbol, entradas: Entradas, zona: string): Rows['programa'] {
  const zonaHoraria = extra.evento.zonaHoraria ?? zona
  const horaOf = (given: string): string => (HH_MM.test(given) ? given : formatHora(Date.parse(given), zonaHoraria))
  return recordsOf(extra.programas).flatMap(([dia, { inicio, montaje, jueceo, pausas, publicado, adelantar }]) => {
    if (!isDia(dia)) return []
    const path = ['extra', 'programas', dia]
    const pausaOf = ({ titulo, antesDe, minutos, noAntes }: PausaDeArbol, at: Path): Pausa => {
      if (antesDe !== null && !entradas.categorias.some((one) => one.id === antesDe && one.dia === dia)) {
        entradas.notices.fault([...path, ...at, 'antesDe'], `No existe esa categoría el ${dia}.`)
      }
      return { id: `pausa-${titulo}`, titulo, antesDe, minutos, noAntes: noAntes && horaOf(noAntes) }
    }
    const ajustes = {
      inicio: inicio === null ? null : Date.parse(inicio),
      montaje: montaje ?? PROGRAMA_DEFAULT.montaje,
      jueceo: jueceo ?? PROGRAMA_DEFAULT.jueceo,
    }
    const inicios = recordsOf(publicado?.inicios).flatMap(([ref, inicio]) =>
      entradas.find('programas', dia, 'publicado', 'inicios', ref).map((id) => [id, Date.parse(inicio)] as const),
    )
    const publicacion = publicado && {
      ajustes,
      fin: Date.parse(publicado.fin),
      inicios: Object.fromEntries(inicios),
      largos: {},
      pausas: publicado.pausas.map((one, index) => ({
        ...pausaOf(one, ['publicado', 'pausas', index]),
        inicio: Date.parse(one.inicio),
      })),
    }
    const planeadas = pausas.map((one, index) => pausaOf(one, ['pausas', index]))
    // The start that was published: that of the draft may have changed since.
    const inicioPublicado = publicacion ? comienzoDe(publicacion, Object.values(publicacion.inicios)) : null
    const adelantada = publicacion &&
      adelantar && {
        adelantar: adelantarDe({ ...publicacion, ajustes: { ...ajustes, inicio: inicioPublicado } }, zonaHoraria),
      }
    const conAdelanto = publicacion ? { ...publicacion, ...adelantada } : null
    return [programaRow(dia, { ajustes, pausas: planeadas, publicado: conAdelanto })]
  })
}

export function writeProgramas(rows: Pick<Rows, 'programa' | 'categorias'>, refs: Refs): Extra['programas'] {
  return collectionOf(rows.programa, (row) => {
    const { ajustes, pausas, publicado } = programaFrom(row)
    const pausaOf = ({ titulo, antesDe, minutos, noAntes }: Pausa) => ({
      ...(rows.categorias.some(({ id, dia }) => id === antesDe && dia === row.dia) && { antesDe }),
      minutos,
      ...(noAntes !== null && { noAntes }),
      titulo,
    })
    const inicios = Object.entries(publicado?.inicios ?? {}).filter(([id]) => refs.has(id))
    const programa = {
      ...(publicado?.adelantar && { adelantar: true as const }),
      inicio: row.inicio,
      montaje: ajustes.montaje,
      jueceo: ajustes.jueceo,
      pausas: pausas.map(pausaOf),
      publicado: publicado && {
        fin: isoOf(publicado.fin),
        inicios: collectionOf(inicios, ([id, inicio]) => [refs.get(id) ?? id, isoOf(inicio)]),
        pausas: publicado.pausas.map((one) => ({ ...pausaOf(one), inicio: isoOf(one.inicio) })),
      },
    }
    return [row.dia, programa]
  })
}

const isoOf = (instant: number): string => new Date(instant).toISOString()
