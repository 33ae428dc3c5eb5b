import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CategoriaConocida,
  cuentaOf,
  desenlacesOf,
  type TextosDeFila,
  hasChanged,
  readCarga,
} from '#domain/carga.ts'
import { DIAS } from '#domain/dia.ts'
import { CATEGORIAS, COMPANIAS, type ListaAlAzar, NOMBRES, unaLista } from '../../../tests/support/listas.ts'
import { casos } from '../../../tests/support/random.ts'
import { readArchivo } from './archivo.ts'
import { decode } from './codificacion.ts'
import { tablasOf } from './csv.ts'
import { readLibro } from './libro.ts'

const LISTAS = casos(500)

/** Categories with entries, former names and one that is closed. */
const unEvento = fc
  .array(
    fc.record({
      nombre: fc.constantFrom(...CATEGORIAS, 'Rueda'),
      dia: fc.constantFrom(...DIAS),
      cerrada: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
      competidores: fc.array(
        fc.record({ nombre: fc.constantFrom(...NOMBRES, null), compania: fc.constantFrom(...COMPANIAS, '', null) }),
        { maxLength: 4 },
      ),
      anteriores: fc.array(
        fc.record({ nombre: fc.constantFrom(...CATEGORIAS), dia: fc.constantFrom(...DIAS), revision: fc.nat(99) }),
        { maxLength: 3 },
      ),
    }),
    { maxLength: 6 },
  )
  .map((all) => all.map((one, index): CategoriaConocida => ({ ...one, id: `c${index}`, orden: index + 1 })))

async function textOf({ archivo, forma }: ListaAlAzar): ReturnType<typeof readArchivo> {
  const bytes = await archivo()
  // The worker of a browser runs the same function.
  if (forma === 'libro') return { texto: await readLibro(bytes), isDoubtful: false }
  return readArchivo(new Blob([bytes]))
}

/** The event after the load. */
function loaded(
  categorias: readonly CategoriaConocida[],
  filas: readonly TextosDeFila[],
  desenlaces: ReturnType<typeof desenlacesOf>,
): CategoriaConocida[] {
  const news = cuentaOf(desenlaces).nuevas.map(({ dia, nombre }, index): CategoriaConocida => ({
    id: `n${index}`,
    dia,
    nombre,
    orden: 100 + index,
    cerrada: false,
    competidores: [],
    anteriores: [],
  }))
  const { nuevas } = cuentaOf(desenlaces)
  const idOf = (desenlace: (typeof desenlaces)[number] | undefined) => {
    if (desenlace?.que !== 'nuevo') return null
    return desenlace.destino.id ?? `n${nuevas.indexOf(desenlace.destino)}`
  }
  return [...categorias, ...news].map((categoria) => ({
    ...categoria,
    competidores: [...categoria.competidores, ...filas.filter((_, at) => idOf(desenlaces[at]) === categoria.id)],
  }))
}

test(
  'a random list is read as it is meant, what the check says is what the load does, and the list again changes nothing',
  { timeout: 60_000 + LISTAS * 20 },
  async () => {
    await fc.assert(
      fc.asyncProperty(unaLista, unEvento, async (lista, evento) => {
        const read = await textOf(lista)
        // The page asks the person about the accents.
        fc.pre(read !== null && !read.isDoubtful)
        const carga = readCarga(tablasOf(read.texto))
        const isEmpty = lista.filas.every((fila) => fila && Object.values(fila).every((texto) => texto === ''))
        if (isEmpty) {
          expect(carga).toEqual({ fault: 'La lista está vacía.' })
          return
        }
        if ('fault' in carga) throw new Error(`${lista.forma}: ${carga.fault}`)

        // A cell that is empty in the row of an entry is that of the row above; an entry is never invented or left out.
        const above = { dia: '', categoria: '' }
        const meant = lista.filas
          .filter((fila) => fila === null || Object.values(fila).some((texto) => texto !== ''))
          .map((fila) => {
            if (!fila) return null
            const isEntry = fila.nombre !== ''
            const dia = fila.dia || (isEntry ? above.dia : '')
            const categoria = fila.categoria || (isEntry ? above.categoria : '')
            if (dia) above.dia = dia
            if (categoria) above.categoria = categoria
            return { ...fila, dia, categoria }
          })
        expect(carga.arriba).toBe(lista.arriba)
        expect(carga.filas).toHaveLength(meant.length)
        const isShifted = meant.includes(null)
        if (isShifted) {
          for (const [index, fila] of meant.entries()) {
            if (!fila) expect(carga.filas[index]?.fault).toMatch(/^La fila tiene \d+ celdas y la cabeza 5:/)
          }
        } else expect(carga.filas.map(({ fila: _fila, ...rest }) => rest)).toEqual(meant)

        const desenlaces = desenlacesOf(carga.filas, evento)
        const good = carga.filas.filter((_, at) => desenlaces[at]?.que !== 'error')
        const shown = desenlaces.filter((one) => one.que !== 'error')
        // The client sends the texts alone.
        const sent = good.map(({ dia, categoria, nombre, compania }) => ({ dia, categoria, nombre, compania }))
        const done = desenlacesOf(sent, evento)
        expect(
          hasChanged(
            done,
            shown.map(({ que, destino }) => ({ que, categoriaId: destino.id })),
          ),
        ).toBe(false)
        expect(cuentaOf(done)).toMatchObject({ nuevos: cuentaOf(desenlaces).nuevos, ya: cuentaOf(desenlaces).ya })

        // With a fault nothing is loaded: the person takes those rows out.
        const again = cuentaOf(desenlacesOf(good, loaded(evento, sent, done)))
        expect(again).toEqual({ nuevas: [], nuevos: 0, ya: good.length, errores: 0 })
      }),
      { numRuns: LISTAS },
    )
  },
)

test('Spanish text in an encoding of Mac or MS-DOS is never read wrong without a question', async () => {
  await fc.assert(
    fc.asyncProperty(unaLista, async (lista) => {
      const { texto, isDoubtful } = decode(await lista.archivo())
      const isSpanish = !/[^\p{ASCII}áéíñúÍÑ¡ª–]/u.test(texto.replace(/^\uFEFF/, ''))
      expect(lista.forma === 'libro' || isDoubtful || isSpanish ? '' : texto).toBe('')
    }),
    { numRuns: LISTAS },
  )
})
