import type { Arbol, ArbolInput, Extra } from '#contract/interchange.ts'
import { diaActivo, type AjustesGuardados } from '#domain/ajustes.ts'
import { isTipoCriterios } from '#domain/criterios.ts'
import { DIAS } from '#domain/dia.ts'
import { emailKeyOf } from '../acceso/store.ts'
import type { AdminTable } from '../db/schema.ts'
import {
  Entradas,
  readCategorias,
  readEntries,
  readOrigenes,
  refsOf,
  withFreeKeys,
  writeEntries,
  writeOrigenes,
} from './entries.ts'
import { Jueces, readMarcas, readReglas, writeMarcas, writeReglas } from './jurado.ts'
import { readOrden, writeOrden } from './orden.ts'
import { readPantallas, writePantallas } from './pantallas.ts'
import { readProgramas, writeProgramas } from './programas.ts'
import { by, collectionOf, compareTexts, recordsOf, type Collection } from './records.ts'
import { nullIfUnlimited, type Rows } from './rows.ts'
import { Notices, readShape, type Notice } from './shape.ts'
import { checkFiles } from './source.ts'

/** The rows of a tree, or every fault that it has. */
export type Reading =
  | { readonly rows: Rows; readonly warnings: readonly Notice[] }
  | { readonly faults: readonly Notice[] }

/**
 * Reads a tree of the interchange format. `names` are the files in its folder; `null` when it has no folder. `zona` is the default
 * time zone.
 */
export function readTree(json: unknown, names: ReadonlySet<string> | null, zona: string): Reading {
  const notices = new Notices()
  const tree = readShape(json, notices)
  checkFiles(tree, names, notices)
  const listed = readCategorias(tree, notices)
  const entradas = new Entradas({ categorias: listed, competidores: readEntries(tree, listed, notices) }, notices)
  const jueces = new Jueces(tree, notices)
  const rows: Rows = {
    ...readPeople(tree, notices),
    ...readOrden(tree, entradas),
    categorias: readOrigenes(tree, entradas),
    ...readMarcas(tree, entradas, jueces),
    ...readReglas(tree, entradas, jueces),
    ...readSettings(tree),
    turnos: readTurnos(tree, entradas),
    programa: readProgramas(tree, entradas, zona),
    competencia: readCompetencia(tree, notices),
    embargo: tree.extra.retener ? [{ id: 1, retener: 1 }] : [],
    anunciada: listed
      .filter(({ id }) => tree.extra.anunciadas.includes(id))
      .map(({ id: categoriaId }) => ({ categoriaId })),
    pantalla: readPantallas(tree, entradas),
    cupo: recordsOf(tree.extra.cupos).map(([categoriaId, cupo]) => ({ categoriaId, cupo })),
    carrusel: tree.extra.carrusel,
  }
  return notices.faults.length > 0 ? { faults: notices.faults } : { rows, warnings: notices.warnings }
}

function readPeople(tree: Arbol, notices: Notices): Pick<Rows, 'users' | 'admin'> {
  for (const name of ['users', 'admin'] as const) refuseSharedEmails(name, tree[name], notices)
  return {
    users: recordsOf(tree.users).map(([uid, { uid: given, fotoURL: _fotoURL, ...user }]) => {
      notices.warnOtherId(['users', uid, 'uid'], given, uid)
      return { uid, ...user, emailKey: emailKeyOf(user.email ?? '') || null }
    }),
    admin: recordsOf(tree.admin)
      .map(([id, { email, nombre }]) => ({ id, email, emailKey: emailKeyOf(email ?? '') || null, nombre }))
      .filter(({ email, nombre }) => email !== null || nombre !== null),
  }
}

/** Reports each e-mail that two people of a collection share: an account is found by its e-mail, ignoring case. */
function refuseSharedEmails(name: string, people: Collection<Pick<AdminTable, 'email'>>, notices: Notices): void {
  const seen = new Map<string, string>()
  for (const [key, { email }] of recordsOf(people)) {
    const emailKey = emailKeyOf(email ?? '')
    const first = seen.get(emailKey)
    if (first !== undefined)
      notices.fault([name, key, 'email'], `Ese correo ya lo tiene ${first} (no cuentan las mayúsculas).`)
    else if (emailKey !== '') seen.set(emailKey, `${name}/${key}`)
  }
}

/** The settings that are one record. A setting of which nothing is set is null. */
function readSettings(tree: Arbol): Pick<Rows, 'ajustes' | 'compartido' | 'textos' | 'reglas'> {
  const { compartido, extra } = tree
  const { selectedRow: _turno, ...ajustes } = tree.adminMinutoAMinuto
  const textos = Object.entries(extra.evento).filter(([, text]) => typeof text === 'string')
  const { desde, hasta, maximo } = extra.inscripciones
  return {
    ajustes: orUnset<AjustesGuardados>(ajustes),
    compartido: orUnset(compartido),
    textos: textos.length === 0 ? null : Object.fromEntries(textos),
    reglas: nullIfUnlimited({ desde, hasta, maximo: maximo ?? 0 }),
  }
}

/** The values; null when none of them is set. */
function orUnset<T extends object>(values: T): T | null {
  return Object.values(values).some((value) => value !== null) ? values : null
}

/**
 * The turn of each day: that of the active day is in the settings, the others are in `extra`. A turn on a day without
 * entries is reported: it is imported as no turn.
 */
