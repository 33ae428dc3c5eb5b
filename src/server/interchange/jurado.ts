import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { numerosOf, type Arbol, type ArbolInput, type Extra, type JuezDeArbol } from '#contract/interchange.ts'
import { nfc } from '#domain/categoria.ts'
import { criteriosOfTipo, isTipoCriterios, tipoOf, type TipoCriterios } from '#domain/criterios.ts'
import { isDia } from '#domain/dia.ts'
import { marcasOf, parsePuntuaciones, type MarcaAnulada } from '../calificaciones/store.ts'
import type { CalificacionesTable, JuecesTable } from '../db/schema.ts'
import { juezOf, rowOfJuez } from '../jueces/store.ts'
import { enDia, findCategoria, type Entradas, type Refs } from './entries.ts'
import {
  by,
  collectionOf,
  compareTexts,
  findByLabel,
  freeId,
  groupsOf,
  labelsOf,
  needsKey,
  recordsOf,
  type Collection,
} from './records.ts'
import type { Rows } from './rows.ts'
import type { Notices, Path } from './shape.ts'

/** The judges of a tree, their marks, and the attempts of its entries. */
export function readMarcas(
  tree: Arbol,
  entradas: Entradas,
  jueces: Jueces,
): Pick<Rows, 'jueces' | 'calificaciones' | 'repeticion' | 'tardia'> {
  const { extra } = tree
  const calificaciones = readCalificaciones(tree, entradas, jueces)
  const claves = new Set<string>()
  const tardia = recordsOf(extra.tardias).flatMap(([ref, list]) => {
    // A late mark may name a deleted entry.
    const competidorId = entradas.ids.get(ref) ?? ref
    const path = ['extra', 'tardias', competidorId]
    return list.map(({ criterios, intento, ...row }) => {
      const key = JSON.stringify([row.juezId, row.clave])
      if (jueces.mustHave(row.juezId, path) && claves.has(key))
        entradas.notices.fault(path, `Ya hay una calificación tardía de este juez con la clave «${row.clave}».`)
      claves.add(key)
      return { competidorId, criterios: textsOf(criterios), ...row, intento: intento ?? 1 }
    })
  })
  const repeticion = entradas.recordsOf('intentos', extra.intentos).flatMap(([competidorId, list]) =>
    list.map(({ motivo, fecha, marcas, deshecha }, index) => {
      const anuladas = recordsOf(deshecha ? null : marcas).map(([juezId, marca]) => ({ juezId, ...marcaOf(marca) }))
      const path = ['extra', 'intentos', entradas.refs.get(competidorId) ?? '']
      for (const { juezId } of anuladas) jueces.mustHave(juezId, path)
      const numeros = numerosOf(list)
      const anula = numeros.findLast((_, before) => before < index && !list[before]?.deshecha) ?? 1
      const row = { competidorId, intento: numeros[index] ?? 2, anula, motivo, fecha }
      return { ...row, deshecha: deshecha ? 1 : 0, marcas: JSON.stringify(anuladas) } as const
    }),
  )
  return { jueces: jueces.rows(), calificaciones, repeticion, tardia }
}

/** What decides about the results of a tree beside its marks. */
export function readReglas(
  { extra }: Arbol,
  entradas: Entradas,
  jueces: Jueces,
): Pick<Rows, 'retiro' | 'penalizacion' | 'cierre' | 'empate' | 'escala' | 'peso' | 'desempate'> {
  const { notices } = entradas
  return {
    retiro: entradas.recordsOf('retiros', extra.retiros).map(([competidorId, retiro]) => ({ competidorId, ...retiro })),
    penalizacion: entradas
      .recordsOf('penalizaciones', extra.penalizaciones)
      .flatMap(([competidorId, list]) => list.map((row) => ({ competidorId, ...row })))
      .toSorted(by('fecha', 'motivo', 'puntos', 'autor')),
    cierre: recordsOf(extra.cierres).map(([categoriaId, { pesos, ...cierre }]) => {
      const path = ['extra', 'cierres', categoriaId]
      const categoria = entradas.categorias.find(({ id }) => id === categoriaId)
      if (categoria) checkPesos(tipoOf(categoria.nombre ?? '', categoria.criterios), pesos, [...path, 'pesos'], notices)
      for (const name of ['principales', 'excluidos', 'panel'] as const) {
        for (const juezId of cierre[name] ?? []) jueces.mustHave(juezId, [...path, name, juezId])
      }
      return { categoriaId, ...cierre, pesos: Object.fromEntries(recordsOf(pesos)), panel: cierre.panel ?? null }
    }),
    empate: recordsOf(extra.empates).flatMap(([categoriaId, list]) =>
      list.map(({ ids: refs, ...empate }) => ({
        categoriaId,
        ...empate,
        ids: refs.flatMap((ref) => entradas.find('empates', ref)),
      })),
    ),
    escala: recordsOf(extra.escalas).flatMap(([tipo, escala]) => (isTipoCriterios(tipo) ? [{ tipo, ...escala }] : [])),
    peso: recordsOf(extra.pesos).flatMap(([tipo, pesos]) => {
      if (!isTipoCriterios(tipo)) return []
      checkPesos(tipo, pesos, ['extra', 'pesos', tipo], notices)
      return recordsOf(pesos).map(([criterio, peso]) => ({ tipo, criterio, peso }))
    }),
    desempate: extra.desempate.map((elemento, index) => ({ orden: index + 1, elemento })),
  }
}

