import { createHash } from 'node:crypto'
import { numerosOf, type Arbol, type ArbolInput } from '#contract/interchange.ts'
import { nfc } from '#domain/categoria.ts'
import { criteriosOfTipo, isTipoCriterios, tipoOf, type TipoCriterios } from '#domain/criterios.ts'
import { isDia, type Dia } from '#domain/dia.ts'
import { parsePuntuaciones } from '../calificaciones/store.ts'
import type { CalificacionesTable, JuecesTable } from '../db/schema.ts'
import { marcasOf, type MarcaAnulada } from '../horario/repeticion.ts'
import { juezOf, rowOfJuez } from '../jueces/store.ts'
import { enDia, findCategoria, refsOf } from './entries.ts'
import { collectionOf, compareTexts, findByLabel, freeId, groupsOf, labelsOf, needsKey, recordsOf } from './records.ts'
import type { Rows } from './rows.ts'
import type { Notices, Path } from './shape.ts'

/** The rows of the tables that judging fills. */
type JuradoRows = Pick<
  Rows,
  | 'jueces'
  | 'calificaciones'
  | 'repeticion'
  | 'retiro'
  | 'penalizacion'
  | 'tardia'
  | 'cierre'
  | 'empate'
  | 'escala'
  | 'peso'
  | 'desempate'
>

type Entradas = Pick<Rows, 'categorias' | 'competidores'>

export function readJurado(tree: Arbol, entradas: Entradas, notices: Notices): JuradoRows {
  const { extra } = tree
  const jueces = new Jueces(tree, notices)
  const ids = new Map([...refsOf(entradas)].map(([id, ref]) => [ref, id]))
  const mustFind = (campo: string, ref: string): string[] => {
    const id = ids.get(ref)
    if (id === undefined) notices.fault(['extra', campo, ref], 'No existe ese competidor.')
    return id === undefined ? [] : [id]
  }
  const calificaciones = readCalificaciones(tree, { ...entradas, ids, jueces, notices })
  const retiro = recordsOf(extra?.retiros).flatMap(([ref, retiro]) =>
    mustFind('retiros', ref).map((competidorId) => ({ competidorId, ...retiro })),
  )
  const penalizacion = recordsOf(extra?.penalizaciones).flatMap(([ref, list]) =>
    mustFind('penalizaciones', ref).flatMap((competidorId) => list.map((row) => ({ competidorId, ...row }))),
  )
  // A late mark may name a deleted entry.
  const tardia = recordsOf(extra?.tardias).flatMap(([ref, list]) =>
    list.map(({ criterios, intento, ...row }) => ({
      competidorId: ids.get(ref) ?? ref,
      criterios: JSON.stringify(Object.fromEntries(recordsOf(criterios))),
      ...row,
      intento: intento ?? 1,
    })),
  )
  checkTardias(tardia, jueces, notices)
  const repeticion = recordsOf(extra?.intentos).flatMap(([ref, list]) =>
    mustFind('intentos', ref).flatMap((competidorId) =>
      list.map(({ motivo, fecha, marcas, deshecha }, index) => {
        const anuladas = deshecha ? [] : marcasAnuladas(marcas)
        for (const { juezId } of anuladas) {
          if (!jueces.has(juezId)) notices.fault(['extra', 'intentos', ref], `No existe el juez «${juezId}».`)
        }
        const numeros = numerosOf(list)
        const anula = numeros.findLast((_, before) => before < index && !list[before]?.deshecha) ?? 1
        const row = { competidorId, intento: numeros[index] ?? 2, anula, motivo, fecha }
        return { ...row, deshecha: deshecha ? 1 : 0, marcas: JSON.stringify(anuladas) } as const
      }),
    ),
  )
  return {
    jueces: jueces.rows(),
    calificaciones,
    repeticion,
    retiro,
    penalizacion: penalizacion.toSorted(byFecha),
    tardia,
    cierre: recordsOf(extra?.cierres).map(([categoriaId, { pesos, desempate, ...cierre }]) => {
      const path = ['extra', 'cierres', categoriaId]
      const categoria = entradas.categorias.find(({ id }) => id === categoriaId)
      if (categoria) checkPesos(tipoOf(categoria.nombre ?? '', categoria.criterios), pesos, [...path, 'pesos'], notices)
      for (const name of ['principales', 'excluidos', 'panel'] as const) {
        for (const juezId of cierre[name] ?? []) {
          if (!jueces.has(juezId)) notices.fault([...path, name, juezId], `No existe el juez «${juezId}».`)
        }
      }
      return {
        categoriaId,
        ...cierre,
        pesos: Object.fromEntries(recordsOf(pesos)),
        desempate: desempate ?? [],
        principales: cierre.principales ?? [],
        excluidos: cierre.excluidos ?? [],
        panel: cierre.panel ?? null,
      }
    }),
    empate: recordsOf(extra?.empates).flatMap(([categoriaId, list]) =>
      list.map(({ ids: refs, ...empate }) => ({
        categoriaId,
        ...empate,
        ids: refs.flatMap((ref) => mustFind('empates', ref)),
      })),
    ),
    escala: recordsOf(extra?.escalas).flatMap(([tipo, escala]) => (isTipoCriterios(tipo) ? [{ tipo, ...escala }] : [])),
    peso: recordsOf(extra?.pesos).flatMap(([tipo, pesos]) => {
      if (!isTipoCriterios(tipo)) return []
      checkPesos(tipo, pesos, ['extra', 'pesos', tipo], notices)
      return recordsOf(pesos).map(([criterio, peso]) => ({ tipo, criterio, peso }))
    }),
    desempate: (extra?.desempate ?? []).map((elemento, index) => ({ orden: index + 1, elemento })),
  }
}

