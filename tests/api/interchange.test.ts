import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { mesa } from '#contract/competidores.ts'
import { control, selectDia } from '#contract/horario.ts'
import { horario } from '#contract/views/horario.ts'
import { clockAt, renglonesOf } from '#domain/estatus.ts'
import { importTree } from '../../src/server/interchange/import.ts'
import { readSource } from '../../src/server/interchange/source.ts'
import { startApp } from '../support/app.ts'
import { aCategoria, seedCalificacion, seedDia } from '../support/builders.ts'
import { EVENTO, filesIn, load, readEvento, readTreeAt, rowsOf, treeIn, unload } from '../support/evento.ts'
import { seeDetalle } from '../support/detalle.ts'

test('an import of a real event shows the schedule of the active day with the turn of the file', async () => {
  await using app = await startApp()
  const imported = await load(app, EVENTO)
  expect(imported).toMatchObject({
    counts: { users: 60, admin: 1, categorias: 27, competidores: 223, jueces: 5, calificaciones: 526, archivos: 4 },
    warnings: [{ path: 'adminCompetencia/rubricas/1' }],
  })

  // The expected schedule, computed from the file.
  const tree = readEvento()
  const { hora, minutosPorCompetidor: minutos, selectedRow } = tree.adminMinutoAMinuto
  const entries = Object.values(tree.competidores).flatMap((slug) => Object.entries(slug))
  const expected = Object.values(tree.categorias)
    .filter(({ dia }) => dia === 'viernes')
    .toSorted((a, b) => a.orden - b.orden)
    .flatMap(({ nombre: categoria }) =>
      entries
        .filter(([, entry]) => entry.dia === 'viernes' && entry.categoria === categoria && entry.orden !== undefined)
        .toSorted(([, a], [, b]) => (a.orden ?? 0) - (b.orden ?? 0))
        .map(([id, entry]) => ({ categoria, id, nombre: entry.nombre || 'Sin nombre' })),
    )
    .map((line, index) => ({
      ...line,
      turno: index + 1,
      estatus: index < 6 ? 'Finalizado' : index === 6 ? 'Compitiendo' : 'Espera',
      hora: index < 6 ? null : Date.parse(hora) + (index - 6) * minutos * 60_000,
    }))
  expect([selectedRow, expected.length > 60]).toEqual([7, true])

  const seen = await app.visitor.see(horario)
  const lines = (seen?.categorias ?? []).flatMap(({ nombre, competidores }) =>
    competidores.map((competidor) => ({ categoria: nombre, ...competidor })),
  )
  const clock = seen ? clockAt(seen, 0) : null
  expect(
    renglonesOf(lines, seen ?? { selectedRow: 0 }, { clock, minutos: seen?.minutosPorCompetidor ?? 0 }).map(
      ({ competidor: { categoria, id, nombre }, turno, estatus, hora }) => ({
        categoria,
        id,
        nombre,
        turno,
        estatus,
        hora,
      }),
    ),
  ).toEqual(expected)
  const desk = await (await app.as('admin')).see(mesa)
  expect(desk).toMatchObject({ dia: 'viernes', selectedRow: 7, competidorId: expected[6]?.id })
})

test('an address with accents in another encoding leads to the detail', async () => {
  await using app = await startApp()
  const nfd = (text: string) => text.normalize('NFD')
  const entry = (categoria: string, nombre: string) => ({ nombre, categoria, dia: 'jueves', orden: 1 })
  const tree = {
    categorias: { c1: { nombre: 'Niños', dia: 'jueves' }, c2: { nombre: nfd('Élite'), dia: 'jueves' } },
    competidores: { a: { e1: entry('Niños', 'Zoë') }, b: { e2: entry('Élite', nfd('Íñigo')) } },
  }
  await load(app, treeIn(tree))
  const admin = await app.as('admin')
  for (const encoded of [nfd, (text: string) => text.normalize('NFC')]) {
    for (const [categoria, nombre] of [
      ['Niños', 'Zoë'],
      ['Élite', 'Íñigo'],
    ] as const) {
      const found = await seeDetalle(admin, {
        dia: 'jueves',
        categoria: encoded(categoria),
        nombre: encoded(nombre),
      })
      expect(found).toMatchObject({ encontrado: true })
    }
  }
})

