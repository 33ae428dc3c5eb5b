/**
 * The results of a category by each method of judging, written a second time from the text of the rules: no import of the
 * product, plain arrays, no thought of speed. What the product computes has to be the same.
 */

interface MarcaDada {
  readonly juezId: string
  readonly juez: string
  readonly l_calificacion: string | null
  readonly criterios: Readonly<Record<string, string>>
}

export interface EntradaDada {
  readonly id: string
  readonly nombre: string | null
  readonly compania: string | null
  readonly orden: number | null
  readonly marcas: readonly MarcaDada[]
  readonly penalizaciones: readonly { readonly puntos: number }[]
  readonly retiro: { readonly estado: 'no_se_presento' | 'descalificado'; readonly motivo: string | null } | null
}

export interface CriterioDado {
  readonly clave: string
  readonly nombre: string
}

export interface ReglaDada {
  readonly metodo: 'suma' | 'recortada' | 'mayoria'
  readonly desempate: readonly string[]
  readonly principales: readonly string[]
  readonly empates: readonly { readonly ids: readonly string[]; readonly autor: string }[]
  /** The judges assigned to the category. */
  readonly panel: readonly string[]
  /** The judges whose marks do not count. */
  readonly excluidos: readonly string[]
}

export interface CategoriaDada {
  readonly entradas: readonly EntradaDada[]
  readonly criterios: readonly CriterioDado[]
  readonly regla: ReglaDada
}

interface PuestoEsperado {
  readonly id: string
  readonly lugar: number | null
  readonly nombre: string
  readonly compania: string
  readonly puntos: number | null
  readonly calificaron: { readonly marcaron: number; readonly de: number }
  readonly empate: boolean
  readonly razones: readonly string[]
}

export interface Esperado {
  readonly puestos: readonly PuestoEsperado[]
  readonly empates: readonly { readonly ids: readonly string[]; readonly autor: string | null }[]
  readonly sinContar: readonly { readonly id: string; readonly nombre: string }[]
  /** One for each mark of a ranked entry. */
  readonly efectos: readonly {
    readonly competidorId: string
    readonly juezId: string
    readonly cuenta: boolean
    readonly lugar: number | null
    readonly excluido?: true
  }[]
}

const TOTAL_PRINCIPAL = 'Total del juez principal'

/** Entries that the method leaves equal, and what it says of each of them. */
interface Grupo {
  readonly entradas: readonly EntradaDada[]
  readonly razones: readonly string[]
}

/** The order by a method before ties are broken. */
interface Fallo {
  /** Best first, each group in running order. */
  readonly grupos: readonly Grupo[]
  readonly sinContar: readonly { readonly id: string; readonly nombre: string }[]
  readonly cuenta: (entrada: EntradaDada, marca: MarcaDada) => boolean
  readonly lugarDe: (entrada: EntradaDada, marca: MarcaDada) => number | null
  readonly puntosDe: (entrada: EntradaDada) => number
}

export function esperadoDe({ entradas: dadas, criterios, regla }: CategoriaDada): Esperado {
  const queda = ({ juezId }: MarcaDada) => !regla.excluidos.includes(juezId)
  const entradas = dadas.map((entrada) => ({ ...entrada, marcas: entrada.marcas.filter(queda) }))
  const jueces = new Set(entradas.flatMap(({ marcas }) => marcas.map(({ juezId }) => juezId)))
  for (const juezId of regla.panel) if (!regla.excluidos.includes(juezId)) jueces.add(juezId)
  const enOrden = entradas
    .filter(({ orden, retiro }) => orden !== null && retiro === null)
    .toSorted((a, b) => (a.orden ?? 0) - (b.orden ?? 0) || (a.id < b.id ? -1 : 1))
  const calificadas = enOrden.filter(({ marcas }) => marcas.length > 0)
  const fallo = falloDe({ enOrden: calificadas, criterios, regla, jueces: jueces.size })
  const panel = regla.panel.filter((juezId) => !regla.excluidos.includes(juezId))

  const puestos: PuestoEsperado[] = []
  const empates: Esperado['empates'][number][] = []
  const siguientes = (entrada: EntradaDada, empate: boolean, razones: readonly string[]) =>
    puestos.push({
      ...datosDe(entrada, panel),
      puntos: fallo.puntosDe(entrada),
      lugar: puestos.length + 1,
      empate,
      razones,
    })

  for (const grupo of fallo.grupos) {
    const partes = partesDe(grupo.entradas, (entrada) => claveDe({ entrada, criterios, regla, fallo }))
    for (const [index, parte] of partes.entries()) {
      const autor = autorDe(parte, regla)
      const ordenada = autor === null ? parte : ordenadaPor(autor.ids, parte)
      if (ordenada.length > 1) empates.push({ ids: ordenada.map(({ id }) => id), autor: autor?.autor ?? null })

      for (const [lugar, entrada] of ordenada.entries()) {
        const vecina = lugar === ordenada.length - 1 ? partes[index + 1]?.[0] : undefined
        siguientes(entrada, ordenada.length > 1 && autor === null, [
          ...grupo.razones,
          ...(vecina === undefined ? [] : desempateDe(entrada, vecina, { criterios, regla, fallo })),
          ...(autor === null ? [] : [`Empate resuelto por ${autor.autor}`]),
        ])
      }
    }
  }
  for (const entrada of enOrden.filter(({ marcas }) => marcas.length === 0)) {
    puestos.push({ ...datosDe(entrada, panel), puntos: null, lugar: null, empate: false, razones: [] })
  }

  const efectos = enOrden.flatMap((entrada) =>
    (dadas.find(({ id }) => id === entrada.id)?.marcas ?? []).map((marca) => {
      const de = { competidorId: entrada.id, juezId: marca.juezId }
      if (!queda(marca)) return { ...de, cuenta: false, lugar: null, excluido: true as const }
      return { ...de, cuenta: fallo.cuenta(entrada, marca), lugar: fallo.lugarDe(entrada, marca) }
    }),
  )
  return { puestos, empates, sinContar: fallo.sinContar, efectos }
}

