import { formatPuntos } from './calificacion.ts'
import { isRecord, oneOf } from './records.ts'
import { mapTextos, NOTA } from './competidor.ts'
import { isTipoCriterios, nombreDeCriterio, tipoTitle } from './criterios.ts'
import { type Dia, DIAS, diaTitle, INTERRUPTOR_DE, isDia } from './dia.ts'
import { causaTitle, isCausaTardia } from './envio.ts'
import { fechaEnPalabras } from './fecha.ts'
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
 * The kinds of which the administrator reads no row: ended sessions, which only close open pages, scenes, steps of a ceremony, and
 * arrivals at the stage door.
 */
const SIN_FILA: readonly string[] = ['sesion', 'escena', 'paso', 'llegada']
/** The kinds of which `isListed` leaves rows out. */
export const KINDS_SIN_FILA: readonly string[] = [...SIN_FILA, 'competidor']

/**
 * Whether the administrator reads a row. Left out, besides `SIN_FILA`: rows that name a category but no entry, which are measured
 * tracks, and the category that an entry left.
 */
export function isListed({ kind, competidorId }: Pick<Acto, 'kind'> & { competidorId: string | null }): boolean {
  return !SIN_FILA.includes(kind) && !(kind === 'competidor' && competidorId === null)
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

/** The sentence of an act on a subject with this name: `Categoría Salsa: alta`. */
type Sentence = (acto: Acto, nombre: string) => string

/** A subject that is added and deleted. */
const named =
  (noun: string, gender: 'a' | 'o'): Sentence =>
  ({ before, after }, nombre) => {
    const subject = `${noun} ${nombre}`.trim()
    if (isRecord(after) && !isRecord(before) && nameIn(after) !== null) return `${subject}: alta`
    return isRecord(before) && !isRecord(after) ? `${subject}: eliminad${gender}` : subject
  }

const ofTipo =
  (noun: string): Sentence =>
  ({ after }) =>
    `${noun} ${tipo(valueIn(after, 'tipo') ?? '')}`.trim()

const por = ({ before, after }: Acto): string => {
  const juez = textIn(after, 'juez') ?? textIn(before, 'juez')
  return juez === null ? '' : ` por ${juez}`
}

/** A ceremony that begins, ends or is taken off. */
const premiacion: Sentence = ({ after }, nombre) => `Premiación de ${nombre}: ${textIn(after, 'premiacion') ?? ''}`

/**
 * The kinds of act and their sentences. Narrow, so that a change rebuilds few views: a press of "Siguiente turno" rebuilds no
 * results. `sesion`: a session ended, in no list. `todo`: an import replaced the whole event.
 */
const ACTOS = {
  turno: ({ dia }) => (isDia(dia) ? `Turno del ${dia}` : 'Turno'),
  programa: ({ dia, before, after }) => {
    const subject = isDia(dia) ? `Programa del ${dia}` : 'Programa'
    const pausa = textIn(after, 'pausa') ?? textIn(before, 'pausa')
    if (pausa !== null) return `${subject}, pausa ${pausa}${before ? (after ? '' : ': eliminada') : ': alta'}`
    if (isRecord(after) && 'adelantar' in after) return `${subject}: adelantar lo que sigue`
    if (textIn(after, 'terminaHacia') !== null) return `${subject}: publicado`
    return isRecord(after) ? subject : `${subject}: retirado`
  },
  dia: () => 'Día activo',
  reloj: () => 'Reloj',
  publicacion: () => 'Publicación',
  rubrica: () => 'Rúbrica',
  evento: () => 'Evento',
  categoria: named('Categoría', 'a'),
  competidor: named('Competidor', 'o'),
  orden: ({ dia, after }) => `Orden del ${dia}: ${valueIn(after, 'cerrado') === true ? 'cerrado' : 'abierto'}`,
  sorteo: (_, nombre) => `Sorteo de ${nombre}`,
  inscripciones: () => 'Reglas de inscripción',
  carga: ({ after }) => (after ? 'Lista cargada' : 'Carga deshecha'),
  calificacion: (acto, nombre) => `Calificación de ${nombre}${por(acto)}`,
  tardia: (acto, nombre) =>
    `Calificación tardía de ${nombre}${por(acto)}${acto.before ? `: ${textIn(acto.after, 'estado') ?? 'eliminada'}` : ''}`,
  penalizacion: ({ after }, nombre) => `Penalización de ${nombre}${after ? '' : ': quitada'}`,
  retiro: ({ after }, nombre) =>
    `Competidor ${nombre}: ${after ? estado(valueIn(after, 'estado')).toLowerCase() : 'restaurado'}`,
  repeticion: ({ after }, nombre) =>
    `Competidor ${nombre}: ${textIn(after, 'motivo') === null ? 'repetición deshecha' : 'se repite'}`,
  cierre: ({ after }, nombre) => `Categoría ${nombre}: ${valueIn(after, 'cerrada') === true ? 'cerrada' : 'reabierta'}`,
  embargo: () => 'Resultados hasta la premiación',
  anuncio: (acto, nombre) => {
    if (textIn(acto.after, 'premiacion') !== null) return premiacion(acto, nombre)
    const anunciada = valueIn(acto.after, 'anunciada') === true
    return `Categoría ${nombre}: ${anunciada ? 'publicada sin premiación' : 'vuelta a retener'}`
  },
  premiacion,
  paso: (_, nombre) => `Premiación de ${nombre}`,
  pantalla: named('Pantalla', 'a'),
  escena: named('Pantalla', 'a'),
  llegada: ({ dia }) => (isDia(dia) ? `Llegadas del ${dia}` : 'Llegadas'),
  juez: named('Juez', 'o'),
  escala: ofTipo('Escala'),
  peso: ofTipo('Pesos'),
  desempate: () => 'Desempate',
  empate: (_, nombre) => `Empate de ${nombre}`,
  usuario: named('Usuario', 'o'),
  admin: named('Administrador', 'o'),
  respaldo: () => 'Respaldo',
  sesion: () => 'Sesión',
  todo: () => 'Evento completo importado',
} as const satisfies Readonly<Record<string, Sentence>>

export type Kind = keyof typeof ACTOS
export const KINDS = Object.keys(ACTOS) as readonly Kind[]

/** The sentence of the change. A newer version may have written a kind that this one does not know. */
function describeActo(acto: Acto): string {
  const nombre =
    acto.nombres.get(acto.sujetoId ?? '') ||
    nameIn(acto.before) ||
    nameIn(acto.after) ||
    (acto.sujetoId === null ? '' : '(eliminado)')
  return isKind(acto.kind) ? ACTOS[acto.kind](acto, nombre) : acto.kind
}

export const isKind = oneOf(KINDS)

function nameIn(value: unknown): string | null {
  if (!isRecord(value)) return null
  const nombre = [value['nombre'], value['apellido']]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ')
  return nombre === '' ? null : nombre
}

/** Writes the value of a field, which is not empty. */
type Writer = (value: unknown, context: { readonly nombres: Acto['nombres']; readonly zona: string }) => string

const isText = (value: unknown): value is string => typeof value === 'string'
const valor = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  return isText(value) ? value : JSON.stringify(value)
}
const titled =
  <T>(isOne: (value: unknown) => value is T, titleOf: (value: T) => string) =>
  (value: unknown): string =>
    isOne(value) ? titleOf(value) : valor(value)