/** A judge who is not active, assigned to the whole event. */
const SIN_ACCESO = { activo: false, principal: false, dias: null, categorias: null, enlace: null } as const

/** The judges of a tree: the judges in `extra.jueces`, and the judges that appear only as a label above marks. */
class Jueces {
  readonly #described: readonly JuecesTable[]
  readonly #added = new Map<string, JuecesTable>()
  readonly #notices: Notices

  constructor({ extra }: Arbol, notices: Notices) {
    this.#notices = notices
    this.#described = recordsOf(extra?.jueces).map(([id, { nombre, activo, principal, dias, categorias }]) => {
      if (!nombre) notices.fault(['extra', 'jueces', id, 'nombre'], 'Falta el nombre del juez.')
      return rowOfJuez({
        id,
        nombre: nombre ?? '',
        activo: activo ?? false,
        principal: principal ?? false,
        dias: dias?.length ? dias : null,
        categorias: categorias?.length ? categorias : null,
        enlace: null,
      })
    })
  }

  /** The id of the judge that a label refers to. An unknown label becomes a new judge that is not active. */
  find(label: string, path: Path): string | undefined {
    const found = findByLabel(label, this.#described)
    if (found && found !== 'ambiguous') return found.id
    if (!found && label !== '') return this.#add(label).id
    const message = found ? 'Varios jueces se llaman así: pon el identificador.' : 'Falta el nombre del juez.'
    this.#notices.fault(path, message)
    return undefined
  }

  #add(nombre: string): JuecesTable {
    const known = this.#added.get(nfc(nombre))
    if (known) return known
    const taken = new Set(this.rows().map(({ id }) => id))
    const juez = rowOfJuez({ id: freeId(juezIdOf(nombre), taken), nombre, ...SIN_ACCESO })
    this.#added.set(nfc(nombre), juez)
    return juez
  }

  has(id: string): boolean {
    return this.rows().some((juez) => juez.id === id)
  }

  rows(): JuecesTable[] {
    return [...this.#described, ...this.#added.values()].toSorted((a, b) => compareTexts(a.id, b.id))
  }
}

/** The id of a judge without a record: only the name is known. The same name always gives the same id. */
export function juezIdOf(nombre: string): string {
  return `juez-${createHash('sha256').update(nfc(nombre)).digest('base64url').slice(0, 22)}`
}

interface Context extends Entradas {
  /** The entries by the text with which `extra` refers to them. */
  readonly ids: ReadonlyMap<string, string>
  readonly jueces: Jueces
  readonly notices: Notices
}

/** An imported mark counts as sent. */
const SIN_ENVIO = { estado: 'enviada', version: 1, motivo: null, enviada: null } as const

/** The marks of an annulled attempt of a tree. */
function marcasAnuladas(marcas: PorJuez | null | undefined): MarcaAnulada[] {
  return recordsOf(marcas).map(([juezId, { l_calificacion = null, ...criterios }]) => {
    const texts = JSON.stringify(Object.fromEntries(recordsOf(criterios)))
    return { juezId, l_calificacion, criterios: texts, ...SIN_ENVIO }
  })
}

