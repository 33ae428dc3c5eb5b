import { expect, test } from 'vitest'
import { withdrawCompetidor } from '#contract/calificaciones.ts'
import { readBitacora } from '#contract/bitacora.ts'
import {
  createCategoria,
  deleteCategoria,
  drawCategoria,
  moveCategoria,
  updateCategoria,
} from '#contract/categorias.ts'
import {
  closeOrden,
  deleteCompetidor,
  mesaDeDia,
  moveCompetidor,
  openOrden,
  placeCompetidor,
} from '#contract/competidores.ts'
import { setPublicacion } from '#contract/horario.ts'
import { addCompetidor, createCarga, misInscripciones, updateInscripcion } from '#contract/inscripciones.ts'
import { resultados } from '#contract/views/calificaciones.ts'
import { horario, horarioDeDia } from '#contract/views/horario.ts'
import { juez, jurado } from '#contract/views/jueces.ts'
import { DIAS, type Dia } from '#domain/dia.ts'
import { accept } from '../support/acepta.ts'
import { Refused, startApp, type Client, type TestApp } from '../support/app.ts'
import { aCompetidor, seedCalificacion, seedDia, seedRetiro } from '../support/builders.ts'
import { seeDetalle } from '../support/detalle.ts'
import { load, readTreeAt, treeIn, unload } from '../support/evento.ts'
import { stepOf } from '../support/mover.ts'
import { casos, generator } from '../support/random.ts'

const MOTIVO = { motivo: 'Cambio de vestuario' }
const ABRE = { motivo: 'Llegó otra pareja' }

type Escena = TestApp & { readonly admin: Client; readonly id: (nombre: string) => string }

async function aDay(): Promise<Escena> {
  const app = await startApp()
  const { categorias, competidores } = await seedDia(app, 'jueves', {
    Salsa: ['Ana', 'Beto', 'Caro'],
    Vacía: 0,
    Son: ['Dani', 'Elsa'],
  })
  const ids = new Map([...categorias, ...competidores].map(({ id, nombre }) => [nombre, id]))
  return { ...app, admin: await app.as('admin'), id: (nombre) => ids.get(nombre) ?? '' }
}

/** The running order of a day with the numbers that visitors see: `1 Ana, 2 Beto`. */
async function orderOf({ visitor }: TestApp, dia: Dia = 'jueves'): Promise<string> {
  const { categorias = [] } = (await visitor.see(horarioDeDia, { dia })) ?? {}
  return categorias
    .flatMap(({ competidores }) => competidores)
    .map(({ nombre, numero }) => (numero === undefined ? nombre : `${numero} ${nombre}`))
    .join(', ')
}

const add = ({ admin, id }: Escena, categoria: string, nombre: string) =>
  admin.send(addCompetidor, { id: id(categoria), nombre, compania: 'Son' })

async function logOf({ admin }: Escena, many: number): Promise<string[]> {
  const { actos } = await admin.send(readBitacora, {})
  return actos.slice(0, many).map(({ que, antes, despues }) => [que, antes, despues].join(' | '))
}

