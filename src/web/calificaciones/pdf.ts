import fontUrl from '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf?url'
import { jsPDF } from 'jspdf'
import { autoTable, type Cell, type CellHookData } from 'jspdf-autotable'
import type { Resultados } from '#contract/views/calificaciones.ts'
import { COLUMNAS, escrituraOf, impresoOf, textosOf, type Impresion, type Impreso } from './impreso.ts'

const MARGIN = 14
const LUGAR = 18
const PTS = 30
const SIZE = 10
const HEADING_SIZE = 13
const FOOT_SIZE = 8
const PADDING = 2
/** Rows that always fit on one page. A category with no more rows is not split. */
const ONE_PAGE = 24
const INK = '#231a2b'
const STAGE = '#1a0b2b'
const LINE = '#b9aec2'

/** Makes the PDF of a day's results, and its file name. This module loads on first use. */
export async function makePdf(
  { dia, categorias }: Resultados,
  impresion: Impresion,
): Promise<{ file: Blob; name: string }> {
  const impreso = impresoOf(dia, categorias, impresion)
  const doc = new jsPDF({ format: 'letter', compress: true })
  doc.setProperties({ title: impreso.titulo })
  doc.setLanguage('es-MX')
  const needsFont = textosOf(impreso).some((texto) => escrituraOf(texto) === 'extendida')
  const font = needsFont ? await embedFont(doc) : 'helvetica'

  doc.setFont(font, 'normal')
  doc.setTextColor(INK)
  doc.setFontSize(16)
  doc.text(impreso.titulo, MARGIN, 20)
  doc.setFontSize(SIZE)
  if (impreso.vacio) doc.text(impreso.vacio, MARGIN, 32)
  let top = 25
  for (const seccion of impreso.secciones) top = drawSeccion(doc, seccion, { font, top })
  drawPies(doc, impreso.pie)
  return { file: doc.output('blob'), name: impreso.archivo }
}

/** Draws the foot of each page: event and time of printing on the left, the number of the page on the right. */
function drawPies(doc: jsPDF, pie: string): void {
  const [width, height] = [doc.internal.pageSize.getWidth(), doc.internal.pageSize.getHeight()]
  const top = height - MARGIN / 2
  const pages = doc.getNumberOfPages()
  const drawing = escrituraOf(pie) === 'dibujo' ? drawTexto(pie, width / 2, FOOT_SIZE) : null
  doc.setFontSize(FOOT_SIZE)
  for (let page = 1; page <= pages; page += 1) {
    doc.setPage(page)
    if (drawing) doc.addImage(drawing.canvas, 'PNG', MARGIN, top - drawing.height / 2, drawing.width, drawing.height)
    else doc.text(pie, MARGIN, top)
    doc.text(`Página ${page} de ${pages}`, width - MARGIN, top, { align: 'right' })
  }
}

/** Adds a font with all Latin, Greek and Cyrillic letters. jsPDF writes only the used letters to the file. */
async function embedFont(doc: jsPDF): Promise<string> {
  const answer = await fetch(fontUrl)
  if (!answer.ok) throw new Error(`The font was answered with ${answer.status}.`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  let binary = ''
  for (let from = 0; from < bytes.length; from += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(from, from + 0x8000))
  }
  doc.addFileToVFS('noto.ttf', binary)
  doc.addFont('noto.ttf', 'noto', 'normal')
  return 'noto'
}

