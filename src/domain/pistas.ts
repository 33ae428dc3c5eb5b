import { foldTexto } from './busqueda.ts'

/** An entry as the name of a file may name it. `numero`: while the order of its day is closed. */
export interface Destino {
  readonly id: string
  readonly nombre: string
  readonly categoria: string
  readonly numero?: string
  readonly tieneMusica: boolean
}

/** The entry of a file. Where it is not certain, a person confirms it. */
export interface Propuesta {
  /** The entries that fit, the likeliest first. */
  readonly candidatos: readonly string[]
  /** `null`: no entry fits. */
  readonly elegido: string | null
  readonly isCierta: boolean
}

/** A number before the name of a file, and the text behind it. */
interface Prefijo {
  readonly numero: string
  readonly resto: string
}

const CON_LETRAS = /^[\s_\-.#(]*(\d{1,9}[a-z]{0,3})(?:[\s_\-.)]+|$)/i
const CIFRAS = /^[\s_\-.#(]*(\d{1,9})(?!\d)[\s_\-.)]*/

function prefijosOf(texto: string): Prefijo[] {
  return [CON_LETRAS, CIFRAS].flatMap((prefijo) => {
    const [whole, numero] = prefijo.exec(texto) ?? []
    return whole === undefined || numero === undefined
      ? []
      : [{ numero: numero.replace(/^0+(?=\d)/, '').toUpperCase(), resto: texto.slice(whole.length) }]
  })
}

/** Folds case, spaces, `_`, `-`, `.` and the encoding of accents. */
function foldNombre(texto: string): string {
  return texto
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_\-.]/g, '')
}