test('a category without day is in no schedule, and an entry without order is only at the desk', async () => {
  await using app = await startApp()
  await load(app, EVENTO)
  const admin = await app.as('admin')
  for (const dia of ['jueves', 'viernes', 'sábado'] as const) {
    await admin.send(selectDia, { dia })
    const nombres = (await app.visitor.see(horario))?.categorias.map(({ nombre }) => nombre)
    expect(nombres?.length).toBeGreaterThan(7)
    expect(nombres).not.toContain('Sin día')
  }
  await admin.send(selectDia, { dia: 'jueves' })
  const bachata = (await admin.see(mesa))?.categorias.find(({ nombre }) => nombre === 'Bachata Amateur')
  expect(bachata?.sinOrden.map(({ id }) => id)).toEqual(['-ObZT9b7teNm9PRHA3zD'])
  expect(bachata?.competidores.map(({ id }) => id)).not.toContain('-ObZT9b7teNm9PRHA3zD')
})

test('categories whose names look alike are imported, and each has its own entries', async () => {
  await using app = await startApp()
  const entry = (categoria: string) => ({ [categoria]: { nombre: 'Ana', categoria, dia: 'jueves', orden: 1 } })
  const twins = ['Salsa On1', 'Salsa\u00a0On1', 'Salsa  On1']
  const tree = {
    categorias: Object.fromEntries(
      twins.map((nombre, index) => [`c${index}`, { nombre, dia: 'jueves', orden: index }]),
    ),
    competidores: { salsa: Object.assign({}, ...twins.map(entry)) },
  }
  await load(app, treeIn(tree))
  const admin = await app.as('admin')
  for (const categoria of twins) {
    expect(await seeDetalle(admin, { dia: 'jueves', categoria, nombre: 'Ana' })).toMatchObject({ categoria })
  }
})

test(
  'an export has the content of the import, and an import of it exports the same bytes',
  { tags: 's3' },
  async () => {
    await using first = await startApp()
    await load(first, EVENTO)
    const out = await unload(first)
    await using second = await startApp()
    await load(second, out)
    const again = await unload(second)

    expect(filesIn(dirname(again))).toEqual(filesIn(dirname(out)))
    expect(filesIn(join(dirname(out), 'files'))).toEqual(filesIn(join(dirname(EVENTO), 'files')))
    expect(readTreeAt(out)).toEqual(meaningOf(readEvento()))
  },
)

test.each([undefined, {}, { rubricas: [] }])(
  'a tree without rubrics (%j) is exported without rubrics',
  async (given) => {
    await using app = await startApp()
    const tree = { ...readEvento(), adminCompetencia: given }
    await load(app, treeIn(tree))
    expect(readTreeAt(await unload(app))).not.toHaveProperty('adminCompetencia')
    expect((await (await app.as('admin')).see(control))?.rubricas).toEqual(['Showcase', 'Casino', 'General'])
  },
)

/** A tree without empty values, nulls and addresses of the old system. */
function meaningOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, item]): [string, unknown] => [name, meaningOf(item)])
  return Object.fromEntries(
    entries.filter(
      ([name, item]) =>
        !['fotoURL', 'musicaURL'].includes(name) &&
        item !== '' &&
        item !== null &&
        !(typeof item === 'object' && Object.keys(item).length === 0),
    ),
  )
}

test('texts, turns of other days, judges, criteria and images are exported and imported too', async () => {
  const tree = {
    ...readEvento(),
    extra: {
      evento: { nombre: 'Otro Fest', edicion: '' },
      turno: { jueves: { selectedRow: 3 }, sábado: { selectedRow: 999 } },
      jueces: { j1: { nombre: 'Juez Amparo', activo: true }, j2: { nombre: 'Sin marcas' } },
      criterios: { '-OwxzYxhzNhECj74T3t4': 'casino' },
      carrusel: ['b.jpg', 'a.jpg'],
    },
  }
  const files = [1, 2, 3, 4].map((n) => `musica/pista-${n}.mp3`)
  await using first = await startApp()
  await load(first, treeIn(tree, [...files, 'carrusel/a.jpg', 'carrusel/b.jpg']))
  const out = await unload(first)
  expect(readTreeAt(out)['extra']).toEqual(tree.extra)
  expect(Object.keys(filesIn(join(dirname(out), 'files/carrusel')))).toEqual(['a.jpg', 'b.jpg'])
  await using second = await startApp()
  await load(second, out)
  expect(filesIn(dirname(await unload(second)))).toEqual(filesIn(dirname(out)))
  expect(
    await first.deps.db.read((tx) => tx.selectFrom('turno').selectAll().where('dia', '=', 'sábado').execute()),
  ).toMatchObject([{ dia: 'sábado', selectedRow: 999, competidorId: null }])
})

