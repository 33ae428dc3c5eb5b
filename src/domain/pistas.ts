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

const CON_LETRAS = /^[\s_\-.#(]*(\d{1,9}[a-z]{0,3})(?:[\s_\-.)]+|$)/i
const CIFRAS = /^[\s_\-.#(]*(\d{1,9})(?!\d)[\s_\-.)]*/

/** The number before the name of a file, as it may be meant, and the text behind it. */
function prefijosOf(texto: string) {
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

/**
 * Returns the function that finds the entries of a file by its name. The entries that it may mean have other accents, `y`, `e` or
 * signs, or no category at the end.
 */
function finderOf(destinos: readonly Destino[]): (archivo: string) => Omit<Propuesta, 'elegido'> {
  const byNumero = indexOf(destinos, ({ numero = '' }) => [numero])
  const byNombre = indexOf(destinos, ({ nombre }) => [foldNombre(nombre)])
  const byLectura = indexOf(destinos, ({ nombre }) => lecturasOf(nombre))
  const finales = ['', ...new Set(destinos.flatMap(({ categoria }) => finalesOf(categoria)))]
  const findLike = (texto: string): Destino[] => {
    const lecturas = [texto, texto.replace(COPIA, '')].flatMap(lecturasOf)
    return byLectura(
      finales.flatMap((final) =>
        lecturas.flatMap((one) => (one.endsWith(final) ? one.slice(0, one.length - final.length) : [])),
      ),
    )
  }
  return (archivo) => {
    const texto = archivo.replace(/\.mp3$/i, '')
    const prefijos = prefijosOf(texto)
    const prefijo = prefijos.find(({ numero }) => byNumero([numero]).length > 0) ?? prefijos[0]
    const textos = [texto, ...prefijos.map(({ resto }) => resto)]
    const numerados = prefijo ? byNumero([prefijo.numero]) : []
    const exactos = byNombre(textos.map(foldNombre))
    const parecidos = [...new Set([...exactos, ...textos.flatMap(findLike)])]
    const [lectura = ''] = lecturasOf(texto)
    const ambos = numerados.filter((one) => parecidos.includes(one))
    // A number tells entries apart where all have one, and where it is no part of a name: `3 Hermanos`.
    const enteros = findLike(texto)
    const isTold = parecidos.every((one) => ambos.includes(one) || (one.numero !== undefined && !enteros.includes(one)))
    const byBoth = ambos.length === 1 && isTold && (exactos.length === 0 || exactos.some((one) => ambos.includes(one)))
    // The name says more than the category, and that more than a number that tells nothing apart. Those without a track come first.
    const rankOf = (one: Destino): number =>
      [
        byBoth && ambos.includes(one),
        parecidos.includes(one),
        exactos.includes(one),
        finalesOf(one.categoria).some((final) => lectura.endsWith(final)),
        numerados.includes(one),
        !one.tieneMusica,
      ].reduce((rank, fits) => 2 * rank + Number(fits), 0)
    const candidatos = [...new Set([...numerados, ...parecidos])].toSorted((a, b) => rankOf(b) - rankOf(a))
    const byNombreSolo = exactos.length === 1 && !(prefijo && exactos[0]?.numero)
    const byNumeroSolo = numerados.length === 1 && prefijo !== undefined && wordsOf(prefijo.resto).length === 0
    const byOne = candidatos.length === 1 && (byNombreSolo || byNumeroSolo)
    return { candidatos: candidatos.map(({ id }) => id), isCierta: ambos.length > 0 ? byBoth : byOne }
  }
}

/**
 * The entries of some files, by their names; those first that a person confirms. Where several fit, a file gets the first that
 * no other file has.
 */
export function propuestasOf<A extends { readonly nombre: string }>(
  archivos: readonly A[],
  destinos: readonly Destino[],
): (A & Propuesta)[] {
  const find = finderOf(destinos)
  const found = archivos.map((archivo) => ({ ...archivo, ...find(archivo.nombre) }))
  const taken = new Set(found.flatMap(({ candidatos, isCierta }) => (isCierta ? candidatos.slice(0, 1) : [])))
  const propuestas = found.map((one) => {
    const { candidatos, isCierta } = one
    const elegido = (isCierta ? undefined : candidatos.find((id) => !taken.has(id))) ?? candidatos[0] ?? null
    if (elegido !== null) taken.add(elegido)
    return { ...one, elegido }
  })
  return propuestas.toSorted((a, b) => Number(a.isCierta) - Number(b.isCierta))
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