test('closing the order freezes positions as numbers; moves and draws then need a reason and change no number', async () => {
  await using escena = await aDay()
  const { admin, id } = escena
  await admin.send(closeOrden, { dia: 'jueves' })
  expect(await orderOf(escena)).toBe('1 Ana, 2 Beto, 3 Caro, 4 Dani, 5 Elsa')
  expect(await admin.see(mesaDeDia, { dia: 'jueves' })).toMatchObject({ ordenCerrado: true })
  expect(await admin.see(mesaDeDia, { dia: 'viernes' })).toMatchObject({ ordenCerrado: false })

  const up = { id: id('Caro'), antesDe: id('Ana') }
  const son = { id: id('Son'), direccion: 'up', vecinoId: id('Salsa') } as const
  const draw = { id: id('Salsa'), acepta: ['¿Sortear el orden de Salsa?'] }
  for (const asked of [admin.send(moveCompetidor, up), admin.send(moveCategoria, son), admin.send(drawCategoria, draw)])
    await expect(asked).rejects.toMatchObject({ status: 409, code: 'orden.motivo' })
  expect(await orderOf(escena)).toBe('1 Ana, 2 Beto, 3 Caro, 4 Dani, 5 Elsa')

  await admin.send(moveCompetidor, { ...up, ...MOTIVO })
  await admin.send(moveCategoria, { ...son, ...MOTIVO })
  expect(await orderOf(escena)).toBe('4 Dani, 5 Elsa, 3 Caro, 1 Ana, 2 Beto')
  await admin.send(drawCategoria, { id: id('Son'), ...MOTIVO })
  expect((await orderOf(escena)).split(', ').slice(0, 2).toSorted()).toEqual(['4 Dani', '5 Elsa'])
  expect(await logOf(escena, 4)).toEqual([
    expect.stringMatching(/^Sorteo de Son \| Orden: 1\. Dani, 2\. Elsa \| .*Motivo: Cambio de vestuario/),
    'Categoría Son | Orden: 3 | Orden: 1; Motivo: Cambio de vestuario',
    'Competidor Caro | Orden: 3 | Orden: 1; Motivo: Cambio de vestuario',
    'Orden del jueves: cerrado |  | ',
  ])
  await expect(admin.send(closeOrden, { dia: 'jueves' })).rejects.toMatchObject({ code: 'orden.closed' })

  await admin.send(openOrden, { dia: 'jueves', ...ABRE })
  expect(await orderOf(escena)).not.toMatch(/\d/)
  expect(await logOf(escena, 1)).toEqual(['Orden del jueves: abierto |  | Motivo: Llegó otra pareja'])
  await expect(admin.send(openOrden, { dia: 'jueves', ...ABRE })).rejects.toMatchObject({ code: 'orden.open' })
  await admin.send(moveCompetidor, { id: id('Ana'), antesDe: id('Caro') })
  await admin.send(closeOrden, { dia: 'jueves' })
  expect(await orderOf(escena)).toMatch(/3 Ana, 4 Caro, 5 Beto$/)
})

test('a late entry goes last and gets a letter; deleting leaves a hole, and no number is given twice', async () => {
  await using escena = await aDay()
  const { admin, id } = escena
  const sinOrden = aCompetidor({ categoriaId: id('Son'), nombre: 'Sin orden', orden: null })
  await escena.deps.db.write((tx) => tx.insertInto('competidores').values(sinOrden).execute())
  await admin.send(withdrawCompetidor, { id: id('Beto'), estado: 'no_se_presento' })
  await admin.send(closeOrden, { dia: 'jueves' })
  await add(escena, 'Salsa', 'Fede')
  const { id: gala } = await add(escena, 'Salsa', 'Gala')
  expect(await orderOf(escena)).toBe('1 Ana, 2 Beto, 3 Caro, 3A Fede, 3B Gala, 4 Dani, 5 Elsa')

  await admin.send(deleteCompetidor, { id: gala })
  await admin.send(deleteCompetidor, { id: id('Caro') })
  await add(escena, 'Salsa', 'Hugo')
  // The highest whole number of the category is that of Fede.
  expect(await orderOf(escena)).toBe('1 Ana, 2 Beto, 3A Fede, 3C Hugo, 4 Dani, 5 Elsa')

  await admin.send(placeCompetidor, { id: sinOrden.id })
  await accept(admin, updateInscripcion, { id: id('Ana'), categoriaId: id('Son') })
  await add(escena, 'Vacía', 'Iris')
  await add(escena, 'Vacía', 'Juan')
  expect(await orderOf(escena)).toBe('2 Beto, 3A Fede, 3C Hugo, 6 Iris, 6A Juan, 4 Dani, 5 Elsa, 5A Sin orden, 5B Ana')

  // In a category made after closing every entry gets a whole number.
  const { id: final } = await admin.send(createCategoria, { nombre: 'Final', dia: 'jueves' })
  for (const nombre of ['Lola', 'Memo']) await admin.send(addCompetidor, { id: final, nombre, compania: 'X' })
  const fila = (categoria: string, nombre: string) => ({
    dia: 'Jueves',
    categoria,
    nombre,
    compania: '',
    que: 'nuevo' as const,
    categoriaId: categoria === 'Nueva' ? null : id(categoria),
  })
  await admin.send(createCarga, { filas: [fila('Son', 'Nora'), fila('Nueva', 'Olga'), fila('Nueva', 'Pepe')] })
  expect(await orderOf(escena)).toMatch(/5B Ana, 5C Nora, 7 Lola, 8 Memo, 9 Olga, 10 Pepe$/)
})

