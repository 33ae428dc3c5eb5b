import { formatPuntos } from './calificacion.ts'
import { mapTextos } from './competidor.ts'
import { isTipoCriterios, nombreDeCriterio, tipoTitle } from './criterios.ts'
import { diaTitle, isDia } from './dia.ts'
import { causaTitle, isCausaTardia } from './envio.ts'
import { localOf } from './hora.ts'
import { matchesBusqueda } from './busqueda.ts'
import { isEstadoRetiro, retiroTitle } from './retiro.ts'
import { isMetodo, metodoTitle } from './metodo.ts'
import type { Role } from './role.ts'

/** A row of the log of acts. `before` and `after` are JSON values: the saved fields, or a single value. */
export interface Acto {
  readonly kind: string
  readonly dia: string | null
  readonly actorRole: Role
  readonly actorId: string | null
  readonly actorNombre: string | null
  /** Id of the category, entry or person that changed. */
  readonly sujetoId: string | null
  /** Names by id, of categories, entries and people that still exist. */
  readonly nombres: ReadonlyMap<string, string>
  readonly before: unknown
  readonly after: unknown
}

/** The heading of a row: the person and the act. A search looks for its text there. */
export interface Titulo {
  readonly quien: string
  readonly que: string
}

/** The changed fields of a row with their values. */
export interface Valores {
  readonly antes: string
  readonly despues: string
}

/**
 * Whether the administrator reads a row. Left out: ended sessions, which only close open pages, and rows that name a
 * category but no entry: measured tracks, and the category that an entry left.
 */
export function isListed({
  kind,
  competidorId,
}: {
  readonly kind: string
  readonly competidorId: string | null
}): boolean {
  return kind !== 'sesion' && !(kind === 'competidor' && competidorId === null)
}

/** Whether an act left every value as it was, such as saving a form again: the administrator reads no row of it. */
export function isUnchanged({ before, after }: Pick<Acto, 'before' | 'after'>): boolean {
  if (!isRecord(before) || !isRecord(after)) return before !== null && before === after
  return Object.entries(after).every(([name, value]) => isSame(value, before[name]))
}

function isSame(a: unknown, b: unknown): boolean {
  return (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b)
}

/** The words for one act: the person (`Ana (competidor)`) and what the person changed (`Categoría Salsa: alta`). */
export function tituloOfActo(acto: Acto): Titulo {
  return { quien: describeAutor(acto), que: describeActo(acto) }
}

/** Whether a title contains the text of a search. */
export function matchesTitulo({ quien, que }: Titulo, busqueda: string): boolean {
  return matchesBusqueda(`${quien} ${que}`, busqueda)
}

/** The person of an act, as the heading of its row says it. */
function describeAutor({ kind, actorRole, actorId, actorNombre, nombres, after }: Acto): string {
  if (actorRole !== 'visitante') {
    const nombre = actorNombre || nombres.get(actorId ?? '') || 'Sin nombre'
    // Competitors choose their names: without the role one could pass for the administrator.
    return actorRole === 'usuario' ? `${nombre} (competidor)` : nombre
  }
  // In earlier versions a late mark could come with an ended session: then only the row names the judge.
  if (kind === 'tardia') return textIn(after, 'juez') ?? 'Sistema'
  // Otherwise only a registration has no session; every other act without one is the server's own.
  return kind === 'usuario' ? 'Visitante' : 'Sistema'
}

const SUBJECTS: Readonly<Record<string, string>> = {
  dia: 'Día activo',
  reloj: 'Reloj',
  publicacion: 'Publicación',
  rubrica: 'Rúbrica',
  evento: 'Evento',
  inscripciones: 'Reglas de inscripción',
  desempate: 'Desempate',
  todo: 'Evento completo importado',
}
const NAMED: Readonly<Record<string, readonly [noun: string, gender: 'a' | 'o']>> = {
  categoria: ['Categoría', 'a'],
  competidor: ['Competidor', 'o'],
  juez: ['Juez', 'o'],
  usuario: ['Usuario', 'o'],
  admin: ['Administrador', 'o'],
}

/** The sentence of the change: `Categoría Salsa: alta`. */
function describeActo(acto: Acto): string {
  const { kind, dia, before, after } = acto
  if (kind === 'turno') return isDia(dia) ? `Turno del ${dia}` : 'Turno'
  const nombre =
    acto.nombres.get(acto.sujetoId ?? '') ||
    nameIn(before) ||
    nameIn(after) ||
    (acto.sujetoId === null ? '' : '(eliminado)')
  const [noun, gender] = NAMED[kind] ?? []
  if (noun === undefined) return describeActoDeJurado(acto, nombre) ?? SUBJECTS[kind] ?? kind
  const subject = `${noun} ${nombre}`.trim()
  if (isRecord(after) && !isRecord(before) && nameIn(after) !== null) return `${subject}: alta`
  if (isRecord(before) && !isRecord(after)) return `${subject}: eliminad${gender}`
  return subject
}