/** The marks of a tree, by day, name of the category, label of the entry and label of the judge. */
function readCalificaciones({ calificaciones, extra }: Arbol, context: Context): CalificacionesTable[] {
  const { jueces, notices } = context
  const rows = new Map<string, CalificacionesTable>()
  const paths = new Map<string, string>()
  for (const { path, competidorId, porJuez } of entriesOf(calificaciones, context)) {
    for (const [label, { l_calificacion = null, ...marca }] of recordsOf(porJuez)) {
      const criterios = recordsOf(marca)
      if (l_calificacion === null && criterios.length === 0) continue
      const juezId = jueces.find(label, [...path, label])
      if (juezId === undefined) continue
      const key = JSON.stringify([competidorId, juezId])
      const first = paths.get(key)
      if (first !== undefined)
        notices.fault([...path, label], `Ya hay calificaciones de este juez para este competidor en ${first}.`)
      paths.set(key, path.join('/'))
      const texts = JSON.stringify(Object.fromEntries(criterios))
      rows.set(key, { competidorId, juezId, l_calificacion, criterios: texts, ...SIN_ENVIO })
    }
  }
  for (const [ref, porJuez] of recordsOf(extra?.reabiertas)) {
    for (const [juezId, motivo] of recordsOf(porJuez)) {
      const key = JSON.stringify([context.ids.get(ref), juezId])
      const row = rows.get(key)
      if (row) rows.set(key, { ...row, estado: 'reabierta', motivo })
      else notices.fault(['extra', 'reabiertas', ref, juezId], 'No hay una calificación de ese juez.')
    }
  }
  return [...rows.values()].toSorted(
    (a, b) => compareTexts(a.competidorId, b.competidorId) || compareTexts(a.juezId, b.juezId),
  )
}

type PorJuez = Readonly<Record<string, Readonly<Record<string, string | null>> | null>>

/** The entries above the marks of a tree. */
function entriesOf(
  calificaciones: Arbol['calificaciones'],
  { categorias, competidores, notices }: Context,
): { readonly path: readonly string[]; readonly competidorId: string; readonly porJuez: PorJuez }[] {
  return recordsOf(calificaciones).flatMap(([dia, porCategoria]) =>
    recordsOf(porCategoria).flatMap(([nombre, porEntrada]) => {
      const path = ['calificaciones', dia, nombre]
      if (recordsOf(porEntrada).length === 0 || !isDia(dia)) return []
      const categoria = nombre === '' ? undefined : findCategoria(categorias, dia, nombre)
      if (!categoria) notices.fault(path, `No hay una categoría «${nombre}» ${enDia(dia)}.`)
      const own = competidores.filter(({ categoriaId }) => categoriaId === categoria?.id)
      const where = `«${categoria?.nombre ?? ''}» ${enDia(dia)}`
      return recordsOf(categoria && porEntrada).flatMap(([label, porJuez]) => {
        if (recordsOf(porJuez).length === 0) return []
        const entry = findByLabel(label, own)
        if (entry && entry !== 'ambiguous') return [{ path: [...path, label], competidorId: entry.id, porJuez }]
        const message = entry
          ? `Varios competidores de ${where} se llaman así: pon el identificador.`
          : `No hay un competidor «${label}» en ${where}.`
        notices.fault([...path, label], message)
        return []
      })
    }),
  )
}

/** Reports late marks of an unknown judge, and late marks whose key the judge has used before. */
function checkTardias(tardias: Rows['tardia'], jueces: Jueces, notices: Notices): void {
  const ids = new Set(jueces.rows().map(({ id }) => id))
  const seen = new Set<string>()
  for (const { competidorId, juezId, clave } of tardias) {
    const key = JSON.stringify([juezId, clave])
    const path = ['extra', 'tardias', competidorId]
    if (!ids.has(juezId)) notices.fault(path, `No existe el juez «${juezId}».`)
    else if (seen.has(key)) notices.fault(path, `Ya hay una calificación tardía de este juez con la clave «${clave}».`)
    seen.add(key)
  }
}

type Extra = Required<NonNullable<ArbolInput['extra']>>

