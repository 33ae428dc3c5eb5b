const MM_PER_PT = 25.4 / 72
/** Canvas pixels per point on paper. */
const PIXELS_PER_PT = 4
const LINE_HEIGHT = 1.25

export interface Dibujo {
  readonly canvas: HTMLCanvasElement
  /** Millimetres on paper. */
  readonly width: number
  readonly height: number
}

export interface Trazo {
  /** Millimetres on paper. */
  readonly width: number
  /** Points. */
  readonly size: number
  readonly color: string
}

/**
 * Draws a text on a canvas with the fonts of the device, wrapped to a width. For scripts that no font of the PDF has
 * (Chinese, Arabic, emoji). The text is an image in the PDF and cannot be searched.
 */
export function drawTexto(texto: string, { width, size, color }: Trazo): Dibujo {
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
  context.fillStyle = color
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
