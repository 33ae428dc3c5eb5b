import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { detalle, resultados } from '#contract/views/calificaciones.ts'
import { desgloseOf } from '#domain/desglose.ts'
import { formatPuntos } from '#domain/calificacion.ts'
import { DIAS, type Dia } from '#domain/dia.ts'
import { impresoOf } from '../../src/web/calificaciones/impreso.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { EVENTO, load } from '../support/evento.ts'
import { oraculoOf, type Arbol } from '../support/oraculo.ts'

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
  const scored = filas.filter(({ pts }) => pts !== '0.00')
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
      pts: formatPuntos(puesto.puntos),
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

test.each(DIAS)('the sheet of %s has the same rows, without places where nothing is marked', async (dia) => {
  const seen = await admin.see(resultados, { dia })
  const { secciones } = impresoOf(dia, seen?.categorias ?? [])
  expect(secciones.map(({ titulo, filas }) => ({ titulo, filas }))).toEqual(
    oraculoOf(json, dia).map(({ titulo, filas }) => {
      const hasMarks = filas.some(({ marcas }) => Object.keys(marcas).length > 0)
      return {
        titulo,
        filas: filas.map(({ lugar, nombre, compania, pts }) => [hasMarks ? String(lugar) : '', nombre, compania, pts]),
      }
    }),
  )
})

test.each(DIAS)('every detail of %s shows the marks as they are and adds up to the same points', async (dia: Dia) => {
  for (const { categoria, filas } of oraculoOf(json, dia)) {
    for (const { ruta, pts, marcas, nombre } of filas) {
      const seen = await admin.see(detalle, { dia, categoria, nombre: ruta })
      if (!seen?.encontrado) throw new Error(`There is no detail of ${nombre} in ${categoria}.`)
      const shown = seen.marcas.map(({ juez, l_calificacion, criterios }) => [juez, { ...criterios, l_calificacion }])
      expect(Object.fromEntries(shown), `${categoria}, ${nombre}`).toEqual(marcas)
      const { suma, total } = desgloseOf(seen.marcas)
      expect([formatPuntos(suma), formatPuntos(total)], `${categoria}, ${nombre}`).toEqual([pts, pts])
    }
  }
})