function datosDe(
  entrada: EntradaDada,
  panel: readonly string[],
): Pick<PuestoEsperado, 'id' | 'nombre' | 'compania' | 'calificaron'> {
  const faltan = panel.filter((juezId) => marcaDe(entrada, juezId) === undefined)
  return {
    id: entrada.id,
    nombre: entrada.nombre || 'Sin nombre',
    compania: entrada.compania || 'Sin compañía',
    calificaron: { marcaron: entrada.marcas.length, de: entrada.marcas.length + faltan.length },
  }
}

// The three methods.

interface Caso {
  readonly enOrden: readonly EntradaDada[]
  readonly criterios: readonly CriterioDado[]
  readonly regla: ReglaDada
  /** The number of judges of the category. */
  readonly jueces: number
}

function falloDe({ enOrden, criterios, regla, jueces }: Caso): Fallo {
  switch (regla.metodo) {
    case 'suma':
      return sumaDe(enOrden)
    case 'recortada':
      return recortadaDe(enOrden, jueces)
    case 'mayoria':
      return mayoriaDe(enOrden, criterios, regla)
    default:
      return regla.metodo satisfies never
  }
}

function sumaDe(enOrden: readonly EntradaDada[]): Fallo {
  return {
    grupos: porPuntos(enOrden, sumaDeTodos),
    sinContar: [],
    cuenta: () => true,
    lugarDe: () => null,
    puntosDe: sumaDeTodos,
  }
}

function recortadaDe(enOrden: readonly EntradaDada[], jueces: number): Fallo {
  const cuenta = (entrada: EntradaDada, marca: MarcaDada) => !quitadas(entrada, jueces).includes(marca)
  const puntosDe = (entrada: EntradaDada) =>
    suma(entrada.marcas.filter((marca) => cuenta(entrada, marca)).map(totalDe)) - penalizado(entrada)
  return {
    grupos: porPuntos(enOrden, puntosDe),
    sinContar: [],
    cuenta,
    lugarDe: () => null,
    puntosDe,
  }
}

/**
 * The marks that the trimmed sum drops in a category of five judges or more: one highest (the first by name) and one lowest (the
 * last), which is a missing mark where one is missing.
 */
function quitadas({ marcas }: EntradaDada, jueces: number): MarcaDada[] {
  if (jueces < 5) return []
  const porNombre = marcas.toSorted(porJuez)
  const totales = marcas.map(totalDe)
  const alta = porNombre.find((marca) => totalDe(marca) === Math.max(...totales))
  const falta = marcas.length < jueces
  const baja = porNombre.findLast((marca) => totalDe(marca) === Math.min(...totales))
  return [alta, falta ? undefined : baja].filter((marca) => marca !== undefined)
}

