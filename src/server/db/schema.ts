import type { EstadoMarca } from '#domain/calificacion.ts'
import type { TipoCriterios } from '#domain/criterios.ts'
import type { Competidor } from '#domain/competidor.ts'
import type { Dia } from '#domain/dia.ts'
import type { Metodo } from '#domain/metodo.ts'
import type { Retiro } from '#domain/retiro.ts'
import type { Cierre } from '#contract/views/jueces.ts'
import type { AjustesGuardados } from '#domain/ajustes.ts'
import type { Anterior, Categoria } from '#domain/categoria.ts'
import { oneOf } from '#domain/records.ts'
import type { Escala } from '#domain/escala.ts'
import type { Reglas } from '#domain/inscripcion.ts'
import type { EscenaDeSala, TipoPantalla } from '#domain/pantalla.ts'
import type { Premiacion } from '#domain/premiacion.ts'
import type { Presencia } from '#domain/presencia.ts'
import type { Penalizacion } from '#domain/penalizacion.ts'
import type { Punto } from '#domain/turno.ts'
import type { CausaTardia, EstadoTardia } from '#domain/envio.ts'

// `XTable` is the type of one row of the table x; `Schema` describes a table whose row nothing else names. In `src/web`, a component
// `XTable` draws a table on the screen.

/** A boolean, as both databases store it. */
export type Flag = 0 | 1

/** The sign-in of an e-mail address, of any role. `hash` is null until a password is set. */
export interface CuentaTable {
  id: string
  email: string
  emailKey: string
  hash: string | null
  desactivada: Flag
}

export interface AdminTable {
  id: string
  email: string | null
  emailKey: string | null
  nombre: string | null
}

export interface UsersTable {
  uid: string
  nombre: string | null
  apellido: string | null
  email: string | null
  emailKey: string | null
  pais: string | null
  fotoPath: string | null
}

export interface SesionTable {
  /** SHA-256 of the token of the cookie. The token itself is not stored. */
  tokenHash: string
  id: string
  role: string
  personaId: string
  creada: number
  vista: number
  /** 1: an API token of a judge. It comes as `Authorization: Bearer`, never as a cookie, and does not expire. */
  esToken: Flag
}

export interface EnlaceTable {
  tokenHash: string
  tipo: 'configurar' | 'restablecer'
  cuentaId: string | null
  vence: number
}

export interface CategoriasTable extends Categoria {
  criterios: string | null
  /** Null: the sum. */
  metodo: Metodo | null
  /** JSON: the category that a round came from, and the entries of it that pass. Null: no round. */
  origen: string | null
}

export interface CompetidoresTable extends Competidor {
  /** The id in the import, when another entry already had that id. */
  clave: string | null
  /** For the announcer: no judge, visitor or other competitor reads it. */
  nota: string | null
  /** Null while the order of its day is open, and without an order. */
  numero: string | null
}

export type AdminMinutoAMinutoTable = { id: 1 } & {
  [K in keyof AjustesGuardados]: AjustesGuardados[K] extends boolean | null ? Flag | null : AjustesGuardados[K]
}

/** A turn as its table and that of the moves store it. */
export interface TurnoColumns extends Punto {
  /** The turn from which the day goes on after an entry out of order; null without one. */
  regresoRow: number | null
  regresoId: string | null
  /** The break after that entry which was in course; null without one. */
  regresoPausa: string | null
  /** When the item in course began, ms since 1970; null when it is not known. */
  desde: number | null
  /** JSON: the break in course; null without one. */
  pausa: string | null
}

/**
 * Each time that an entry got the turn of its day, by the revision of the command. `espera` is 1 where the entry was made to wait
 * for it again. The last row of an entry tells its state; an undo deletes the rows of the command.
 */
export interface LlamadaTable {
  competidorId: string
  revision: number
  espera: Flag
}