/** Draws a category. Its heading and columns repeat on every page. Returns the position of its end, in mm. */
function drawSeccion(
  doc: jsPDF,
  seccion: Impreso['secciones'][number],
  { font, top }: { font: string; top: number },
): number {
  const width = doc.internal.pageSize.getWidth() - 2 * MARGIN
  const nombre = (width - LUGAR - PTS) / 2
  const widths = [LUGAR, nombre, nombre, PTS]
  const drawings = new Map<Cell, Dibujo>()
  const heading = { content: seccion.titulo, colSpan: 4, styles: HEADING }
  const notas = seccion.notas.map((content) => [{ content, colSpan: 4, styles: NOTE }])
  const vacio = seccion.vacio ? [[{ content: seccion.vacio, colSpan: 4 }]] : []
  const pie = seccion.pie.map((content) => [{ content, colSpan: 4, styles: NOTE }])

  autoTable(doc, {
    startY: top,
    margin: MARGIN,
    theme: 'grid',
    pageBreak: seccion.filas.length > ONE_PAGE ? 'auto' : 'avoid',
    rowPageBreak: 'avoid',
    styles: { font, fontSize: SIZE, cellPadding: PADDING, valign: 'middle', textColor: INK, lineColor: LINE },
    headStyles: { fillColor: STAGE, textColor: '#ffffff', fontStyle: font === 'helvetica' ? 'bold' : 'normal' },
    columnStyles: Object.fromEntries(widths.map((cellWidth, column) => [column, { cellWidth }])),
    head: [[heading], ...notas, [...COLUMNAS]],
    body: [...seccion.filas.map((fila) => [...fila]), ...vacio, ...pie],
    didParseCell: ({ cell, column, row }) => {
      if (cell.colSpan === 1) cell.styles.halign = ALIGN[column.index] ?? 'left'
      const isHeading = row.section === 'head'
      const texto = cell.text.join(' ')
      if (escrituraOf(texto) !== 'dibujo') return
      const room = (cell.colSpan === 1 ? (widths[column.index] ?? width) : width) - 2 * PADDING
      const drawing = drawTexto(texto, room, isHeading ? HEADING_SIZE : SIZE)
      drawings.set(cell, drawing)
      cell.text = ['']
      cell.styles.minCellHeight = drawing.height + 2 * PADDING
    },
    didDrawCell: (data) => placeDrawing(doc, data, drawings.get(data.cell)),
  })
  return endOfLastTable(doc) + 6
}

const ALIGN: readonly ('left' | 'center' | 'right')[] = ['center', 'left', 'left', 'right']

const HEADING = {
  fillColor: '#ffffff',
  textColor: INK,
  fontSize: HEADING_SIZE,
  lineWidth: 0,
  cellPadding: { top: 3, right: 0, bottom: 1.5, left: 0 },
} as const

/** A line of text above or below the cells. A row of the table, so that it stays on the page of the table. */
const NOTE = {
  // A fill would cover the line of the cell above.
  fillColor: false,
  textColor: INK,
  fontStyle: 'normal',
  lineWidth: 0,
  cellPadding: { top: 1.5, right: 0, bottom: 2, left: 0 },
} as const

function placeDrawing(doc: jsPDF, { cell }: CellHookData, drawing: Dibujo | undefined): void {
  if (!drawing) return
  const top = cell.y + (cell.height - drawing.height) / 2
  doc.addImage(drawing.canvas, 'PNG', cell.x + cell.padding('left'), top, drawing.width, drawing.height)
}

/** Where the last drawn table of the PDF ends, in mm from the top of its page. The plugin sets it on the document; its types do not declare it. */
function endOfLastTable(doc: jsPDF): number {
  const { lastAutoTable } = doc as unknown as { readonly lastAutoTable: { readonly finalY: number } }
  return lastAutoTable.finalY
}

const MM_PER_PT = 25.4 / 72
/** Canvas pixels per point on paper. */
const PIXELS_PER_PT = 4
const LINE_HEIGHT = 1.25

interface Dibujo {
  readonly canvas: HTMLCanvasElement
  /** Millimetres on paper. */
  readonly width: number
  readonly height: number
}

/**
 * Draws a text on a canvas with the fonts of the device, wrapped to a width. For scripts that no font of the PDF has
 * (Chinese, Arabic, emoji). The text is an image in the PDF and cannot be searched. `width` is in millimetres, `size` in points.
 */
function drawTexto(texto: string, width: number, size: number): Dibujo {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no canvas to draw on.')
  const em = size * PIXELS_PER_PT
  const font = `${em}px system-ui, sans-serif`
  context.font = font
  const maxWidth = (width / MM_PER_PT) * PIXELS_PER_PT
  const lines = wrap(texto, (line) => context.measureText(line).width <= maxWidth)

  canvas.width = Math.ceil(maxWidth)
  canvas.height = Math.ceil(lines.length * em * LINE_HEIGHT)
  // Resizing a canvas resets its font and styles.
  context.font = font
  context.fillStyle = INK
  context.textBaseline = 'middle'
  for (const [index, line] of lines.entries()) context.fillText(line, 0, (index + 0.5) * em * LINE_HEIGHT)
  return { canvas, width, height: lines.length * size * LINE_HEIGHT * MM_PER_PT }
}

/** Breaks a text into lines at word boundaries, also in scripts without spaces. */
function wrap(texto: string, fits: (line: string) => boolean): string[] {
  const lines = ['']
  for (const { segment } of new Intl.Segmenter('es', { granularity: 'word' }).segment(texto)) {
    const line = `${lines.at(-1)}${segment}`
    if (fits(line)) lines[lines.length - 1] = line
    else lines.push(segment.trimStart())
  }
  return lines.filter((line) => line !== '')
}