function nameIn(value: unknown): string | null {
  if (!isRecord(value)) return null
  const nombre = [value['nombre'], value['apellido']]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ')
  return nombre === '' ? null : nombre
}

/** The Spanish names of the fields that are shown. Other fields are internal. */
const FIELDS: Readonly<Record<string, string>> = {
  ...mapTextos((_, { etiqueta }) => etiqueta),
  apellido: 'Apellido',
  email: 'Correo',
  pais: 'País',
  categoriaId: 'Categoría',
  dia: 'Día',
  orden: 'Orden',
  criterios: 'Criterios',
  metodo: 'Método',
  origen: 'Viene de',
  ronda: 'Pasa a',
  pesos: 'Pesos',
  desempate: 'Desempate',
  empate: 'Orden',
  cupo: 'Cupo',
  musicaPath: 'Música',
  fotoPath: 'Foto',
  selectedRow: 'Turno',
  activarReloj: 'Activar Reloj',
  hora: 'Hora',
  minutosPorCompetidor: 'Minutos por competidor',
  mostrarCalificaciones: 'Mostrar Calificaciones',
  mostrarJueves: 'Habilitar Jueves',
  mostrarViernes: 'Habilitar Viernes',
  mostrarSabado: 'Habilitar Sábado',
  desde: 'Inscripciones desde',
  hasta: 'Inscripciones hasta',
  maximo: 'Máximo por categoría',
  activo: 'Activo',
  contrasena: 'Contraseña',
  enlaceHasta: 'Enlace de acceso hasta',
  archivo: 'Imagen',
  direccion: 'Dirección',
  subtitulo: 'Subtítulo',
  edicion: 'Edición',
  hotel: 'Hotel',
  enlaceMapa: 'Enlace del mapa',
  correo: 'Correo de contacto',
  telefono: 'Teléfono de contacto',
  derechos: 'Derechos',
  zonaHoraria: 'Zona horaria',
  motivo: 'Motivo',
  estado: 'Estado',
  causa: 'Causa',
  intento: 'Intento',
  l_calificacion: 'Puntos',
  puntos: 'Puntos',
  paso: 'Paso',
  cerrada: 'Cerrada',
  decision: 'Decisión',
  noCuentan: 'No cuentan',
  principal: 'Juez principal',
  dias: 'Días asignados',
  categorias: 'Categorías asignadas',
  enlace: 'Enlace',
  token: 'Token',
}
/** Instants as text. */
const MOMENTS: readonly string[] = ['hora', 'desde', 'hasta', 'enlaceHasta']
/** Values of `direccion` in a move of an image. In a change of the event, `direccion` is the address of the venue. */
const STEPS: Readonly<Record<string, string>> = { up: 'hacia arriba', down: 'hacia abajo' }
/** Paths of stored files: shown as `sí` or `sin valor`, because the path itself says nothing to a person. */
const FILES: readonly string[] = ['musicaPath', 'fotoPath']

/** The fields that differ, before and after, with times in the zone. A field that the change does not name is left out. */
export function valoresOf({ before, after, nombres }: Acto, zona: string): Valores {
  if (!isRecord(before) && !isRecord(after)) {
    return { antes: textOf('', before, zona), despues: textOf('', after, zona) }
  }
  const [old, now] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}]
  const isChange = isRecord(before) && isRecord(after)
  const names = Object.keys(FIELDS).filter((name) => {
    if (!isChange) return !isEmpty(old[name] ?? now[name])
    return name in now && !isSame(now[name], old[name])
  })
  const turnoNombre = (name: string, { competidorId }: Record<string, unknown>) => {
    const nombre = name === 'selectedRow' ? nombres.get(String(competidorId)) : undefined
    return nombre ? ` (${nombre})` : ''
  }
  const valueOf = (name: string, record: Record<string, unknown>) =>
    valueText(name, record[name], nombres) ?? textOf(name, record[name], zona)
  const list = (record: Record<string, unknown>) =>
    names
      .filter((name) => name in record)
      .map((name) => `${labelOf(name, record)}: ${valueOf(name, record)}${turnoNombre(name, record)}`)
      .join('; ')
  return { antes: list(old), despues: list(now) }
}

/** The label of a field. `maximo` is the highest mark in a record with `paso` (a scale), else the limit of entries. */
function labelOf(name: string, record: Record<string, unknown>): string {
  return name === 'maximo' && 'paso' in record ? 'Máximo' : (FIELDS[name] ?? name)
}

function textOf(name: string, value: unknown, zona: string): string {
  if (isEmpty(value)) return name === '' ? '' : 'sin valor'
  if (FILES.includes(name)) return 'sí'
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  if (MOMENTS.includes(name)) return momentOf(value, zona)
  if (name === 'direccion' && value in STEPS) return STEPS[value] ?? value
  return isDia(value) ? diaTitle(value) : value
}

