import { readLibro } from './libro.ts'

/** Answers each workbook with its list, or with null when it cannot be read. */
addEventListener('message', ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => {
  // What is no workbook, or one that is too large, is refused: the page says so.
  readLibro(data).then(postMessage, () => postMessage(null))
})