test('judging is exported and imported, without links: an active judge gets a new one', async () => {
  await using from = await startApp()
  await using to = await startApp()
  const fecha = '2025-04-11T16:00:00.000Z'
  const [slug, entries] = Object.entries(readEvento().competidores)[0] ?? ['', {}]
  const [id] = Object.keys(entries)
  const extra = {
    jueces: { j1: { nombre: 'Ana', activo: true, principal: true, dias: ['jueves'], categorias: ['c9'] } },
    escalas: { casino: { maximo: 5, paso: 0.25 } },
    retiros: { [id ?? '']: { estado: 'descalificado', motivo: 'Vestuario' } },
    penalizaciones: { [id ?? '']: [{ puntos: 2.5, motivo: 'Tiempo', autor: 'Organización', fecha }] },
    cierres: { [Object.keys(readEvento().categorias)[0] ?? '']: { autor: 'Ana', fecha, decision: 'Se cierra' } },
    tardias: {
      borrada: [
        {
          juezId: 'j1',
          clave: 'clave-01',
          criterios: { b_Tiempo: '8.5' },
          l_calificacion: '8.50',
          causa: 'eliminado',
          recibida: fecha,
          estado: 'pendiente',
        },
      ],
    },
  }
  expect(slug).not.toBe('')
  await load(from, treeIn({ ...readEvento(), extra }))
  const link = await from.deps.db.read((tx) =>
    tx.selectFrom('jueces').select('enlace').where('id', '=', 'j1').execute(),
  )
  expect(link).toEqual([{ enlace: expect.stringMatching(/^.{43}$/) }])
  const first = await unload(from)
  expect(readTreeAt(first)['extra']).toMatchObject(extra)
  expect(readFileSync(first, 'utf8')).not.toContain(link[0]?.enlace)
  await load(to, first)
  expect(readFileSync(await unload(to), 'utf8')).toBe(readFileSync(first, 'utf8'))
})

test('an import of a tree with faults changes nothing and reports every fault', async () => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Salsa: 2 })
  const before = await rowsOf(app)
  const tree = readEvento()
  const [slug = '', entries = {}] = Object.entries(tree.competidores)[0] ?? []
  const [id = ''] = Object.keys(entries)
  tree.competidores[slug] = { ...entries, [id]: { nombre: 'X', categoria: 'Nada', dia: 'jueves' } }
  Object.assign(tree.adminMinutoAMinuto, { selectedRow: '7' })

  for (const replace of [false, true]) {
    const imported = await load(app, treeIn(tree, ['musica/pista-1.mp3']), { replace })
    const paths = imported.done ? [] : imported.faults.map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining(['adminMinutoAMinuto/selectedRow', `competidores/${slug}/${id}/categoria`]),
    )
    expect(paths).toContain('competidores/salsa_on2_amateur/-O7jtEiGiwFqeuup4d7P/musicaPath')
  }
  expect(await rowsOf(app)).toEqual(before)
  expect(await app.deps.files.list('.importando')).toEqual([])
})

test('an import is refused when an event exists, except with --replace', async () => {
  await using app = await startApp()
  await app.deps.db.write((tx) => tx.insertInto('categorias').values(aCategoria()).execute())
  const before = await rowsOf(app)
  await expect(load(app, EVENTO)).rejects.toThrow('--replace')
  expect(await rowsOf(app)).toEqual(before)
  expect(await load(app, EVENTO, { replace: true })).toMatchObject({ done: true })
})

test('an import whose transaction fails leaves no rows and no files', async () => {
  await using app = await startApp()
  const before = await rowsOf(app)
  const broken = { ...app.deps, db: { ...app.deps.db, write: () => Promise.reject(new Error('away')) } }
  await expect(importTree(broken, await readSource(EVENTO), { replace: false })).rejects.toThrow('away')
  expect(await rowsOf(app)).toEqual(before)
  expect(await app.deps.files.list('.importando')).toEqual([])
})

test('open pages show the new event after an import', async () => {
  await using app = await startApp()
  const { competidores } = await seedDia(app, 'viernes', { Vieja: 1 })
  await seedCalificacion(app, competidores[0]?.id ?? '', 'j', '1')
  expect((await app.visitor.see(horario))?.categorias).toHaveLength(0)
  await load(app, EVENTO, { replace: true })
  expect((await app.visitor.see(horario))?.categorias).toHaveLength(10)
})
