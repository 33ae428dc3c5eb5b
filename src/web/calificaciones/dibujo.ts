const MM_PER_PT = 25.4 / 72
/** Pixels of the drawing per point on paper: sharp when printed. */
const SHARPNESS = 4
const LINE = 1.25

export interface Dibujo {
  readonly canvas: HTMLCanvasElement
  /** On paper, in millimetres. */
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
 * Draws a text with the fonts of this device, wrapped to a width: Chinese, Arabic, emoji. On paper it looks as it does on the
 * screen; it is a picture there, and cannot be searched for.
 */
export function drawTexto(texto: string, { width, size, color }: Trazo): Dibujo {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no canvas to draw on.')
  const em = size * SHARPNESS
  const font = `${em}px system-ui, sans-serif`
  context.font = font
  const most = (width / MM_PER_PT) * SHARPNESS
  const lines = wrap(texto, (line) => context.measureText(line).width <= most)

  canvas.width = Math.ceil(most)
  canvas.height = Math.ceil(lines.length * em * LINE)
  // A canvas of another size has forgotten how it was to draw.
  context.font = font
  context.fillStyle = color
  context.textBaseline = 'middle'
  for (const [index, line] of lines.entries()) context.fillText(line, 0, (index + 0.5) * em * LINE)
  return { canvas, width, height: lines.length * size * LINE * MM_PER_PT }
}

/** Breaks where the language allows it; scripts without spaces too. */
function wrap(texto: string, fits: (line: string) => boolean): string[] {
  const lines = ['']
  for (const { segment } of new Intl.Segmenter('es', { granularity: 'word' }).segment(texto)) {
    const line = `${lines.at(-1)}${segment}`
    if (fits(line)) lines[lines.length - 1] = line
    else lines.push(segment.trimStart())
  }
  return lines.filter((line) => line !== '')
}