/** What `extra` says about the judging. */
type ExtraDeJurado = Pick<
  Extra,
  | 'jueces'
  | 'retiros'
  | 'penalizaciones'
  | 'reabiertas'
  | 'tardias'
  | 'intentos'
  | 'cierres'
  | 'empates'
  | 'pesos'
  | 'desempate'
  | 'escalas'
>

/** The marks of an event, and what `extra` says about its judging. */
export function writeJurado(rows: Rows): {
  calificaciones: ArbolInput['calificaciones']
  extra: ExtraDeJurado
} {
  const refs = refsOf(rows)
  const refOf = ({ competidorId }: { readonly competidorId: string }) => refs.get(competidorId) ?? competidorId
  const marcas = marcasOfTree(rows)
  const metodos = new Map(rows.categorias.map(({ id, metodo }) => [id, metodo]))
  const reabiertas = marcas.map(({ row }) => row).filter(({ estado }) => estado === 'reabierta')
  return {
    calificaciones: writeCalificaciones(marcas),
    extra: {
      jueces: writeJueces(rows, new Set(marcas.map(({ row }) => row.juezId))),
      retiros: collectionOf(rows.retiro, (row) => [refOf(row), { estado: row.estado, motivo: row.motivo }]),
      penalizaciones: groupsOf(rows.penalizacion.toSorted(byFecha), refOf, (list) =>
        list.map(({ puntos, motivo, autor, fecha }) => ({ puntos: puntos / 100, motivo, autor, fecha })),
      ),
      reabiertas: groupsOf(reabiertas, refOf, (list) =>
        collectionOf(list, ({ juezId, motivo }) => [juezId, motivo ?? '']),
      ),
      tardias: groupsOf(rows.tardia.toSorted(byRecibida), refOf, (list) =>
        list.map(({ competidorId: _competidorId, intento, criterios, ...row }) => ({
          ...row,
          criterios: parsePuntuaciones(criterios),
          ...(intento > 1 && { intento }),
        })),
      ),
      intentos: groupsOf(
        rows.repeticion.toSorted((a, b) => a.intento - b.intento),
        refOf,
        // The next number follows the last row, so a repetition that was taken back is needed only there.
        (all) =>
          all
            .filter(({ deshecha, intento }) => deshecha === 0 || intento === all.at(-1)?.intento)
            .map(({ intento, deshecha, motivo, fecha, marcas }, index) => ({
              ...(intento !== index + 2 && { siguiente: intento }),
              ...(deshecha === 1 && { deshecha: true }),
              motivo,
              fecha,
              marcas: Object.fromEntries(
                marcasOf({ marcas })
                  .toSorted((a, b) => compareTexts(a.juezId, b.juezId))
                  .map(({ juezId, criterios, l_calificacion }) => {
                    const texts = recordsOf({ ...parsePuntuaciones(criterios), l_calificacion })
                    return [juezId, Object.fromEntries(texts.filter(([, texto]) => texto !== ''))]
                  }),
              ),
            })),
      ),
      cierres: collectionOf(rows.cierre, ({ categoriaId, pesos, panel, ...cierre }) => [
        categoriaId,
        {
          ...cierre,
          pesos: writePesos(Object.entries(pesos)),
          desempate: [...cierre.desempate],
          principales: [...cierre.principales],
          excluidos: cierre.excluidos.toSorted(compareTexts),
          // Only this method counts the judges of the category.
          panel: metodos.get(categoriaId) === 'recortada' ? (panel ?? []).toSorted(compareTexts) : null,
        },
      ]),
      // An order that names a deleted entry has no effect.
      empates: groupsOf(
        rows.empate.filter(({ ids }) => ids.every((id) => refs.has(id))).toSorted(byFechaDeEmpate),
        ({ categoriaId }) => categoriaId,
        (list) =>
          list.map(({ categoriaId: _categoriaId, ids, ...empate }) => ({
            ...empate,
            ids: ids.flatMap((id) => refs.get(id) ?? []),
          })),
      ),
      pesos: groupsOf(
        rows.peso,
        ({ tipo }) => tipo,
        (list) => writePesos(list.map(({ criterio, peso }) => [criterio, peso])),
      ),
      desempate: rows.desempate.toSorted((a, b) => a.orden - b.orden).map(({ elemento }) => elemento),
      escalas: collectionOf(rows.escala, ({ tipo, maximo, paso }) => [
        tipo,
        { maximo: maximo / 100, paso: paso / 100 },
      ]),
    },
  }
}

