import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** The XML of the rows of a sheet. A cell that begins with `<c ` is XML; an empty one is left out. */
export function hojaOf(filas: readonly (readonly string[])[], first = 1): string {
  return filas
    .map((celdas, index) => {
      const fila = first + index
      const cells = celdas.map((celda, at) => {
        if (celda === '' || celda.startsWith('<c ')) return celda
        const text = celda.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '&#10;')
        return `<c r="${letterOf(at)}${fila}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
      })
      return `<row r="${fila}">${cells.join('')}</row>`
    })
    .join('')
}

const letterOf = (at: number): string => String.fromCharCode(65 + at)

/** A workbook of these sheets, with further files of its archive. */
export async function libroOf(
  hojas: readonly string[],
  files: Readonly<Record<string, string | Buffer>> = {},
): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile()
  const ids = hojas.map((_, index) => index + 1)
  const all: Readonly<Record<string, string | Buffer>> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${ids
      .map((id) => `<sheet name="Hoja ${id}" sheetId="${id}" r:id="rId${id}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}">${ids
      .map((id) => `<Relationship Id="rId${id}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${id}.xml"/>`)
      .join('')}</Relationships>`,
    ...Object.fromEntries(
      hojas.map((rows, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
    ...files,
  }
  for (const [name, content] of Object.entries(all)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return Buffer.from(await buffer(zip.outputStream))
}