test('the number stands in schedule, desk, results, detail, for judges and owners, in the CSV and in the names of the archive', async () => {
  await using escena = await aDay()
  const { admin, id, visitor } = escena
  await seedCalificacion(escena, id('Ana'), 'Amparo', '50.00')
  await seedRetiro(escena, id('Beto'), 'descalificado')
  await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
  const principal = await escena.as('juez', { principal: 1 })
  const seen = async () => {
    const categorias = [
      (await visitor.see(horario))?.categorias[0]?.competidores,
      (await admin.see(mesaDeDia, { dia: 'jueves' }))?.categorias[0]?.competidores,
      (await visitor.see(resultados, { dia: 'jueves' }))?.categorias[0]?.puestos,
      (await visitor.see(resultados, { dia: 'jueves' }))?.categorias[0]?.retirados,
      (await principal.see(resultados, { dia: 'jueves' }))?.categorias[0]?.puestos,
      (await principal.see(juez))?.categorias[0]?.competidores,
      (await principal.see(jurado))?.categorias[0]?.competidores,
      [await seeDetalle(visitor, { dia: 'jueves', categoria: 'Salsa', nombre: 'Ana' })],
      (await admin.see(misInscripciones))?.inscripciones.slice(0, 3),
    ]
    return categorias.map((list) => list?.map((one) => (one && 'numero' in one ? one.numero : '–')).join(' '))
  }
  expect(await seen()).toEqual(['– – –', '– – –', '– –', '–', '– –', '– – –', '– – –', '–', '– – –'])
  await admin.send(closeOrden, { dia: 'jueves' })
  expect(await seen()).toEqual(['1 2 3', '1 2 3', '1 3', '2', '1 3', '1 2 3', '1 2 3', '1', '1 2 3'])

  await admin.send(moveCompetidor, { id: id('Caro'), antesDe: id('Ana'), ...MOTIVO })
  const headers = { cookie: admin.cookie ?? '' }
  const { body } = await escena.app.http.inject({ url: '/api/dias/jueves/competidores.csv', headers })
  const cells = body.split('\r\n').map((line) => line.split(','))
  expect(cells.slice(0, 4).map((row) => [row[2], row[4], row.at(-2)])).toEqual([
    ['"Competidor"', '"Turno"', '"Número"'],
    ['"Caro"', '1', '"3"'],
    ['"Ana"', '2', '"1"'],
    ['"Beto"', '3', '"2"'],
  ])
})

test('an export carries the numbers; an import gives late ones, and refuses doubles and numbers on an open day', async () => {
  await using escena = await aDay()
  const { admin, id } = escena
  await admin.send(closeOrden, { dia: 'jueves' })
  await add(escena, 'Salsa', 'Fede')
  const file = await unload(escena)
  const tree = readTreeAt(file) as ReturnType<typeof readTreeAt> & { extra: Record<string, unknown> }
  expect(tree.extra).toMatchObject({ ordenCerrado: ['jueves'], numeros: { [id('Ana')]: '1', [id('Elsa')]: '5' } })
  const before = await orderOf(escena)
  await load(escena, file, { replace: true })
  expect(await orderOf(escena)).toBe(before)
  expect(readTreeAt(await unload(escena))).toEqual(tree)
  await add(escena, 'Salsa', 'Gala')
  expect(await orderOf(escena)).toContain('3A Fede, 3B Gala')

  const given = (numeros: object, ordenCerrado: readonly string[] = ['jueves']) =>
    load(escena, treeIn({ ...tree, extra: { ...tree.extra, numeros, ordenCerrado } }), { replace: true })
  await given({ [id('Ana')]: '1', [id('Beto')]: '2' })
  expect(await orderOf(escena)).toBe('1 Ana, 2 Beto, 2A Caro, 2B Fede, 3 Dani, 4 Elsa')
  const faultsOf = async (...args: Parameters<typeof given>) => {
    const answer = await given(...args)
    return 'faults' in answer ? answer.faults.map(({ path, message }) => `${path}: ${message}`) : []
  }
  expect(await faultsOf({ [id('Ana')]: '7', [id('Elsa')]: '7' })).toEqual([
    'extra/numeros: El jueves hay dos competidores con el número 7.',
  ])
  expect(await faultsOf({ [id('Ana')]: '1' }, ['viernes'])).toEqual([
    `extra/numeros/${id('Ana')}: Solo lleva número quien tiene orden en un día con el orden cerrado.`,
  ])
  expect(await faultsOf({ [id('Ana')]: '1a', nadie: '2' })).toEqual([
    `extra/numeros/${id('Ana')}: Debe ser un número como 12 o 12A, entre comillas.`,
    'extra/numeros/nadie: No existe ese competidor.',
  ])
  expect(await orderOf(escena)).toContain('2B Fede')
})

const PASOS = ['up', 'down'] as const

interface Fila {
  readonly id: string
  readonly lugar: string
  readonly orden: number | null
  readonly numero: string | null
}

