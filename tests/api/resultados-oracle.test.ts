import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { resultados } from '#contract/views/calificaciones.ts'
import { desgloseOf } from '#domain/resultados.ts'
import { formatPuntos } from '#domain/calificacion.ts'
import { DIAS, type Dia } from '#domain/dia.ts'
import { impresoOf } from '../../src/web/calificaciones/impreso.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { EVENTO, load } from '../support/evento.ts'
import { seeDetalle } from '../support/detalle.ts'

const json: Arbol = JSON.parse(readFileSync(EVENTO, 'utf8'))

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startApp()
  expect(await load(app, EVENTO)).toMatchObject({ done: true })
  admin = await app.as('admin')
  return () => app[Symbol.asyncDispose]()
})

test('the event has ties, a mark that is not a number, missing names and an entry without order', () => {
  const filas = DIAS.flatMap((dia) => oraculoOf(json, dia)).flatMap((categoria) => categoria.filas)
  const scored = filas.filter(({ pts }) => pts !== null && pts !== '0.00')
  expect(scored.filter(({ empate }) => empate).length).toBeGreaterThanOrEqual(2)
  expect(filas.flatMap(({ marcas }) => Object.values(marcas)).map((marca) => marca['l_calificacion'])).toContain('N/P')
  expect(filas.map(({ nombre }) => nombre)).toContain('Sin nombre')
  expect(filas.map(({ compania }) => compania)).toContain('Sin compañía')
  expect(
    Object.values(json.competidores)
      .flatMap((all) => Object.values(all))
      .filter(({ orden }) => orden === undefined),
  ).not.toEqual([])
})

test.each(DIAS)('every category of %s: places, names, points and ties', async (dia) => {
  const seen = await admin.see(resultados, { dia })
  const shown = seen?.categorias.map(({ nombre, orden, puestos }) => ({
    titulo: `${orden} - ${nombre}`,
    filas: puestos.map((puesto) => ({
      lugar: puesto.lugar,
      nombre: puesto.nombre,
      compania: puesto.compania,
      pts: puesto.puntos === null ? null : formatPuntos(puesto.puntos),
      empate: puesto.empate,
      ruta: puesto.ruta,
    })),
  }))
  expect(shown).toEqual(
    oraculoOf(json, dia).map(({ titulo, filas }) => ({
      titulo,
      filas: filas.map(({ lugar, nombre, compania, pts, empate, ruta }) => ({
        lugar,
        nombre,
        compania,
        pts,
        empate,
        ruta,
      })),
    })),
  )
})

test.each(DIAS)('the sheet of %s has the same rows, without a place for an entry without marks', async (dia) => {
  const seen = await admin.see(resultados, { dia })
  const { secciones } = impresoOf(dia, seen?.categorias ?? [], { evento: '', zona: 'UTC', ahora: 0 })
  expect(secciones.map(({ titulo, filas }) => ({ titulo, filas }))).toEqual(
    oraculoOf(json, dia).map(({ titulo, filas }) => {
      return {
        titulo,
        filas: filas.map(({ lugar, nombre, compania, pts }) => [
          String(lugar ?? '–'),
          nombre,
          compania,
          pts ?? 'Sin calificar',
        ]),
      }
    }),
  )
})

test.each(DIAS)('every detail of %s shows the marks as they are and adds up to the same points', async (dia: Dia) => {
  for (const { categoria, filas } of oraculoOf(json, dia)) {
    for (const { ruta, pts, marcas, nombre } of filas) {
      const seen = await seeDetalle(admin, { dia, categoria, nombre: ruta })
      if (!seen?.encontrado) throw new Error(`There is no detail of ${nombre} in ${categoria}.`)
      const shown = seen.marcas.map(({ juez, l_calificacion, criterios }) => [juez, { ...criterios, l_calificacion }])
      expect(Object.fromEntries(shown), `${categoria}, ${nombre}`).toEqual(marcas)
      const { suma, total } = desgloseOf(seen)
      expect([formatPuntos(suma), formatPuntos(total)], `${categoria}, ${nombre}`).toEqual([
        pts ?? '0.00',
        pts ?? '0.00',
      ])
    }
  }
})

/**
 * The real event's results worked out from its raw tree by rules that are written here again, without a line of the product:
 * what the product shows has to be the same.
 */
interface Entrada {
  readonly nombre?: string
  readonly compania?: string
  readonly categoria: string
  readonly dia: string
  readonly orden?: number
}

interface Arbol {
  readonly categorias: Readonly<Record<string, { nombre?: string; dia?: string; orden?: number }>>
  readonly competidores: Readonly<Record<string, Readonly<Record<string, Entrada>>>>
  readonly calificaciones: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Marca>>>>>>>
  >
}

type Marca = Readonly<Record<string, string>>

interface Esperado {
  readonly titulo: string
  readonly categoria: string
  readonly filas: readonly {
    readonly lugar: number | null
    readonly nombre: string
    readonly compania: string
    readonly pts: string | null
    readonly empate: boolean
    readonly ruta: string
    readonly marcas: Readonly<Record<string, Marca>>
  }[]
}

/** A day's categories in their order, each ranked: by points, most first; equal points by their order of turn. */
function oraculoOf(arbol: Arbol, dia: string): Esperado[] {
  return Object.values(arbol.categorias)
    .filter((categoria) => categoria.dia === dia && categoria.nombre)
    .toSorted((a, b) => (a.orden ?? 0) - (b.orden ?? 0))
    .map(({ nombre: categoria = '', orden }) => {
      const all = Object.values(arbol.competidores)
        .flatMap((entradas) => Object.entries(entradas))
        .filter(([, entrada]) => entrada.categoria === categoria && entrada.dia === dia)
      const ranked = all
        .filter(([, entrada]) => entrada.orden !== undefined)
        .map(([id, entrada]) => {
          const isNamed = entrada.nombre && all.filter(([, { nombre }]) => nombre === entrada.nombre).length === 1
          const ruta = isNamed ? entrada.nombre : id
          const marcas = arbol.calificaciones[dia]?.[categoria]?.[ruta ?? ''] ?? {}
          return { entrada, ruta: ruta ?? '', marcas, cents: centsOf(marcas) }
        })
        .toSorted(
          (a, b) =>
            Number(isMarked(b)) - Number(isMarked(a)) ||
            b.cents - a.cents ||
            (a.entrada.orden ?? 0) - (b.entrada.orden ?? 0),
        )
      return {
        titulo: `${orden} - ${categoria}`,
        categoria,
        filas: ranked.map(({ entrada, ruta, marcas, cents }, index) => ({
          lugar: isMarked({ marcas }) ? index + 1 : null,
          nombre: entrada.nombre || 'Sin nombre',
          compania: entrada.compania || 'Sin compañía',
          pts: isMarked({ marcas }) ? (cents / 100).toFixed(2) : null,
          empate: isMarked({ marcas }) && ranked.filter((other) => isMarked(other) && other.cents === cents).length > 1,
          ruta,
          marcas,
        })),
      }
    })
}

const isMarked = ({ marcas }: { readonly marcas: Readonly<Record<string, Marca>> }): boolean =>
  Object.keys(marcas).length > 0

/** The sum of the judges, in hundredths so that it is exact; what is not a number counts zero. */
function centsOf(marcas: Readonly<Record<string, Marca>>): number {
  return Object.values(marcas)
    .map(({ l_calificacion }) => Math.round(Number(l_calificacion) * 100))
    .reduce((sum, cents) => sum + (Number.isNaN(cents) ? 0 : cents), 0)
}