/** The programme of a day: the settings and breaks that are edited, and what is published. */
export interface ProgramaTable {
  dia: Dia
  /** ISO timestamp. */
  inicio: string | null
  montaje: number
  jueceo: number
  /** JSON: the breaks, with instants in ms since 1970. */
  pausas: string
  /** JSON, as above; null while nothing is published. */
  publicado: string | null
}

/** Upload sessions of tracks. An entry that uses one removes its row. */
export interface SubidaTable {
  id: string
  /** The key of the person: role and id. */
  persona: string
  bytes: number
  /** `cortada`: complete, and the last frame of the track is cut. */
  estado: 'subiendo' | 'lista' | 'cortada'
  duracion: number | null
  /** Ms since 1970. */
  creada: number
}

/** A stored piece of an upload. The pieces follow each other without gaps: their bytes together are the offset. */
export interface SubidaParteTable {
  subida: string
  /** Offset of the first byte. */
  inicio: number
  bytes: number
  /** Name of its file. Each receipt has its own, so two connections never write the same file. */
  archivo: string
}

/** A screen. */
export interface PantallaTable extends EscenaDeSala {
  id: string
  nombre: string
  tipo: TipoPantalla
  /** The token of its link. */
  enlace: string
  categoriaId: string | null
  mensaje: string
  adelantar: Flag
  identificarHasta: number | null
}

export interface JuecesTable {
  id: string
  nombre: string
  activo: Flag
  principal: Flag
  /** JSON: the assigned days, and the assigned categories by id. Both null: the whole event. */
  dias: string | null
  categorias: string | null
  /** The token of the personal link, readable: the administrator shows it again. Null: no access. */
  enlace: string | null
}

export interface CalificacionesTable {
  competidorId: string
  juezId: string
  l_calificacion: string | null
  /** JSON: criterion → text. */
  criterios: string
  /** A reopened mark counts as it is until its judge sends it again. */
  estado: EstadoMarca
  /** Counts the sendings, from 1. */
  version: number
  /** Why the mark was reopened. */
  motivo: string | null
  /** ISO timestamp of the last sending; null for imported marks. */
  enviada: string | null
}

/** A late mark. `competidorId` is no foreign key, because the entry may be deleted. */
export interface TardiaTable {
  id: string
  juezId: string
  /** Key of the device for this sending: a repeated hand-in adds nothing. */
  clave: string
  competidorId: string
  criterios: string
  l_calificacion: string
  causa: CausaTardia
  /** ISO timestamp. */
  recibida: string
  estado: EstadoTardia
  /** Why it was discarded. */
  motivo: string | null
  /** The attempt of the entry that the mark is for, from 1. */
  intento: number
}

/** A closed category: its result is final. */
export interface CierreTable extends Cierre {
  categoriaId: string
  /** JSON: the ids of the judges that made up its panel. In no export: an import takes the panel of the imported judges. */
  panel: string
  /** JSON: the tie-break list, weights and head judges at the time of closing. Null: none, as before these existed. */
  regla: string | null
}

/** A repetition of an entry, with the marks of the attempt that it annulled. */
export interface RepeticionTable {
  competidorId: string
  /** The attempt that began, from 2. No other repetition of the entry gets its number, unless the data were imported meanwhile. */
  intento: number
  /** The attempt that it annulled, from 1. */
  anula: number
  /** Taken back: what it annulled counts again. It then holds no marks. */
  deshecha: Flag
  motivo: string
  /** ISO timestamp. */
  fecha: string
  /** JSON: the rows of `calificaciones` that the repetition removed. */
  marcas: string
}