/** The row of a judge of a tree. One that is known by name alone is not active, and assigned to the whole event. */
function rowFrom(id: string, nombre: string, juez: Partial<JuezDeArbol> = {}): JuecesTable {
  const { activo, principal, dias, categorias } = juez
  return rowOfJuez({
    id,
    nombre,
    activo: activo === true,
    principal: principal === true,
    dias: dias?.length ? dias : null,
    categorias: categorias?.length ? categorias : null,
    enlace: null,
  })
}

/** The judges of a tree: the judges in `extra.jueces`, and the judges that appear only as a label above marks. */
export class Jueces {
  readonly #described: readonly JuecesTable[]
  readonly #added = new Map<string, JuecesTable>()
  readonly #notices: Notices

  constructor({ extra }: Arbol, notices: Notices) {
    this.#notices = notices
    this.#described = recordsOf(extra.jueces).map(([id, juez]) => {
      if (!juez.nombre) notices.fault(['extra', 'jueces', id, 'nombre'], 'Falta el nombre del juez.')
      return rowFrom(id, juez.nombre ?? '', juez)
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
    const juez = rowFrom(freeId(juezIdOf(nombre), taken), nombre)
    this.#added.set(nfc(nombre), juez)
    return juez
  }

  /** Reports a fault, and returns false, when there is no judge with this id. */
  mustHave(id: string, path: Path): boolean {
    const hasJuez = this.rows().some((juez) => juez.id === id)
    if (!hasJuez) this.#notices.fault(path, `No existe el juez «${id}».`)
    return hasJuez
  }

