import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mesa } from '#contract/competidores.ts'
import { control, selectDia } from '#contract/horario.ts'
import { horario } from '#contract/views/horario.ts'
import { clockAt, renglonesOf } from '#domain/estatus.ts'
import { backup } from '../../src/server/backup/backup.ts'
import { restore } from '../../src/server/backup/restore.ts'
import { importTree } from '../../src/server/interchange/import.ts'
import { readSource } from '../../src/server/interchange/source.ts'
import { textOf, writeTree } from '../../src/server/interchange/tree.ts'
import { anyEvent } from '../support/any-event.ts'
import { startApp } from '../support/app.ts'
import { folderFor, rowsOf as backedUpRows, stopped } from '../support/backup.ts'
import { aCategoria, seedCalificacion, seedDia } from '../support/builders.ts'
import { ENGINE } from '../support/database.ts'
import { EVENTO, filesIn, load, readEvento, readTreeAt, rowsOf, treeIn, unload } from '../support/evento.ts'
import { seeDetalle } from '../support/detalle.ts'
import { casos } from '../support/random.ts'

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

test('a tree without rubrics is exported without rubrics, and offers the criteria types', async () => {
  await using app = await startApp()
  await load(app, treeIn({ ...readEvento(), adminCompetencia: { rubricas: [] } }))
  expect(readTreeAt(await unload(app))).not.toHaveProperty('adminCompetencia')
  expect((await (await app.as('admin')).see(control))?.rubricas).toEqual(['Showcase', 'Casino', 'General'])
})

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

/** What a tree says, but for the turns: a day without entries gets none. */
function contentOf(text: string): unknown {
  const {
    adminMinutoAMinuto: { selectedRow: _turno, ...ajustes } = {},
    extra: { turno: _turnos, ...extra } = {},
    ...tree
  } = JSON.parse(text)
  return meaningOf({ ...tree, ajustes, extra })
}

const textIn = (file: string): string => readFileSync(file, 'utf8')

test(
  'any event is exported as it was imported, without links, also after a backup and a restore',
  { tags: 's3' },
  async () => {
    await fc.assert(
      fc.asyncProperty(anyEvent, async (event) => {
        const given = textOf(writeTree(event))
        await using first = await startApp()
        await load(first, treeIn(JSON.parse(given), ['musica/a.mp3', 'carrusel/a.jpg', 'carrusel/b.jpg']))
        const out = await unload(first)
        expect(contentOf(textIn(out))).toEqual(contentOf(given))
        const jueces = await first.deps.db.read((tx) => tx.selectFrom('jueces').selectAll().execute())
        for (const { activo, enlace } of jueces) {
          expect(enlace).toEqual(activo === 1 ? expect.stringMatching(/^.{43}$/) : null)
          expect(textIn(out)).not.toContain(enlace ?? '"enlace"')
        }

        await using second = await startApp()
        await load(second, out)
        expect(filesIn(dirname(await unload(second)))).toEqual(filesIn(dirname(out)))

        await using restored = await stopped()
        const folder = folderFor()
        await backup(first.deps.db, first.deps.files, folder, new Date())
        await restore(restored.deps.db, restored.deps.files, folder)
        expect(await backedUpRows(restored)).toEqual(await backedUpRows(first))
        expect(filesIn(dirname(await unload(restored)))).toEqual(filesIn(dirname(out)))
      }),
      { numRuns: casos(ENGINE === 'sqlite' ? 12 : 3) },
    )
  },
)

test('the turn of a day is exported and imported with its position, also past the end', async () => {
  await using app = await startApp()
  const turno = { jueves: { selectedRow: 3 }, sábado: { selectedRow: 999 } }
  await load(app, treeIn({ ...readEvento(), extra: { turno } }))
  expect(readTreeAt(await unload(app))['extra']).toEqual({ turno })
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