export interface Schema {
  revision: {
    id: 1
    /** Made once per database. Revisions of two epochs cannot be compared. */
    epoch: string
    revision: number
  }
  change_log: {
    revision: number
    seq: number
    kind: string
    dia: string | null
    categoriaId: string | null
    competidorId: string | null
    personaId: string | null
    actorRole: string
    actorId: string | null
    actorNombre: string | null
    /** ISO timestamp. */
    at: string
    /** JSON. */
    before: string | null
    after: string | null
  }
  /** The answer of a command under a key: a repeated request gets it and changes nothing. */
  command_key: {
    key: string
    actor: string
    digest: string
    output: string
    revision: number
    at: string
  }
  cuenta: CuentaTable
  admin: AdminTable
  users: UsersTable
  sesion: SesionTable
  enlace: EnlaceTable
  intento: {
    bucket: string
    cuenta: number
    hasta: number
  }
  categorias: CategoriasTable
  /** A day and a name that a category had until a command of this revision. Addresses of details with them lead to it. */
  anterior: Anterior & { revision: number }
  competidores: CompetidoresTable
  jueces: JuecesTable
  calificaciones: CalificacionesTable
  presencia: Omit<Presencia, 'cerrada'> & { cerrada: Flag }
  tardia: TardiaTable
  penalizacion: Penalizacion & { competidorId: string }
  /** An entry that does not compete. */
  retiro: Retiro & { competidorId: string }
  cierre: CierreTable
  /** Range and step of the marks of a criteria type, in hundredths. Without a row: `ESCALA_DEFAULT`. */
  escala: Escala & { tipo: TipoCriterios }
  /** The weight of a criterion of a criteria type, in hundredths. A type has a weight for each criterion, or none. */
  peso: {
    tipo: TipoCriterios
    criterio: string
    peso: number
  }
  /** The tie-break list of the event: `orden` counts from 1. */
  desempate: {
    orden: number
    elemento: string
  }
  /** An order that an organiser gave to tied entries. A new mark in the category deletes it. */
  empate: {
    categoriaId: string
    /** JSON: the ids of the entries, best first. */
    ids: string
    autor: string
    motivo: string
    /** ISO timestamp. */
    fecha: string
  }
  repeticion: RepeticionTable
  adminMinutoAMinuto: AdminMinutoAMinutoTable
  turno: TurnoColumns & {
    dia: Dia
    /** The session of the last press, and its time (ms since 1970); null before the first press. */
    sesion: string | null
    pulsado: number | null
  }
  /**
   * One move of the turn or of the active day: the day and the turn before it. `Deshacer` goes back to the row with the highest
   * `revision` and deletes it.
   */
  movimiento: TurnoColumns & {
    revision: number
    dia: Dia
    /** The entry that this move repeats; an undo takes the repetition back. */
    repetido: string | null
  }
  llamada: LlamadaTable
  /** Whether the results of the event are retained until they are announced. Without a row: no. */
  embargo: {
    id: 1
    retener: Flag
  }
  /** The categories that were announced. */
  anunciada: {
    categoriaId: string
  }
  pantalla: PantallaTable
  /** The tap that counts of each entry, at the stage door. It counts while the entry is on that day. */
  llegada: {
    competidorId: string
    dia: Dia
    llego: Flag
    /** Ms since 1970, by the server's clock; 0 for an imported one. */
    at: number
  }
  /** The last report of the page of a screen, ms since 1970. */
  reporte: {
    pantallaId: string
    visto: number
  }
  /** The ceremony in course, or the last one. */
  premiacion: Omit<Premiacion, 'pasos'> & {
    id: 1
    /** JSON. */
    pasos: string
  }
  /** A day whose order is closed. */
  orden_cerrado: {
    dia: Dia
    /** JSON: the numbers given since. */
    dados: string
    /** JSON: the ids of the categories that were there when it was closed. */
    categorias: string
  }
  programa: ProgramaTable
  adminCompetencia: {
    id: 1
    /** JSON list of names. */
    rubricas: string
    rubricaSel: string | null
  }
  compartido: {
    id: 1
    nCategoria: string | null
    nCompetidor: string | null
  }
  evento: {
    id: 1
    /** JSON: the saved texts. The others have their default. */
    textos: string
  }
  galeria: {
    /** Name under `carrusel/`. */
    archivo: string
    /** The position, from 1. A position of 0 or less hides the image: it is deleted, or not published yet. */
    orden: number
  }
  /** The rules of the organiser for entries. Without a row, entries are open and have no limit. */
  inscripciones: Reglas & { id: 1 }
  /** The limits of categories that have their own; 0 is no limit. */
  cupo: {
    categoriaId: string
    cupo: number
  }
  /** The lengths of the stored tracks. */
  musica: {
    path: string
    /** Whole seconds; null where the file could not be measured. */
    duracion: number | null
  }
  subida: SubidaTable
  subida_parte: SubidaParteTable
  /** An orphan: a stored file that no row names, and the time when a sweep first saw it. */
  archivo_suelto: {
    path: string
    carpeta: string
    desde: number
  }
  /** The id of the stored files that belong to this database. */
  almacen: {
    id: 1
    identidad: string
  }
  /** The last backup of this system. */
  respaldo: {
    id: 1
    /** ISO timestamp. */
    fecha: string
  }
}

