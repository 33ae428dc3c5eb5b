import { formatPuntos } from '#domain/calificacion.ts'
import { tituloOf } from '#domain/categoria.ts'
import type { Dia } from '#domain/dia.ts'
import { fechaHoraText } from '#domain/hora.ts'
import type { EstadoResultado } from '#domain/cierre.ts'
import { metodoTitle } from '#domain/metodo.ts'
import { joinNombres } from '#domain/plural.ts'
import { type Penalizado } from '#domain/penalizacion.ts'
import { retiroTitle } from '#domain/retiro.ts'
import type { CategoriaResultadosPart, PuestoMostrado } from '#contract/views/calificaciones.ts'

/** The texts of the printed results of a day. */
export interface Impreso {
  readonly archivo: string
  readonly titulo: string
  readonly secciones: readonly Seccion[]
  /** Shown when there are no categories. */
  readonly vacio: string | null
  /** The foot of each page, before the number of the page: event and time of printing. */
  readonly pie: string
}

export const COLUMNAS = ['Lugar', 'Competidor', 'Compañía', 'Pts'] as const

type Fila = readonly [lugar: string, competidor: string, compania: string, pts: string]

const ESTADOS: Readonly<Record<EstadoResultado, string>> = { provisional: 'Provisional', final: 'Final' }

interface Seccion {
  readonly titulo: string
  /** Lines under the title. */
  readonly notas: readonly string[]
  readonly filas: readonly Fila[]
  /** Shown when there are no rows. */
  readonly vacio: string | null
  /** Lines under the table: the reasons of places, the ties, the judges who do not count, the penalties. */
  readonly pie: readonly string[]
}

/** Where and when a paper is printed: the name of the event, its zone, and the time (ms since 1970). */
export interface Impresion {
  readonly evento: string
  readonly zona: string
  readonly ahora: number
}

/**
 * Makes the texts of the printed results of a day. Names are normalised to NFC: jsPDF does not place
 * combining accents on their letters.
 */
export function impresoOf(
  dia: Dia,
  categorias: readonly CategoriaResultadosPart[],
  { evento, zona, ahora }: Impresion,
): Impreso {
  return {
    archivo: `calificaciones_${dia}.pdf`,
    titulo: `Resultados de Calificaciones - Día: ${dia}`,
    secciones: categorias.map(seccionOf),
    vacio: categorias.length === 0 ? 'No hay categorías registradas para este día.' : null,
    pie: `${evento}, impreso: ${fechaHoraText(ahora, zona)}`.normalize('NFC'),
  }
}

/** An entry without marks has a dash for its place. */
function seccionOf(categoria: CategoriaResultadosPart): Seccion {
  const { nombre, orden, puestos, retirados } = categoria
  return {
    titulo: tituloOf({ nombre, orden }).normalize('NFC'),
    notas: notasOf(categoria),
    filas: [
      ...puestos.map((puesto): Fila => [
        String(puesto.lugar ?? '–'),
        puesto.nombre.normalize('NFC'),
        puesto.compania.normalize('NFC'),
        puntosText(puesto),
      ]),
      ...retirados.map(({ nombre: competidor, compania, retiro }): Fila => [
        '',
        `${competidor} (${retiroTitle(retiro.estado)})`.normalize('NFC'),
        compania.normalize('NFC'),
        '',
      ]),
    ],
    vacio: isEmpty(categoria) ? 'No hay competidores registrados.' : null,
    pie: pieOf(categoria),
  }
}

/** The points, and below them how many judges marked an entry that others have not marked. */
function puntosText({ puntos, sinCalificar, jueces }: PuestoMostrado): string {
  if (sinCalificar) return 'Sin calificar'
  return [puntos === null ? '' : formatPuntos(puntos), jueces ?? ''].filter(Boolean).join('\n')
}

function isEmpty({ puestos, retirados }: CategoriaResultadosPart): boolean {
  return puestos.length === 0 && retirados.length === 0
}

function notasOf(categoria: CategoriaResultadosPart): string[] {
  const { calificada, metodo, vieneDe } = categoria
  const notas = [metodo && metodoTitle(metodo), vieneDe && `Viene de ${vieneDe}`.normalize('NFC')]
  if (!isEmpty(categoria)) notas.push(calificada ? '' : 'Sin calificar', estadoText(categoria))
  return notas.flatMap((nota) => nota || [])
}

/** `Final. Falta el juez 3 en todos`: the state, and the decision of the closing. */
function estadoText({ estado, decision }: CategoriaResultadosPart): string {
  return estado === null ? '' : [ESTADOS[estado], decision?.normalize('NFC')].filter(Boolean).join('. ')
}

function pieOf({ calificada, puestos, empates = [], sinContar, penalizados }: CategoriaResultadosPart): string[] {
  return [
    ...(calificada ? [...puestos.flatMap(razonesText), ...empatesText(empates)] : []),
    ...(sinContar ? [`Sin contar: ${sinContar.join(', ')}`.normalize('NFC')] : []),
    ...penalizados.map(penalizacionText),
  ]
}

/** `Empate: lugares 1 y 2; lugares 4, 5 y 6`. */
function empatesText(empates: readonly (readonly number[])[]): string[] {
  if (empates.length === 0) return []
  return [`Empate: ${empates.map((lugares) => `lugares ${joinNombres(lugares.map(String))}`).join('; ')}`]
}

/** `Lugar 1, Ana. Desempate: Tiempo 8.00 > 7.50. Pasa a Final`; nothing for an entry that has neither. */
function razonesText({ lugar, nombre, razones = [], pasaA }: PuestoMostrado): string[] {
  const texts = [...razones, ...(pasaA === undefined ? [] : [`Pasa a ${pasaA}`])]
  if (texts.length === 0) return []
  return [`Lugar ${lugar ?? '–'}, ${nombre}. ${texts.join('. ')}`.normalize('NFC')]
}

/** The line of one penalty under the table: `Penalización de Ana: −2.00, se pasó del tiempo (Organización)`. */
function penalizacionText({ nombre, puntos, motivo, autor }: Penalizado): string {
  return `Penalización de ${nombre}: ${formatPuntos(-puntos)}, ${motivo} (${autor})`.normalize('NFC')
}

/**
 * The way to print a text: `latina`, with a standard font of PDF; `extendida`, with the embedded font (Latin with every
 * accent, Greek, Cyrillic); `dibujo`, as a picture that the browser draws with a font of the device.
 */
export type Escritura = 'latina' | 'extendida' | 'dibujo'

/** The characters of Windows-1252 that every standard font of PDF has. */
const LATINA =
  /^[\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac]*$/
/** Excludes combining marks: jsPDF does not place them on their letter. */
const EXTENDIDA =
  /^[\u0020-\u007e\u00a0-\u02ff\u0370-\u03e1\u03f0-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2116\u2122\u2212]*$/

/** The simplest way to print a text. */
export function escrituraOf(texto: string): Escritura {
  if (LATINA.test(texto)) return 'latina'
  return EXTENDIDA.test(texto) ? 'extendida' : 'dibujo'
}

/** The texts of a sheet that people have typed. */
export function textosOf({ secciones, pie: foot }: Impreso): string[] {
  return [foot, ...secciones.flatMap(({ titulo, notas, filas, pie }) => [titulo, ...notas, ...filas.flat(), ...pie])]
}
