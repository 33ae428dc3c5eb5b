import { decode, type Decoded } from './codificacion.ts'

/** A list of 2,000 rows has a tenth of it. */
const MAX_BYTES = 5 * 1024 * 1024
/** How a workbook begins: it is an archive. */
const ZIP = 'PK\u0003\u0004'

/**
 * The list of a file that a person chose: a workbook, or text from the encoding of the program that saved it. `null` when it is
 * neither: an image, a PDF or a workbook of 1997 has zero bytes. Other control characters may be part of a stored name.
 */
export async function readArchivo(file: Blob): Promise<Decoded | null> {
  if (file.size > MAX_BYTES) return null
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (new TextDecoder().decode(bytes.subarray(0, 4)) === ZIP) {
      const texto = await readWorkbook(bytes)
      return texto === null ? null : { texto, isDoubtful: false }
    }
    const { texto, isDoubtful } = decode(bytes)
    return texto.includes('\0') ? null : { texto: texto.replaceAll(/\r\n?/g, '\n'), isDoubtful }
  } catch {
    // The file was moved or changed after it was chosen: the caller says that it cannot be read.
    return null
  }
}

/** A workbook with 2,000 rows takes less than a second. */
const WORKBOOK_MS = 20_000

/** Reads a workbook in a worker, so that a large one does not stop the page. `null` when it cannot be read, or not in time. */
async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const worker = new Worker(new URL('libro.worker.ts', import.meta.url), { type: 'module' })
  const answer = new Promise<string | null>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => resolve(data))
    worker.addEventListener('error', () => resolve(null))
    setTimeout(resolve, WORKBOOK_MS, null)
  })
  worker.postMessage(bytes, [bytes.buffer])
  return answer.finally(() => worker.terminate())
}