/**
 * What the rows of each table are. A table comes before the tables that refer to it. The compiler reports a missing one.
 *
 * - `evento`: in an import, an export and a backup. An import with a row of the table adds it to the rows that are there.
 * - `ajuste`: the same, but an import that has rows of the table replaces all of its rows.
 * - `respaldo`: in a backup. What an export says about them is written by hand (`interchange/tree.ts`).
 * - `pasajero`: in none, because the rows end with time (a restore would bring back a session or a link that has ended since
 *   the backup), or because they are about files outside the backup. Older backups contain some; a restore ignores them.
 */
const USE_OF_TABLES = {
  revision: 'respaldo',
  change_log: 'respaldo',
  command_key: 'respaldo',
  cuenta: 'respaldo',
  admin: 'evento',
  users: 'evento',
  sesion: 'pasajero',
  enlace: 'pasajero',
  intento: 'pasajero',
  categorias: 'evento',
  anterior: 'respaldo',
  competidores: 'evento',
  jueces: 'evento',
  calificaciones: 'evento',
  adminMinutoAMinuto: 'respaldo',
  turno: 'respaldo',
  movimiento: 'respaldo',
  llamada: 'respaldo',
  orden_cerrado: 'evento',
  embargo: 'ajuste',
  anunciada: 'evento',
  pantalla: 'evento',
  llegada: 'evento',
  premiacion: 'respaldo',
  programa: 'ajuste',
  adminCompetencia: 'respaldo',
  compartido: 'respaldo',
  evento: 'respaldo',
  galeria: 'respaldo',
  inscripciones: 'respaldo',
  cupo: 'evento',
  musica: 'respaldo',
  subida: 'respaldo',
  subida_parte: 'respaldo',
  archivo_suelto: 'pasajero',
  tardia: 'evento',
  penalizacion: 'evento',
  retiro: 'evento',
  cierre: 'evento',
  escala: 'ajuste',
  peso: 'ajuste',
  desempate: 'ajuste',
  empate: 'evento',
  repeticion: 'evento',
  almacen: 'pasajero',
  presencia: 'pasajero',
  reporte: 'pasajero',
  // A restored system has no backup of its own yet.
  respaldo: 'pasajero',
} as const satisfies Readonly<Record<keyof Schema, 'evento' | 'ajuste' | 'respaldo' | 'pasajero'>>

type UseOfTable = (typeof USE_OF_TABLES)[keyof Schema]
/** The tables of a use. */
export type TableOf<U extends UseOfTable> = {
  [T in keyof Schema]: (typeof USE_OF_TABLES)[T] extends U ? T : never
}[keyof Schema]

/** The tables of the given uses, in the order of the list. */
export function tablesOf<U extends UseOfTable>(...uses: readonly U[]): TableOf<U>[] {
  const isUsedSo = (table: string): table is TableOf<U> => uses.some((use) => use === Reflect.get(USE_OF_TABLES, table))
  return Object.keys(USE_OF_TABLES).filter(isUsedSo)
}

/** The tables that a backup holds. */
export const RESTORED = tablesOf('evento', 'ajuste', 'respaldo')
export const TABLES = [...RESTORED, ...tablesOf('pasajero')]

export const isRestored = oneOf(RESTORED)