/** Reports weights of a criteria type when a criterion has none. */
function checkPesos(
  tipo: TipoCriterios,
  pesos: Readonly<Record<string, number | null>> | null | undefined,
  path: Path,
  notices: Notices,
): void {
  const claves = criteriosOfTipo(tipo).map(({ clave }) => clave)
  const given = recordsOf(pesos)
  const isWhole = given.length === claves.length && given.every(([clave]) => claves.includes(clave))
  if (!isWhole && given.length > 0) notices.fault(path, 'Pon un peso para cada criterio del tipo, y ninguno más.')
}

const writePesos = (pesos: readonly (readonly [string, number])[]): Record<string, number> =>
  Object.fromEntries(pesos.map(([criterio, peso]) => [criterio, peso / 100]))

function byFechaDeEmpate(a: Rows['empate'][number], b: Rows['empate'][number]): number {
  return compareTexts(a.fecha, b.fecha) || compareTexts(a.ids.join(), b.ids.join())
}

/** A mark with its place in the tree. */
interface Marca {
  readonly dia: Dia
  readonly categoria: string
  /** The labels of the entry and of the judge. */
  readonly entrada: string
  readonly juez: string
  readonly row: CalificacionesTable
}

/**
 * The marks that a tree contains. Left out: marks without a figure, and marks of categories without a day or a name, which
 * have no place in the format and no marks in the product.
 */
function marcasOfTree({ categorias, competidores, jueces, calificaciones }: Rows): Marca[] {
  const labels = labelsOf(jueces)
  const byCategoria = Map.groupBy(competidores, ({ categoriaId }) => categoriaId)
  const places = new Map(
    categorias.flatMap(({ id, dia, nombre: categoria }) =>
      dia === null || categoria === null
        ? []
        : [...labelsOf(byCategoria.get(id) ?? [])].map(([entry, entrada]) => [entry, { dia, categoria, entrada }]),
    ),
  )
  return calificaciones.flatMap((row) => {
    const place = places.get(row.competidorId)
    const hasFigure = row.l_calificacion || Object.values(parsePuntuaciones(row.criterios)).some(Boolean)
    return place && hasFigure ? [{ ...place, juez: labels.get(row.juezId) ?? row.juezId, row }] : []
  })
}

function writeCalificaciones(marcas: readonly Marca[]): ArbolInput['calificaciones'] {
  const ofEntrada = (list: readonly Marca[]) =>
    collectionOf(list, ({ juez, row: { criterios, l_calificacion } }) => [
      juez,
      { ...parsePuntuaciones(criterios), l_calificacion },
    ])
  const ofCategoria = (list: readonly Marca[]) => groupsOf(list, ({ entrada }) => entrada, ofEntrada)
  const ofDia = (list: readonly Marca[]) => groupsOf(list, ({ categoria }) => categoria, ofCategoria)
  return groupsOf(marcas, ({ dia }) => dia, ofDia)
}

/** Leaves out the judges that an import makes again from the labels above their marks. */
function writeJueces({ jueces }: Rows, withMarks: ReadonlySet<string>): Extra['jueces'] {
  const all = jueces.map(juezOf)
  const extra = all.filter(
    (juez) =>
      juez.activo ||
      juez.principal ||
      juez.dias !== null ||
      juez.categorias !== null ||
      juez.id !== juezIdOf(juez.nombre) ||
      !withMarks.has(juez.id) ||
      needsKey(juez, all),
  )
  return collectionOf(extra, ({ id, nombre, activo, principal, dias, categorias }) => [
    id,
    {
      nombre,
      activo: activo || null,
      principal: principal || null,
      dias: dias && [...dias],
      categorias: categorias && [...categorias],
    },
  ])
}

function byFecha(a: Rows['penalizacion'][number], b: Rows['penalizacion'][number]): number {
  return (
    compareTexts(a.fecha, b.fecha) ||
    compareTexts(a.motivo, b.motivo) ||
    a.puntos - b.puntos ||
    compareTexts(a.autor, b.autor)
  )
}

function byRecibida(a: Rows['tardia'][number], b: Rows['tardia'][number]): number {
  return compareTexts(a.recibida, b.recibida) || compareTexts(a.juezId, b.juezId) || compareTexts(a.clave, b.clave)
}