/** Instants from this one on, in ms, are not formatted. In the year 9987: a year after 9999 would have five digits. */
const LAST_MOMENT = 253_000_000_000_000

/** An imported instant may be no date, or out of range: it is shown as it is. */
function momentOf(value: string, zona: string): string {
  const instant = Date.parse(value)
  return instant >= 0 && instant < LAST_MOMENT ? formatInstante(instant, zona) : value
}

/** `2025-04-10 20:50:09` in a zone: sorts as text, and spreadsheets read it. */
export function formatInstante(instant: number, zona: string): string {
  const { fecha, hh, mm, ss } = localOf(instant, zona)
  return `${fecha} ${hh}:${mm}:${ss}`
}

function isEmpty(value: unknown): value is null | undefined | '' {
  return value === null || value === undefined || value === ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The words for an act on a mark, a late mark, a penalty, a withdrawal, a repetition, a closed category, a tie or a scale; `null`
 * for other kinds.
 */
function describeActoDeJurado({ kind, before, after }: Acto, nombre: string): string | null {
  const juez = textIn(after, 'juez') ?? textIn(before, 'juez')
  const por = juez === null ? '' : ` por ${juez}`
  switch (kind) {
    case 'calificacion':
      return `Calificación de ${nombre}${por}`
    case 'tardia':
      return `Calificación tardía de ${nombre}${por}${before ? `: ${textIn(after, 'estado') ?? 'eliminada'}` : ''}`
    case 'penalizacion':
      return `Penalización de ${nombre}${after ? '' : ': quitada'}`
    case 'retiro':
      return `Competidor ${nombre}: ${after ? estadoText(textIn(after, 'estado') ?? '').toLowerCase() : 'restaurado'}`
    case 'repeticion':
      return `Competidor ${nombre}: ${textIn(after, 'motivo') === null ? 'repetición deshecha' : 'se repite'}`
    case 'cierre':
      return `Categoría ${nombre}: ${valueIn(after, 'cerrada') === true ? 'cerrada' : 'reabierta'}`
    case 'empate':
      return `Empate de ${nombre}`
    case 'peso':
      return `Pesos ${valueText('tipo', valueIn(after, 'tipo'), new Map()) ?? ''}`.trim()
    case 'escala':
      return `Escala ${valueText('tipo', valueIn(after, 'tipo'), new Map()) ?? ''}`.trim()
    default:
      return null
  }
}

/** The acts on links and tokens. Other values of these fields are never shown: they could be the secret itself. */
const ACTOS_DE_SECRETO: readonly unknown[] = ['nuevo', 'revocado']

/** The text of a field of such a row; `null` for a field that other rows have too. */
function valueText(name: string, value: unknown, nombres: ReadonlyMap<string, string>): string | null {
  if (name === 'enlace' || name === 'token') return ACTOS_DE_SECRETO.includes(value) ? String(value) : 'sí'
  if (name === 'puntos' && typeof value === 'number') return formatPuntos(value)
  if (name === 'estado' && typeof value === 'string') return estadoText(value)
  if (name === 'causa' && isCausaTardia(value)) return causaTitle(value)
  if (name === 'tipo' && isTipoCriterios(value)) return tipoTitle(value)
  if (name === 'metodo' && isMetodo(value)) return metodoTitle(value)
  if ((name === 'desempate' || name === 'empate' || name === 'noCuentan') && Array.isArray(value))
    return value.join(', ') || 'ninguno'
  if (name === 'pesos' && isRecord(value)) return pesosText(value)
  if (name === 'dias' && Array.isArray(value)) return value.map((dia) => (isDia(dia) ? diaTitle(dia) : '')).join(', ')
  if (name === 'categoriaId') return nombres.get(String(value)) || '(eliminada)'
  if (name === 'categorias' && Array.isArray(value)) {
    return value.map((id) => nombres.get(String(id)) || '(eliminada)').join(', ')
  }
  if (name === 'criterios' && typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([clave, puntos]) => `${nombreDeCriterio(clave) ?? clave} ${puntos}`)
      .join(', ')
  }
  return null
}

function pesosText(pesos: Record<string, unknown>): string {
  const list = Object.entries(pesos).map(([clave, peso]) => `${nombreDeCriterio(clave) ?? clave} ${Number(peso) / 100}`)
  return list.join(', ') || 'ninguno'
}

function estadoText(estado: string): string {
  if (isEstadoRetiro(estado)) return retiroTitle(estado)
  return estado === '' ? '' : `${estado.charAt(0).toUpperCase()}${estado.slice(1)}`
}

function valueIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function textIn(value: unknown, name: string): string | null {
  const text = valueIn(value, name)
  return typeof text === 'string' && text !== '' ? text : null
}
