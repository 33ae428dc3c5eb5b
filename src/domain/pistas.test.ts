import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propuestasOf, suertesOf, type Destino } from './pistas.ts'

/** An entry whose id is its name and category. */
function aDestino(nombre: string, categoria = 'Salsa', numero = ''): Destino {
  return { id: `${nombre}/${categoria}`, nombre, categoria, ...(numero && { numero }), tieneMusica: false }
}

const findAll = (archivos: readonly string[], destinos: readonly Destino[]) =>
  propuestasOf(
    archivos.map((nombre) => ({ nombre })),
    destinos,
  )
const find = (archivo: string, ...destinos: readonly Destino[]) => findAll([archivo], destinos)[0]
const ANA_Y_BETO = aDestino('Ana y Beto')
const MARIA = aDestino('María')
const NUMERADA = aDestino('Ana y Beto', 'Salsa', '12')
const OTRA = aDestino('Luis', 'Salsa', '13')

test.each([
  ['Ana y Beto.mp3', ANA_Y_BETO],
  ['ana_y-beto.MP3', ANA_Y_BETO],
  ['AnaYBeto.mp3', ANA_Y_BETO],
  ['12 - Ana y Beto.mp3', ANA_Y_BETO],
  ['012. ana y beto.mp3', ANA_Y_BETO],
  ['Mari\u0301a.mp3', MARIA],
  ['3 Hermanos.mp3', aDestino('3 Hermanos')],
  ['12.mp3', NUMERADA],
  ['012 - Ana y Beto.mp3', NUMERADA],
  ['#12 ana beto.mp3', NUMERADA],
  ['12a_ana y beto.mp3', aDestino('Ana y Beto', 'Salsa', '12A')],
])('%s belongs to one entry alone', (archivo, destino) => {
  const others = [aDestino('Caro'), aDestino('Dani', 'Bachata', '40')]
  expect(find(archivo, ...others, destino)).toMatchObject({
    candidatos: [destino.id],
    elegido: destino.id,
    isCierta: true,
  })
})

test.each([
  ['only `y` differs', 'ana_beto.mp3', [ANA_Y_BETO], ANA_Y_BETO],
  ['only the category differs', 'ana_beto_SALSA.mp3', [ANA_Y_BETO], ANA_Y_BETO],
  ['a word of the category stands behind', 'Ana y Beto cha.mp3', [aDestino('Ana y Beto', 'Cha cha chá')], undefined],
  ['only the accents differ', 'maria.mp3', [MARIA], MARIA],
  ['the accents tell two apart', 'María.mp3', [aDestino('Maria'), MARIA], MARIA],
  ['two have the name', 'Ana.mp3', [aDestino('Ana', 'Son'), aDestino('Ana')], aDestino('Ana', 'Son')],
  ['the category tells two apart', 'Ana Bachata.mp3', [aDestino('Ana'), aDestino('Ana', 'Bachata')], undefined],
  ['the category is another one', 'Ana Son.mp3', [aDestino('Beto', 'Son'), aDestino('Ana')], undefined],
  ['the name ends like a category', 'Ana Salsa.mp3', [aDestino('Ana'), aDestino('Ana Salsa', 'Son')], undefined],
  ['number and name disagree', '13 - Ana y Beto.mp3', [NUMERADA, OTRA], NUMERADA],
  ['the number is another one', '99 - Ana y Beto.mp3', [NUMERADA], NUMERADA],
  ['no entry has the name', '13 - mezcla final.mp3', [NUMERADA, OTRA], OTRA],
  ['only signs differ from a number', '12.mp3', [aDestino('12!')], undefined],
  ['two days have the number', '13.mp3', [OTRA, aDestino('Eva', 'Son', '13')], OTRA],
  [
    'the number is a part of a name',
    '12 Ana.mp3',
    [aDestino('12 Ana', 'Son', '7'), aDestino('Ana', 'Son', '12')],
    undefined,
  ],
  ['another day is open', '12 - Ana y Beto.mp3', [NUMERADA, aDestino('Ana y Beto', 'Son')], NUMERADA],
  ['it is a second copy', 'Ana y Beto (1).mp3', [ANA_Y_BETO], ANA_Y_BETO],
])('where %s, the person confirms the likeliest', (_, archivo, destinos, likeliest = destinos.at(-1)) => {
  const found = find(archivo, ...destinos)
  expect(found).toMatchObject({ elegido: likeliest?.id, isCierta: false })
  expect(found?.candidatos[0]).toBe(likeliest?.id)
})