const dia = titled(isDia, diaTitle)
const tipo = titled(isTipoCriterios, tipoTitle)
const metodo = titled(isMetodo, metodoTitle)
const causa = titled(isCausaTardia, causaTitle)
const puntos = titled((value) => typeof value === 'number', formatPuntos)
const estado = titled(isText, (text) =>
  isEstadoRetiro(text) ? retiroTitle(text) : `${text.charAt(0).toUpperCase()}${text.slice(1)}`,
)
const momento: Writer = (value, { zona }) => (isText(value) ? momentOf(value, zona) : valor(value))
const categoria: Writer = (value, { nombres }) => nombres.get(String(value)) || '(eliminada)'
const listOf =
  (write: Writer): Writer =>
  (value, context) =>
    Array.isArray(value) ? value.map((item) => write(item, context)).join(', ') || 'ninguno' : valor(value)
const porCriterio =
  (write: (value: unknown) => string): Writer =>
  (value) => {
    if (!isRecord(value)) return valor(value)
    const partes = Object.entries(value).map(([clave, one]) => `${nombreDeCriterio(clave) ?? clave} ${write(one)}`)
    return partes.join(', ') || 'ninguno'
  }
/** A path of a stored file says nothing to a person. */
const archivo: Writer = () => 'sí'
/** The acts on links and tokens. Other values of these fields are never shown: they could be the secret itself. */
const secreto: Writer = (value) => (value === 'nuevo' || value === 'revocado' ? value : 'sí')
/** In a move of an image, `direccion` is the direction. In a change of the event it is the address of the venue. */
const STEPS: Readonly<Record<string, string>> = { up: 'hacia arriba', down: 'hacia abajo' }

type Field = readonly [label: string, write: Writer]