function mayoriaDe(conMarcas: readonly EntradaDada[], criterios: readonly CriterioDado[], regla: ReglaDada): Fallo {
  const jueces: MarcaDada[] = []
  for (const marca of conMarcas.flatMap(({ marcas }) => marcas)) {
    if (!jueces.some(({ juezId }) => juezId === marca.juezId)) jueces.push(marca)
  }
  const cuentan = jueces.filter(({ juezId }) => conMarcas.every((entrada) => marcaDe(entrada, juezId) !== undefined))
  if (cuentan.length === 0) return sumaDe(conMarcas)

  const delJuez = cuentan.map(({ juezId }) => lugaresDelJuez({ conMarcas, juezId, criterios, regla }))
  const filas = conMarcas.map((entrada, index) => ({ entrada, lugares: delJuez.map((lugares) => lugares[index] ?? 0) }))
  const mayoria = Math.floor(cuentan.length / 2) + 1
  const cuentaElJuez = ({ juezId }: MarcaDada) => cuentan.some((juez) => juez.juezId === juezId)
  return {
    grupos: desdeColumna({ filas, mayoria, columna: 1, ultima: filas.length }).map((grupo) => ({
      entradas: grupo.map(({ entrada }) => entrada),
      razones: grupo.slice(0, 1).map((fila) => razonDeMayoria(fila, mayoria)),
    })),
    sinContar: jueces
      .filter((juez) => !cuentaElJuez(juez))
      .toSorted(porJuez)
      .map(({ juezId, juez }) => ({ id: juezId, nombre: juez })),
    cuenta: (_, marca) => cuentaElJuez(marca),
    lugarDe: (entrada, { juezId }) => {
      const juez = cuentan.findIndex((uno) => uno.juezId === juezId)
      return filas.find((fila) => fila.entrada === entrada)?.lugares[juez] ?? null
    },
    puntosDe: sumaDeTodos,
  }
}

interface DeUnJuez {
  readonly conMarcas: readonly EntradaDada[]
  readonly juezId: string
  readonly criterios: readonly CriterioDado[]
  readonly regla: ReglaDada
}

/** The place that a judge gave to each entry: by the total less penalties, then by the criteria of the list. */
function lugaresDelJuez({ conMarcas, juezId, criterios, regla }: DeUnJuez): number[] {
  const propios = regla.desempate.flatMap((elemento) => criterios.filter(({ nombre }) => nombre === elemento))
  const notas = conMarcas.map((entrada) => {
    const marca = marcaDe(entrada, juezId)
    if (marca === undefined) throw new Error('A judge that counts has marked every entry.')
    return [totalDe(marca) - penalizado(entrada), ...propios.map(({ clave }) => numeroDe(marca.criterios[clave]))]
  })
  return notas.map((propia) => {
    const mejores = notas.filter((otra) => compara(otra, propia) < 0).length
    const iguales = notas.filter((otra) => compara(otra, propia) === 0).length
    // The mean of the places from mejores + 1 to mejores + iguales.
    return mejores + (1 + iguales) / 2
  })
}

interface Fila {
  readonly entrada: EntradaDada
  /** The places that the counting judges gave. */
  readonly lugares: readonly number[]
}

interface Columnas {
  readonly filas: readonly Fila[]
  readonly mayoria: number
  readonly columna: number
  readonly ultima: number
}

/** Rules 5 to 8 from one column on: groups of entries, best first, that stay equal to the last column. */
function desdeColumna({ filas, mayoria, columna, ultima }: Columnas): Fila[][] {
  if (filas.length === 0) return []
  if (filas.length === 1 || columna > ultima) return [[...filas]]
  const alcanzan = filas.filter(({ lugares }) => hasta(lugares, columna).length >= mayoria)
  const faltan = filas.filter((fila) => !alcanzan.includes(fila))
  const iguales = partesDe(alcanzan, ({ lugares }) => [
    hasta(lugares, columna).length,
    -suma(hasta(lugares, columna)),
  ]).flatMap((parte) => desdeColumna({ filas: parte, mayoria, columna: columna + 1, ultima }))
  return [...iguales, ...desdeColumna({ filas: faltan, mayoria, columna: columna + 1, ultima })]
}

function hasta(lugares: readonly number[], columna: number): number[] {
  return lugares.filter((lugar) => lugar <= columna)
}

function razonDeMayoria({ lugares }: Fila, mayoria: number): string {
  let columna = 1
  while (hasta(lugares, columna).length < mayoria) columna += 1
  return `Mayoría: ${hasta(lugares, columna).length} de ${lugares.length} jueces en lugar ${columna} o mejor`
}

// Ties.

interface DeUnGrupo {
  readonly criterios: readonly CriterioDado[]
  readonly regla: ReglaDada
  readonly fallo: Fallo
}

