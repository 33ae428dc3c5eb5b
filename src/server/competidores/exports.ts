import { Readable } from 'node:stream'
import { COLUMNAS } from '#domain/carga.ts'
import { diaTitle, type Dia } from '#domain/dia.ts'
import { formatDuracion } from '#domain/musica.ts'
import { localOf, type FechaHoraLocal } from '#domain/hora.ts'
import { CLAVES_DE_TEXTO, companiaOf, nombreOf, NOTA, relacionOf, type Relacionado } from '#domain/competidor.ts'
import { compareNumeros } from '#domain/numero.ts'
import { retiroTitle } from '#domain/retiro.ts'
import { nombresOf } from '#domain/usuario.ts'
import type { Deps } from '../deps.ts'
import { readZona } from '../evento/store.ts'
import { zipOf, type ZipEntry } from '../files/zip.ts'
import { csvOf } from '../http/csv.ts'
import { listByDia, type EntryOfDia } from './store.ts'

type Line = Relacionado<EntryOfDia>
type ConArchivo = Relacionado<Pick<EntryOfDia, 'nombre' | 'numero'>>

async function readRelacion(deps: Deps, dia: Dia): Promise<Line[]> {
  return deps.db.read(async (tx) => {
    const categorias = await tx.selectFrom('categorias').selectAll().where('dia', '=', dia).execute()
    return relacionOf(categorias, await listByDia(tx, dia))
  })
}

/** A line of the CSV. */
interface Renglon extends EntryOfDia, Pick<Line, 'turno' | 'categoria'> {
  readonly dia: Dia
}

/** The columns: their titles, and their cells. The first ones are those of a list that `/cargar` reads. */
const COLUMNS: readonly (readonly [titulo: string, cellOf: (line: Renglon) => string | number | null])[] = [
  [COLUMNAS.dia, ({ dia }) => diaTitle(dia)],
  [COLUMNAS.categoria, ({ categoria }) => categoria],
  ...CLAVES_DE_TEXTO.map((clave) => [COLUMNAS[clave], (line: Renglon) => line[clave] ?? ''] as const),
  ['Turno', ({ turno }) => turno],
  ['Orden', ({ orden }) => orden],
  ['Música', ({ musicaPath }) => (musicaPath ? 'Sí' : 'No')],
  // Empty without a track, and for a track that is not measured yet or could not be.
  ['Duración', ({ duracion }) => (duracion === null ? '' : formatDuracion(Math.round(duracion)))],
  ['Fecha de inscripción', ({ fechaInscripcion }) => fechaInscripcion ?? ''],
  ['Inscribió', ({ usuarioNombre: nombre, usuarioApellido: apellido }) => nombresOf({ nombre, apellido })],
  ['Correo electrónico', ({ usuarioEmail }) => usuarioEmail ?? ''],
  ['Retiro', ({ retiro }) => (retiro ? retiroTitle(retiro) : '')],
  ['Número', ({ numero }) => numero ?? ''],
  [NOTA.columna, ({ nota }) => nota ?? ''],
]

/** The entries of a day in running order as CSV, one per line. A missing value is an empty cell. */
export async function csvOfDia(deps: Deps, dia: Dia): Promise<string> {
  const lines = await readRelacion(deps, dia)
  const rows = lines.map(({ turno, categoria, competidor }) => {
    const line = { ...competidor, dia, turno, categoria }
    return COLUMNS.map(([, cellOf]) => cellOf(line))
  })
  return csvOf([COLUMNS.map(([titulo]) => titulo), ...rows])
}

/** The tracks of a day as an archive, by number or turn, with a list of the entries without one. */
export async function musicaOfDia(deps: Deps, dia: Dia): Promise<ReturnType<typeof zipOf>> {
  const lines = await readRelacion(deps, dia)
  const zona = await deps.db.read((tx) => readZona(tx, deps.env.zonaHoraria))
  const modified = localOf(deps.now(), zona)
  const found: ZipEntry[] = []
  const missing: Line[] = []
  for (const line of lines.toSorted(byNumero)) {
    const path = line.competidor.musicaPath
    const look = path ? await deps.files.look(path) : null
    if (!path || look === null) missing.push(line)
    else {
      const name = freeName(archivoOf(line), found)
      found.push({ name, size: look.size, modified, open: () => openTrack(deps, path) })
    }
  }
  return zipOf([...found, ...listOf(missing, modified)])
}

/** Entries without a number have no order, and are the last ones. */
function byNumero({ competidor: a }: Line, { competidor: b }: Line): number {
  return a.numero && b.numero ? compareNumeros(a.numero, b.numero) : 0
}

async function openTrack(deps: Deps, path: string): Promise<Readable> {
  const stream = await deps.files.get(path)
  // The download fails: its length and its list were sent already.
  if (!stream) throw new Error(`${path} went while it was being sent.`)
  return stream
}

/** Adds a number to a name that the archive has already, in any case. */
function freeName(name: string, taken: readonly ZipEntry[]): string {
  const isTaken = (wanted: string) => taken.some((entry) => entry.name.toLowerCase() === wanted.toLowerCase())
  let free = name
  for (let n = 2; isTaken(free); n += 1) free = name.replace(/\.mp3$/, ` (${n}).mp3`)
  return free
}

function listOf(missing: readonly Line[], modified: FechaHoraLocal): ZipEntry[] {
  if (missing.length === 0) return []
  const text = missing.map(
    ({ turno, categoria, competidor }) =>
      `${competidor.numero ?? turno ?? 'Sin orden'}  ${categoria}  ${nombreOf(competidor)} (${companiaOf(competidor)})\r\n`,
  )
  const bytes = Buffer.from(`\uFEFF${text.join('')}`)
  return [{ name: 'Falta música.txt', size: bytes.length, modified, open: async () => Readable.from([bytes]) }]
}

const NAME_MAX = 120
/** File systems limit a name to 255 bytes. The rest is for a number and the extension. */
const NAME_BYTES_MAX = 240

/** The name of a track in the archive, `012A - Categoría - Nombre.mp3` by number, else by turn, with characters that every file system accepts. */
export function archivoOf({ turno, categoria, competidor }: ConArchivo): string {
  const number = competidor.numero ?? turno?.toString() ?? 'Sin orden'
  const name = [number.replace(/^\d+/, (whole) => whole.padStart(3, '0')), categoria, nombreOf(competidor)]
    .map(plain)
    .join(' - ')
  return `${cut(name).trim()}.mp3`
}

function cut(name: string): string {
  let bytes = 0
  return Array.from(name)
    .slice(0, NAME_MAX)
    .filter((letter) => (bytes += Buffer.byteLength(letter)) <= NAME_BYTES_MAX)
    .join('')
}

/** Removes characters of paths, control characters and marks of text direction, which would hide the extension. */
function plain(text: string): string {
  return text
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Bidi_Control}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '')
}