/** The fields that are shown, in their order: the Spanish name and how a value is written. Other fields are internal. */
const FIELDS = {
  ...mapTextos((_, { etiqueta }): Field => [etiqueta, valor]),
  nota: [NOTA.campo, valor],
  apellido: ['Apellido', valor],
  email: ['Correo', valor],
  pais: ['País', valor],
  categoriaId: ['Categoría', categoria],
  dia: ['Día', dia],
  orden: ['Orden', valor],
  criterios: ['Criterios', porCriterio(valor)],
  metodo: ['Método', metodo],
  origen: ['Viene de', valor],
  ronda: ['Pasa a', valor],
  pesos: ['Pesos', porCriterio((peso) => valor(Number(peso) / 100))],
  desempate: ['Desempate', listOf(valor)],
  empate: ['Orden', listOf(valor)],
  semilla: ['Semilla', valor],
  sorteo: ['Orden', listOf(valor)],
  cupo: ['Cupo', valor],
  categoriasNuevas: ['Categorías nuevas', valor],
  competidoresNuevos: ['Competidores nuevos', valor],
  yaEstaban: ['Ya estaban', valor],
  musicaPath: ['Música', archivo],
  fotoPath: ['Foto', archivo],
  selectedRow: ['Turno', valor],
  pausa: ['Pausa', valor],
  finDePausa: ['Seguimos a las', momento],
  inicio: ['Inicio', momento],
  montaje: ['Montaje (segundos)', valor],
  jueceo: ['Jueceo (segundos)', valor],
  antesDe: ['Antes de', categoria],
  minutos: ['Minutos', valor],
  noAntes: ['No antes de', momento],
  terminaHacia: ['Termina hacia', momento],
  adelantar: ['Adelantar lo que sigue', valor],
  activarReloj: ['Activar Reloj', valor],
  hora: ['Hora', momento],
  minutosPorCompetidor: ['Minutos por competidor', valor],
  mostrarCalificaciones: ['Mostrar Calificaciones', valor],
  // One field for each day.
  ...(Object.fromEntries(
    DIAS.map((one): [string, Field] => [INTERRUPTOR_DE[one], [`Habilitar ${diaTitle(one)}`, valor]]),
  ) as Record<(typeof INTERRUPTOR_DE)[Dia], Field>),
  retener: ['Retener resultados', valor],
  anunciada: ['Anunciada', valor],
  premiacion: ['Premiación', valor],
  premios: ['Premios', valor],
  desde: ['Inscripciones desde', momento],
  hasta: ['Inscripciones hasta', momento],
  maximo: ['Máximo por categoría', valor],
  activo: ['Activo', valor],
  contrasena: ['Contraseña', valor],
  enlaceHasta: ['Enlace de acceso hasta', momento],
  archivo: ['Imagen', valor],
  direccion: ['Dirección', (value) => STEPS[valor(value)] ?? valor(value)],
  subtitulo: ['Subtítulo', valor],
  edicion: ['Edición', valor],
  hotel: ['Hotel', valor],
  enlaceMapa: ['Enlace del mapa', valor],
  correo: ['Correo de contacto', valor],
  telefono: ['Teléfono de contacto', valor],
  derechos: ['Derechos', valor],
  zonaHoraria: ['Zona horaria', valor],
  fechaDelJueves: ['Fecha del jueves', (value) => (isText(value) ? fechaEnPalabras(value) : valor(value))],
  motivo: ['Motivo', valor],
  estado: ['Estado', estado],
  causa: ['Causa', causa],
  intento: ['Intento', valor],
  l_calificacion: ['Puntos', valor],
  puntos: ['Puntos', puntos],
  paso: ['Paso', valor],
  cerrada: ['Cerrada', valor],
  decision: ['Decisión', valor],
  noCuentan: ['No cuentan', listOf(valor)],
  principal: ['Juez principal', valor],
  dias: ['Días asignados', listOf(dia)],
  categorias: ['Categorías asignadas', listOf(categoria)],
  enlace: ['Enlace', secreto],
  token: ['Token', secreto],
} as const satisfies Readonly<Record<string, Field>>

/** A field that a row of the log shows. */
export type Campo = keyof typeof FIELDS

/** The fields that differ, before and after, with times in the zone. A field that the change does not name is left out. */
export function valoresOf({ before, after, nombres }: Acto, zona: string): Valores {
  if (!isRecord(before) && !isRecord(after)) {
    const [antes = '', despues = ''] = [before, after].map((value) => (isEmpty(value) ? '' : dia(value)))
    return { antes, despues }
  }
  const [old, now] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}]
  const isChange = isRecord(before) && isRecord(after)
  const fields = Object.entries(FIELDS).filter(([name]) => {
    // The order of a draw is read also when it stays.
    if (!isChange || name === 'sorteo') return !isEmpty(old[name] ?? now[name])
    return name in now && !isSame(now[name], old[name])
  })
  const list = (record: Record<string, unknown>) =>
    fields
      .filter(([name]) => name in record)
      .map(([name, [label, write]]) => {
        const value = isEmpty(record[name]) ? 'sin valor' : write(record[name], { nombres, zona })
        // The highest mark of a scale, which has a step; elsewhere the limit of entries.
        const isOfEscala = name === 'maximo' && 'paso' in record
        const nombre = name === 'selectedRow' ? nombres.get(String(record['competidorId'])) : undefined
        return `${isOfEscala ? 'Máximo' : label}: ${value}${nombre ? ` (${nombre})` : ''}`
      })
      .join('; ')
  return { antes: list(old), despues: list(now) }
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

function valueIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function textIn(value: unknown, name: string): string | null {
  const text = valueIn(value, name)
  return typeof text === 'string' && text !== '' ? text : null
}