/** The words of a text without accents and signs. */
function wordsOf(texto: string): string[] {
  return foldTexto(texto)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** How a text reads without accents and signs: with `y` and `e`, and without them. Empty where nothing is left. */
function lecturasOf(texto: string): string[] {
  const words = wordsOf(texto)
  const lists = [words, words.filter((word) => word !== 'y' && word !== 'e')]
  return lists.map((list) => list.join('')).filter((lectura) => lectura !== '')
}

/** Entries by the ways to name them. */
function indexOf(destinos: readonly Destino[], keysOf: (destino: Destino) => readonly string[]) {
  const index = new Map<string, Destino[]>()
  for (const destino of destinos)
    for (const key of new Set(keysOf(destino))) if (key !== '') index.set(key, [...(index.get(key) ?? []), destino])
  return (keys: readonly string[]): Destino[] => [...new Set(keys.flatMap((key) => index.get(key) ?? []))]
}

/** The number that a browser adds to the name of a second copy: `Ana (1)`. */
const COPIA = /\s*\(\d{1,3}\)\s*$/

/** How a category may stand at the end of a name: by its first words. */
function finalesOf(categoria: string): string[] {
  const words = wordsOf(categoria)
  return words.flatMap((_, index) => lecturasOf(words.slice(0, index + 1).join(' ')))
}

/** The entries whose name a text may mean. `propios`: those that it names without a category, or with their own. */
interface Parecidos {
  readonly propios: readonly Destino[]
  readonly todos: readonly Destino[]
}

/** Returns the function that finds the entries that a text may mean, where it has other accents, `y`, `e`, signs or a category. */
function likeFinderOf(destinos: readonly Destino[]): (texto: string) => Parecidos {
  const byLectura = indexOf(destinos, ({ nombre }) => lecturasOf(nombre))
  const categorias = [...new Set(destinos.map(({ categoria }) => categoria))]
  const finales = categorias.flatMap((categoria) => finalesOf(categoria).map((final) => ({ categoria, final })))
  return (texto) => {
    const lecturas = [texto, texto.replace(COPIA, '')].flatMap(lecturasOf)
    const shorter = lecturas.flatMap((lectura) =>
      finales
        .filter(({ final }) => lectura.endsWith(final))
        .map(({ categoria, final }) => ({ categoria, found: byLectura([lectura.slice(0, -final.length)]) })),
    )
    const ownOf = ({ categoria, found }: (typeof shorter)[number]) => found.filter((one) => one.categoria === categoria)
    const whole = byLectura(lecturas)
    return {
      propios: [...whole, ...shorter.flatMap(ownOf)],
      todos: [...whole, ...shorter.flatMap(({ found }) => found)],
    }
  }
}

/** Returns the function that finds the entries of a file by its name. */
function finderOf(destinos: readonly Destino[]): (archivo: string) => Omit<Propuesta, 'elegido'> {
  const byNumero = indexOf(destinos, ({ numero = '' }) => [numero])
  const byNombre = indexOf(destinos, ({ nombre }) => [foldNombre(nombre)])
  const findLike = likeFinderOf(destinos)
  return (archivo) => {
    const texto = archivo.replace(/\.mp3$/i, '')
    const prefijos = prefijosOf(texto)
    const prefijo = prefijos.find(({ numero }) => byNumero([numero]).length > 0) ?? prefijos[0]
    const textos = [texto, ...prefijos.map(({ resto }) => resto)]
    const numerados = prefijo ? byNumero([prefijo.numero]) : []
    const exactos = byNombre(textos.map(foldNombre))
    const like = textos.map(findLike)
    const parecidos = [...new Set([...exactos, ...like.flatMap(({ todos }) => todos)])]
    const found = { prefijo, numerados, exactos, parecidos, enteros: like[0]?.todos ?? [] }
    // The name says more than the number. Of entries that fit alike, those without a track come first.
    const signs = [parecidos, like.flatMap(({ propios }) => propios), exactos, numerados].map((list) => new Set(list))
    const rankOf = (one: Destino): number =>
      signs.reduce((rank, sign) => 2 * rank + (sign.has(one) ? 0 : 1), 0) * 2 + Number(one.tieneMusica)
    const candidatos = [...new Set([...numerados, ...parecidos])].toSorted((a, b) => rankOf(a) - rankOf(b))
    return { candidatos: candidatos.map(({ id }) => id), isCierta: isCierta(found) }
  }
}

interface Found {
  readonly prefijo: Prefijo | undefined
  /** The entries with the number of the file. */
  readonly numerados: readonly Destino[]
  /** The entries with its name. */
  readonly exactos: readonly Destino[]
  /** The entries whose name may be meant, these included. */
  readonly parecidos: readonly Destino[]
  /** Those of `parecidos` that the file means when its number is a part of the name: `3 Hermanos`. */
  readonly enteros: readonly Destino[]
}

/** Whether one entry alone can be meant: by number and name where the file has both. */
function isCierta({ prefijo, numerados, exactos, parecidos, enteros }: Found): boolean {
  const isBareNumber = prefijo !== undefined && wordsOf(prefijo.resto).length === 0
  if (isBareNumber && parecidos.length === 0) return numerados.length === 1
  const ambos = numerados.filter((other) => parecidos.includes(other))
  const [one] = ambos
  const [only] = exactos
  if (!one) {
    const disagrees = numerados.length > 0 || (prefijo !== undefined && only?.numero !== undefined)
    return only !== undefined && parecidos.length === 1 && !disagrees
  }
  // A number says nothing about the entries of a day whose order is open.
  const isTold = parecidos.every((other) => other === one || (other.numero !== undefined && !enteros.includes(other)))
  return ambos.length === 1 && isTold && (exactos.length === 0 || exactos.includes(one))
}

/** The entries of some files, by their names. Where several fit, a file gets the first that no other file has. */
export function propuestasOf<A extends { readonly nombre: string }>(
  archivos: readonly A[],
  destinos: readonly Destino[],
): (A & Propuesta)[] {
  const find = finderOf(destinos)
  const found = archivos.map((archivo) => ({ ...archivo, ...find(archivo.nombre) }))
  const taken = new Set(found.flatMap(({ candidatos, isCierta }) => (isCierta ? candidatos.slice(0, 1) : [])))
  return found.map((one) => {
    const { candidatos, isCierta } = one
    const elegido = (isCierta ? undefined : candidatos.find((id) => !taken.has(id))) ?? candidatos[0] ?? null
    if (elegido !== null) taken.add(elegido)
    return { ...one, elegido }
  })
}

/** The files in their order, those first whose entry a person confirms. */
export function sortPorConfirmar<P extends Pick<Propuesta, 'isCierta'>>(pistas: readonly P[]): P[] {
  return pistas.toSorted((a, b) => Number(a.isCierta) - Number(b.isCierta))
}

/** What happens with a file that can be uploaded. `sin`: it has no entry. */
export const SUERTES = {
  nueva: 'Nueva',
  ya: 'Ya tiene',
  repetida: 'Repetida',
  sin: 'Ningún competidor tiene ese nombre: elígelo.',
} as const

export type Suerte = keyof typeof SUERTES | 'falla'

/** A file with its entry. */
interface PistaElegida extends Pick<Propuesta, 'elegido' | 'isCierta'> {
  /** Why it cannot be uploaded. */
  readonly fault: string | null
}

/** What happens with each file. `conMusica`: the entries that have a track. Of several files for an entry, the certain one counts. */
export function suertesOf(pistas: readonly PistaElegida[], conMusica: ReadonlySet<string>): Suerte[] {
  const owners = new Map<string, PistaElegida>()
  const valid = pistas.filter(({ fault }) => fault === null)
  for (const pista of [...valid.filter(({ isCierta }) => isCierta), ...valid])
    if (pista.elegido !== null && !owners.has(pista.elegido)) owners.set(pista.elegido, pista)
  return pistas.map((pista) => {
    const { elegido, fault } = pista
    if (fault !== null) return 'falla'
    if (elegido === null) return 'sin'
    if (conMusica.has(elegido)) return 'ya'
    return owners.get(elegido) === pista ? 'nueva' : 'repetida'
  })
}

/** The beginnings of files that are no mp3, whatever their name says: mp4, Ogg, FLAC. */
const OTROS_FORMATOS = [
  [4, 'ftyp'],
  [0, 'OggS'],
  [0, 'fLaC'],
] as const

/** How many bytes of a file `isOtroFormato` looks at. */
export const INICIO_BYTES = 8

/** Whether a file begins as one of another format. The server looks at the rest. */
export function isOtroFormato(inicio: Uint8Array): boolean {
  return OTROS_FORMATOS.some(([at, mark]) => String.fromCodePoint(...inicio.subarray(at, at + mark.length)) === mark)
}