function readTurnos(
  { adminMinutoAMinuto, extra }: Arbol,
  { categorias, competidores, notices }: Entradas,
): Rows['turnos'] {
  const activo = diaActivo(adminMinutoAMinuto)
  const live = adminMinutoAMinuto.selectedRow
  const given = new Map(recordsOf(extra.turno))
  const placed = new Set(competidores.flatMap(({ orden, categoriaId }) => (orden === null ? [] : [categoriaId])))
  const conEntradas = new Set(categorias.flatMap(({ id, nombre, dia }) => (nombre && placed.has(id) ? [dia] : [])))
  // The warnings about the active day come first.
  const dias = new Set([...(live === null ? [] : [activo]), ...DIAS.toSorted(compareTexts)])
  const turnos = [...dias].flatMap((dia) => {
    const { selectedRow: own = null, regreso = null } = given.get(dia) ?? {}
    const isLive = dia === activo && live !== null
    const selectedRow = isLive ? live : own
    if (selectedRow === null) return []
    const path = ['extra', 'turno', dia]
    if (isLive && own !== null) notices.warn(path, 'Es el día activo: se usa selectedRow de adminMinutoAMinuto.')
    if (selectedRow !== 0 && !conEntradas.has(dia)) {
      const at = dia === activo ? ['adminMinutoAMinuto', 'selectedRow'] : path
      notices.warn(at, `El ${dia} no tiene competidores: queda sin turno.`)
    }
    return [{ dia, selectedRow, regreso }]
  })
  return turnos.toSorted(by('dia'))
}

/** The rubrics and the selected one; null when there is neither. */
function readCompetencia(
  { adminCompetencia: { rubricas: given, rubricaSel } }: Arbol,
  notices: Notices,
): Rows['competencia'] {
  for (const [index, rubrica] of given.entries()) {
    if (!rubrica) notices.warn(['adminCompetencia', 'rubricas', index], 'Está vacía: no se importa.')
  }
  const rubricas = given.flatMap((rubrica) => rubrica || [])
  return rubricas.length === 0 && rubricaSel === null ? null : { rubricas, rubricaSel }
}

/** The tree of an event. `faltan` are the files that it names and that the store does not have. */
export function writeTree(event: Rows, faltan: readonly string[] = []): ArbolInput {
  const rows = { ...event, competidores: withFreeKeys(event) }
  const { ajustes, competencia, turnos } = rows
  const activo = diaActivo({ dia: ajustes?.dia ?? null })
  const refs = refsOf(rows)
  const { calificaciones, extra } = writeMarcas(rows, refs)
  return {
    users: collectionOf(rows.users, ({ emailKey: _emailKey, ...user }) => [user.uid, user]),
    admin: collectionOf(rows.admin, ({ id, email, nombre }) => [id, { email, nombre }]),
    categorias: collectionOf(
      rows.categorias,
      ({ criterios: _criterios, metodo: _metodo, origen: _origen, ...categoria }) => [categoria.id, categoria],
    ),
    competidores: writeEntries(rows),
    calificaciones,
    adminMinutoAMinuto: { ...ajustes, selectedRow: turnos.find(({ dia }) => dia === activo)?.selectedRow ?? null },
    adminCompetencia: competencia && { ...competencia, rubricas: [...competencia.rubricas] },
    compartido: rows.compartido,
    extra: {
      ...extra,
      ...writeReglas(rows, refs),
      evento: rows.textos,
      turno: collectionOf(turnos, ({ dia, selectedRow, regreso }) => [
        dia,
        { selectedRow: dia === activo ? null : selectedRow, regreso },
      ]),
      programas: writeProgramas(rows, refs),
      criterios: collectionOf(rows.categorias, ({ id, criterios }) => [
        id,
        isTipoCriterios(criterios) ? criterios : null,
      ]),
      metodos: collectionOf(rows.categorias, ({ id, metodo }) => [id, metodo]),
      origen: writeOrigenes(rows, refs),
      inscripciones: rows.reglas,
      ...writeOrden(rows, refs),
      retener: rows.embargo.some(({ retener }) => retener === 1) || null,
      anunciadas: rows.anunciada.map(({ categoriaId }) => categoriaId).toSorted(compareTexts),
      pantallas: writePantallas(rows),
      cupos: collectionOf(rows.cupo, ({ categoriaId, cupo }) => [categoriaId, cupo]),
      carrusel: [...rows.carrusel],
      faltan: faltan.toSorted(compareTexts),
    } satisfies Extra,
  }
}

/**
 * The text of a tree as an export writes it: names sorted, absent and empty values left out. The same event always gives the
 * same bytes.
 */
export function textOf(tree: ArbolInput): string {
  return `${JSON.stringify(clean(tree, ''), null, 2)}\n`
}

function clean(value: unknown, path: string): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
  // An empty text of the event is a value: the organiser left it blank.
  const keepsBlank = path === '/extra/evento'
  const entries = Object.entries(value)
    .map(([name, item]): [string, unknown] => [name, clean(item, `${path}/${name}`)])
    .filter(([, item]) => !isAbsent(item) && (item !== '' || keepsBlank))
  return Object.fromEntries(entries.toSorted(([a], [b]) => compareTexts(a, b)))
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)
}