test('a name that no entry has gives none, also where an entry lacks its name', () => {
  const none = { candidatos: [], elegido: null, isCierta: false }
  const destinos = [ANA_Y_BETO, aDestino(''), aDestino('🔥')]
  for (const archivo of ['mezcla.mp3', 'Salsa.mp3', '7.mp3', '.mp3', 'y.mp3', '!!.mp3', 'Anabel.mp3'])
    expect(find(archivo, ...destinos)).toMatchObject(none)
})

test('of entries that fit alike the one without a track is likelier, and two files do not get the same', () => {
  const con = { ...aDestino('Ana'), tieneMusica: true }
  expect(find('Ana.mp3', con, aDestino('Ana', 'Son'))?.elegido).toBe('Ana/Son')
  const two = [aDestino('Ana'), aDestino('Ana', 'Son')]
  expect(findAll(['Ana.mp3', 'ANA.mp3'], two).map(({ elegido }) => elegido)).toEqual(['Ana/Salsa', 'Ana/Son'])
})

test('a number tells two of one name apart, also where the name is the category of the other', () => {
  const found = find('02 - Salsa.mp3', aDestino('Salsa', 'Son', '2'), aDestino('Salsa', 'Salsa', '3'))
  expect(found).toMatchObject({ elegido: 'Salsa/Son', isCierta: true })
})

test('of several files for an entry the certain one is new; what an entry has already, or has a fault, is left out', () => {
  const pista = (elegido: string | null, isCierta: boolean, fault: string | null = null) => ({
    elegido,
    isCierta,
    fault,
  })
  const pistas = [
    pista('a', true, 'No es un mp3.'),
    pista('a', false),
    pista('a', true),
    pista('a', true),
    pista('b', true),
    pista(null, false),
  ]
  expect(suertesOf(pistas, new Set('b'))).toEqual(['falla', 'repetida', 'nueva', 'repetida', 'ya', 'sin'])
})

const PALABRAS = ['Ana', 'Aná', 'Beto', 'María', 'Maria', 'Ñico', 'Nico', 'Salsa', 'Son', '3', '12', 'José']
const nombre = fc
  .array(fc.constantFrom(...PALABRAS), { minLength: 1, maxLength: 3 })
  .chain((words) => fc.constantFrom(' ', ' y ').map((joint) => words.join(joint)))
const categoria = fc.constantFrom('Salsa', 'Son', 'Cha cha chá', 'Salsa y Son')

/** Entries with different ids; on some days the order is closed. */
const event = fc.array(fc.tuple(nombre, categoria, fc.boolean()), { minLength: 1, maxLength: 12 }).map((list) =>
  list.map(([one, own, isClosed], index) => ({
    ...aDestino(one, own, isClosed ? String(index + 1) : ''),
    id: String(index),
  })),
)

/** Ways in which a person writes the name of a file. */
const WAYS: readonly ((texto: string, destino: Destino, index: number) => string)[] = [
  (texto) => texto.toUpperCase(),
  (texto) => texto.replaceAll(' ', '_'),
  (texto) => texto.replaceAll(' ', ''),
  (texto) => texto.normalize('NFD'),
  (texto) => texto.normalize('NFD').replaceAll(/\p{M}/gu, ''),
  (texto) => texto.replaceAll(/ [ye] /gi, ' '),
  (texto, one) => `${texto} - ${one.categoria}`,
  (texto) => `${texto} (1)`,
  // The turn of the day: its number where the order is closed.
  (texto, _one, index) => `${String(index + 1).padStart(2, '0')} - ${texto}`,
]

test('however the name of an entry is written, its track never goes to another one without a question', () => {
  const ways = fc.array(fc.nat(WAYS.length - 1), { maxLength: 4 })
  fc.assert(
    fc.property(event, fc.nat(), ways, (destinos, at, chosen) => {
      const index = at % destinos.length
      const destino = destinos[index]
      if (!destino) return
      const texto = [...new Set(chosen)]
        .toSorted((a, b) => a - b)
        .reduce((text, way) => WAYS[way]?.(text, destino, index) ?? text, destino.nombre)
      const found = find(`${texto}.mp3`, ...destinos)
      expect(found?.candidatos).toContain(destino.id)
      if (found?.isCierta) expect(found.elegido).toBe(destino.id)
    }),
    { numRuns: 500 },
  )
})