  rows(): JuecesTable[] {
    return [...this.#described, ...this.#added.values()].toSorted(by('id'))
  }
}

/** The id of a judge without a record: only the name is known. The same name always gives the same id. */
export function juezIdOf(nombre: string): string {
  return `juez-${createHash('sha256').update(nfc(nombre)).digest('base64url').slice(0, 22)}`
}

/** The texts of the criteria as they are stored. */
const textsOf = (criterios: Collection<string>): string => JSON.stringify(Object.fromEntries(recordsOf(criterios)))

/** The stored mark of a judge in a tree. It counts as sent. */
function marcaOf({ l_calificacion = null, ...criterios }: Marca): Omit<MarcaAnulada, 'juezId'> {
  const enviada = { estado: 'enviada', version: 1, motivo: null, enviada: null } as const
  return { l_calificacion, criterios: textsOf(criterios), ...enviada }
}

/** The marks of a tree, by day, name of the category, label of the entry and label of the judge. */
function readCalificaciones(tree: Arbol, entradas: Entradas, jueces: Jueces): CalificacionesTable[] {
  const { notices } = entradas
  const found = new Map<string, { readonly row: CalificacionesTable; readonly path: Path }>()
  const keyOf = (competidorId: string | undefined, juezId: string): string => JSON.stringify([competidorId, juezId])
  for (const { path, competidorId, porJuez } of entriesOf(tree.calificaciones, entradas)) {
    const given = recordsOf(porJuez).filter(([, marca]) => recordsOf(marca).length > 0)
    for (const [label, marca] of given) {
      const juezId = jueces.find(label, [...path, label])
      if (juezId === undefined) continue
      const first = found.get(keyOf(competidorId, juezId))?.path.join('/')
      if (first !== undefined)
        notices.fault([...path, label], `Ya hay calificaciones de este juez para este competidor en ${first}.`)
      found.set(keyOf(competidorId, juezId), { row: { competidorId, juezId, ...marcaOf(marca) }, path })
    }
  }
  for (const [ref, porJuez] of recordsOf(tree.extra.reabiertas)) {
    for (const [juezId, motivo] of recordsOf(porJuez)) {
      const key = keyOf(entradas.ids.get(ref), juezId)
      const marca = found.get(key)
      if (marca) found.set(key, { ...marca, row: { ...marca.row, estado: 'reabierta', motivo } })
      else notices.fault(['extra', 'reabiertas', ref, juezId], 'No hay una calificación de ese juez.')
    }
  }
  return [...found.values()].map(({ row }) => row).toSorted(by('competidorId', 'juezId'))
}

type Marca = Readonly<Record<string, string | null>>

/** The entries above the marks of a tree. */
function entriesOf(calificaciones: Arbol['calificaciones'], { categorias, competidores, notices }: Entradas) {
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

/** The marks of an event, and what `extra` says of them. */
export function writeMarcas(
  rows: Rows,
  refs: Refs,
): Pick<ArbolInput, 'calificaciones'> & {
  readonly extra: Pick<Extra, 'jueces' | 'reabiertas' | 'tardias' | 'intentos'>
} {
  const refOf = ({ competidorId }: { readonly competidorId: string }) => refs.get(competidorId) ?? competidorId
  const marcas = marcasOfTree(rows)
  const reabiertas = marcas.map(({ row }) => row).filter(({ estado }) => estado === 'reabierta')
  return {
    calificaciones: writeCalificaciones(marcas),
    extra: {
      jueces: writeJueces(rows, new Set(marcas.map(({ row }) => row.juezId))),
      reabiertas: groupsOf(reabiertas, refOf, (list) =>
        collectionOf(list, ({ juezId, motivo }) => [juezId, motivo ?? '']),
      ),
      tardias: groupsOf(rows.tardia.toSorted(by('recibida', 'juezId', 'clave')), refOf, (list) =>
        list.map(({ competidorId: _competidorId, intento, criterios, ...row }) => ({
          ...row,
          criterios: parsePuntuaciones(criterios),
          ...(intento > 1 && { intento }),
        })),
      ),
      intentos: groupsOf(rows.repeticion.toSorted(by('intento')), refOf, (all) =>
        all
          // The next number follows the last row, so a repetition that was taken back is needed only there.
          .filter(({ deshecha, intento }) => deshecha === 0 || intento === all.at(-1)?.intento)
          .map(({ intento, deshecha, motivo, fecha, marcas }, index) => ({
            ...(intento !== index + 2 && { siguiente: intento }),
            ...(deshecha === 1 && { deshecha: true }),
            motivo,
            fecha,
            marcas: collectionOf(
              marcasOf({ marcas }).toSorted(by('juezId')),
              ({ juezId, criterios, l_calificacion }) => {
                const texts = recordsOf({ ...parsePuntuaciones(criterios), l_calificacion })
                return [juezId, Object.fromEntries(texts.filter(([, texto]) => texto !== ''))]
              },
            ),
          })),
      ),
    },
  }
}

/** What `extra` says about the results beside the marks. */
export function writeReglas(
  rows: Rows,
  refs: Refs,
): Pick<Extra, 'retiros' | 'penalizaciones' | 'cierres' | 'empates' | 'pesos' | 'desempate' | 'escalas'> {
  const refOf = ({ competidorId }: { readonly competidorId: string }) => refs.get(competidorId) ?? competidorId
  const metodos = new Map(rows.categorias.map(({ id, metodo }) => [id, metodo]))
  return {
    retiros: collectionOf(rows.retiro, (row) => [refOf(row), { estado: row.estado, motivo: row.motivo }]),
    penalizaciones: groupsOf(rows.penalizacion.toSorted(by('fecha', 'motivo', 'puntos', 'autor')), refOf, (list) =>
      list.map(({ puntos, motivo, autor, fecha }) => ({ puntos: puntos / 100, motivo, autor, fecha })),
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
      rows.empate
        .filter(({ ids }) => ids.every((id) => refs.has(id)))
        .toSorted((a, b) => compareTexts(a.fecha, b.fecha) || compareTexts(a.ids.join(), b.ids.join())),
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
    desempate: rows.desempate.toSorted(by('orden')).map(({ elemento }) => elemento),
    escalas: collectionOf(rows.escala, ({ tipo, maximo, paso }) => [tipo, { maximo: maximo / 100, paso: paso / 100 }]),
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

type MarcaDeArbol = ReturnType<typeof marcasOfTree>[number]

/**
 * The marks that a tree contains. Left out: marks without a figure, and marks of categories without a day or a name, which
 * have no place in the format and no marks in the product. `entrada`, `juez`: the labels.
 */
function marcasOfTree({ categorias, competidores, jueces, calificaciones }: Rows) {
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

function writeCalificaciones(marcas: readonly MarcaDeArbol[]): ArbolInput['calificaciones'] {
  const ofEntrada = (list: readonly MarcaDeArbol[]) =>
    collectionOf(list, ({ juez, row: { criterios, l_calificacion } }) => [
      juez,
      { ...parsePuntuaciones(criterios), l_calificacion },
    ])
  const ofCategoria = (list: readonly MarcaDeArbol[]) => groupsOf(list, ({ entrada }) => entrada, ofEntrada)
  const ofDia = (list: readonly MarcaDeArbol[]) => groupsOf(list, ({ categoria }) => categoria, ofCategoria)
  return groupsOf(marcas, ({ dia }) => dia, ofDia)
}

/** Leaves out the judges that an import makes again from the labels above their marks. */
function writeJueces({ jueces }: Rows, withMarks: ReadonlySet<string>): Extra['jueces'] {
  const isMadeAgain = (juez: JuecesTable): boolean =>
    withMarks.has(juez.id) &&
    !needsKey(juez, jueces) &&
    isDeepStrictEqual({ ...juez, enlace: null }, rowFrom(juezIdOf(juez.nombre), juez.nombre))
  return collectionOf(jueces.filter((juez) => !isMadeAgain(juez)).map(juezOf), ({ id, enlace: _enlace, ...juez }) => [
    id,
    {
      ...juez,
      activo: juez.activo || null,
      principal: juez.principal || null,
      dias: juez.dias && [...juez.dias],
      categorias: juez.categorias && [...juez.categorias],
    },
  ])
}