/** The figure of an entry for each element of the list; `null`: the category does not have the criterion. */
function valorDe(elemento: string, entrada: EntradaDada, { criterios, regla, fallo }: DeUnGrupo): number | null {
  if (elemento === TOTAL_PRINCIPAL) {
    return suma(entrada.marcas.filter(({ juezId }) => regla.principales.includes(juezId)).map(totalDe))
  }
  const criterio = criterios.find(({ nombre }) => nombre === elemento)
  if (!criterio) return null
  const cuentan = entrada.marcas.filter((marca) => fallo.cuenta(entrada, marca))
  return suma(cuentan.map((marca) => numeroDe(marca.criterios[criterio.clave])))
}

function claveDe({ entrada, ...grupo }: DeUnGrupo & { readonly entrada: EntradaDada }): number[] {
  return grupo.regla.desempate.flatMap((elemento) => valorDe(elemento, entrada, grupo) ?? [])
}

function desempateDe(mejor: EntradaDada, peor: EntradaDada, grupo: DeUnGrupo): string[] {
  for (const elemento of grupo.regla.desempate) {
    const a = valorDe(elemento, mejor, grupo)
    const b = valorDe(elemento, peor, grupo)
    if (a !== null && b !== null && a !== b) return [`Desempate: ${elemento} ${texto(a)} > ${texto(b)}`]
  }
  throw new Error('The list tells neighbouring parts of a group apart.')
}

function autorDe(parte: readonly EntradaDada[], { empates }: ReglaDada): ReglaDada['empates'][number] | null {
  if (parte.length < 2) return null
  const ids = parte
    .map(({ id }) => id)
    .toSorted()
    .join()
  return empates.find((orden) => orden.ids.toSorted().join() === ids) ?? null
}

function ordenadaPor(ids: readonly string[], parte: readonly EntradaDada[]): EntradaDada[] {
  return ids.flatMap((id) => parte.filter((entrada) => entrada.id === id))
}

/** Splits a list into parts of equal keys, the highest key first. Each part keeps the order of the list. */
function partesDe<T>(lista: readonly T[], clave: (uno: T) => readonly number[]): T[][] {
  const claves = lista.map(clave)
  const ordenadas = claves.toSorted(compara)
  const distintas = ordenadas.filter((una, index) => index === 0 || compara(una, ordenadas[index - 1] ?? []) !== 0)
  return distintas.map((una) => lista.filter((_, index) => compara(claves[index] ?? [], una) === 0))
}

/** Negative: `a` is better, which is the higher at the first difference. */
function compara(a: readonly number[], b: readonly number[]): number {
  for (const [index, valor] of a.entries()) {
    const otro = b[index] ?? 0
    if (valor !== otro) return otro - valor
  }
  return 0
}

function porPuntos(enOrden: readonly EntradaDada[], puntosDe: (entrada: EntradaDada) => number): Grupo[] {
  return partesDe(enOrden, (entrada) => [puntosDe(entrada)]).map((entradas) => ({ entradas, razones: [] }))
}

// Numbers: hundredths.

function sumaDeTodos(entrada: EntradaDada): number {
  return suma(entrada.marcas.map(totalDe)) - penalizado(entrada)
}

function penalizado({ penalizaciones }: EntradaDada): number {
  return suma(penalizaciones.map(({ puntos }) => puntos))
}

function totalDe({ l_calificacion }: MarcaDada): number {
  return numeroDe(l_calificacion)
}

function marcaDe({ marcas }: EntradaDada, juezId: string): MarcaDada | undefined {
  return marcas.find((marca) => marca.juezId === juezId)
}

function porJuez(a: MarcaDada, b: MarcaDada): number {
  return a.juez.localeCompare(b.juez, 'es') || (a.juezId < b.juezId ? -1 : 1)
}

function suma(numeros: readonly number[]): number {
  let total = 0
  for (const numero of numeros) total += numero
  return total
}

/** The number in a text, halves rounded away from zero; zero when the text is no number. */
function numeroDe(texto: string | null | undefined): number {
  if (!/^\s*[+-]?(?:\d+\.?\d*|\.\d+)\s*$/.test(texto ?? '')) return 0
  const numero = Number(texto)
  // Six decimals: 1.005 is 100.49999999999999 hundredths in binary.
  const centesimas = Math.round(Number((Math.abs(numero) * 100).toFixed(6)))
  return numero < 0 ? 0 - centesimas : centesimas
}

function texto(centesimas: number): string {
  const digitos = String(Math.abs(centesimas)).padStart(3, '0')
  return `${centesimas < 0 ? '\u2212' : ''}${digitos.slice(0, -2)}.${digitos.slice(-2)}`
}