/** Every entry, with its category and day: `lugar`. */
async function filasOf({ deps }: TestApp): Promise<Fila[]> {
  const rows = await deps.db.read((tx) =>
    tx
      .selectFrom('competidores as e')
      .innerJoin('categorias as c', 'c.id', 'e.categoriaId')
      .select(['e.id', 'e.categoriaId', 'e.orden', 'e.numero', 'c.dia'])
      .execute(),
  )
  return rows.map(({ categoriaId, dia, ...row }) => ({ ...row, lugar: `${categoriaId} ${dia}` }))
}

test('in random acts with moves no number changes while the order is closed', { timeout: 120_000 }, async () => {
  await using escena = await aDay()
  const { admin } = escena
  const random = generator(20_250_410)
  await seedDia(escena, 'viernes', { Timba: 4, Bachata: 3 })
  for (const dia of ['jueves', 'viernes'] as const) await admin.send(closeOrden, { dia })
  const pick = <T>(list: readonly T[]) => list[random(list.length)]
  const acts: readonly ((entry: Fila, categoriaId: string, at: number) => Promise<unknown>)[] = [
    async ({ id }) => accept(admin, moveCompetidor, { ...(await stepOf(escena, id, pick(PASOS) ?? 'up')), ...MOTIVO }),
    ({ id, lugar }, _categoriaId) => moveAny(id, lugar),
    (_entry, id) => accept(admin, moveCategoria, { id, direccion: pick(PASOS) ?? 'up', ...MOTIVO }),
    (_entry, id) => admin.send(drawCategoria, { id, ...MOTIVO }),
    (_entry, id, at) => admin.send(addCompetidor, { id, nombre: `Nueva ${at}`, compania: 'X' }),
    ({ id }) => (random(2) === 0 ? admin.send(deleteCompetidor, { id }) : Promise.resolve()),
    ({ id }) => admin.send(withdrawCompetidor, { id, estado: 'no_se_presento' }),
    ({ id }, categoriaId) => accept(admin, updateInscripcion, { id, categoriaId }),
    ({ id }) => admin.send(placeCompetidor, { id }),
    (_entry, id) => accept(admin, updateCategoria, { id, dia: pick(DIAS) ?? 'jueves' }),
    (_entry, _id, at) => admin.send(createCategoria, { nombre: `Categoría ${at}`, dia: pick(DIAS) ?? 'jueves' }),
    (_entry, id) => (random(4) === 0 ? admin.send(deleteCategoria, { id }) : Promise.resolve()),
    (_entry, id) => plantSinOrden(id),
  ]
  async function moveAny(id: string, lugar: string): Promise<unknown> {
    const others = (await filasOf(escena)).filter((one) => one.lugar === lugar && one.id !== id)
    return accept(admin, moveCompetidor, { id, antesDe: pick(others)?.id ?? null, ...MOTIVO })
  }
  async function plantSinOrden(categoriaId: string): Promise<void> {
    const late = aCompetidor({ id: escena.deps.newId(), categoriaId, orden: null })
    await escena.deps.db.write((tx) => tx.insertInto('competidores').values(late).execute())
  }
  const given = new Map(
    (await filasOf(escena)).map(({ id, lugar, numero }) => [`${lugar.split(' ').at(-1)} ${numero}`, id]),
  )
  let moved = 0
  let after = await filasOf(escena)
  for (let at = 0; at < casos(300); at += 1) {
    const before = after
    const categorias = await escena.deps.db.read((tx) => tx.selectFrom('categorias').select('id').execute())
    const entry = pick(before) ?? { id: 'nadie', lugar: '', orden: null, numero: null }
    const failed = await pick(acts)?.(entry, pick(categorias)?.id ?? '', at).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error
      return error
    })
    after = await filasOf(escena)
    if (!(failed instanceof Refused)) moved += 1
    for (const { id, lugar, orden, numero } of after) {
      const dia = lugar.split(' ').at(-1)
      const old = before.find((one) => one.id === id)
      const isClosed = dia !== 'sábado'
      if (!isClosed || orden === null) expect(numero).toBeNull()
      else if (old?.lugar === lugar && old.orden !== null) expect(numero).toBe(old.numero)
      else {
        // A number that comes is new on its day.
        expect(numero).not.toBeNull()
        expect(given.get(`${dia} ${numero}`)).toBeUndefined()
        given.set(`${dia} ${numero}`, id)
      }
    }
  }
  expect(moved).toBeGreaterThan(casos(150))
})
