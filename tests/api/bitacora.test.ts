import { expect, test } from 'vitest'
import { exportBitacora, readBitacora } from '#contract/bitacora.ts'
import { closeCategoria, handInTardia, reopenCalificacion, withdrawCompetidor } from '#contract/calificaciones.ts'
import { createCategoria, deleteCategoria } from '#contract/categorias.ts'
import { mesa } from '#contract/competidores.ts'
import { selectDia, selectRubrica, setPublicacion, stepTurno, undoTurno } from '#contract/horario.ts'
import { updateInscripcion } from '#contract/inscripciones.ts'
import { createTokenJuez, renewEnlaceJuez } from '#contract/jueces.ts'
import { jueces } from '#contract/views/jueces.ts'
import { criteriosOfTipo } from '#domain/criterios.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { send, todos } from '../support/marcas.ts'

const read = (client: Client, input: { buscar?: string; cursor?: string } = {}) => client.send(readBitacora, input)
const ques = async (client: Client, buscar?: string) =>
  (await read(client, buscar === undefined ? {} : { buscar })).actos.map(({ que }) => que)

async function addMany(app: TestApp, admin: Client, count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) await admin.send(createCategoria, { nombre: `Ritmo ${n}`, dia: 'sábado' })
  await app.app.live.hub.settled()
}

test('the log lists each act with its person, its values and its time, the newest first', async () => {
  await using app = await startApp()
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: 2 })
  const admin = await app.as('admin')
  await admin.send(setPublicacion, { campo: 'mostrarJueves', valor: false })
  await admin.send(stepTurno, {
    paso: 'siguiente',
    desde: { dia: 'jueves', turno: { selectedRow: 0, competidorId: null } },
  })
  await admin.send(deleteCategoria, { id: categorias[0]?.id ?? '' })

  const { actos, cursor } = await read(admin)
  expect(cursor).toBeUndefined()
  const [turno, borrada] = [
    actos.find(({ que }) => que === 'Turno del jueves'),
    actos.find(({ que }) => que.endsWith('eliminada')),
  ]
  expect(borrada).toMatchObject({ quien: 'Organización', que: 'Categoría Salsa: eliminada', despues: '' })
  expect(turno?.quien).toBe('Organización')
  expect(actos.map(({ cuando }) => cuando)).toEqual(
    actos
      .map(({ cuando }) => cuando)
      .toSorted()
      .toReversed(),
  )
  expect(actos.at(-1)?.cuando).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(actos.some(({ despues }) => despues === 'Habilitar Jueves: no')).toBe(true)
  expect(competidores.length).toBe(2)
})

test('an act that changed nothing adds no row: a repeated value, and the turn of a day that an undo brings back', async () => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Salsa: 2 })
  await seedDia(app, 'viernes', { Son: 2 })
  const admin = await app.as('admin')
  await admin.send(setPublicacion, { campo: 'mostrarJueves', valor: false })
  await admin.send(setPublicacion, { campo: 'mostrarJueves', valor: false })
  await admin.send(selectRubrica, { rubricaSel: '' })
  await admin.send(selectDia, { dia: 'viernes' })
  const { ultimo } = (await admin.see(mesa)) ?? {}
  await admin.send(undoTurno, { revision: ultimo ?? 0 })
  expect((await ques(admin)).slice(0, 4)).toEqual([
    'Día activo',
    'Día activo',
    'Publicación',
    'Evento completo importado',
  ])
})

test('an entry that moves to a category of the same name on another day is one row, which names both', async () => {
  await using app = await startApp()
  const { competidores } = await seedDia(app, 'jueves', { Salsa: 2 })
  const { categorias } = await seedDia(app, 'viernes', { Salsa: 1 })
  const admin = await app.as('admin')
  await admin.send(updateInscripcion, {
    id: competidores[0]?.id ?? '',
    categoriaId: categorias[0]?.id ?? '',
    acepta: ['Ya inscribiste a Salsa 1 en Salsa.'],
  })
  const rows = (await read(admin, { buscar: 'Competidor Salsa 1' })).actos.filter(({ que }) => !que.endsWith(': alta'))
  expect(rows).toMatchObject([
    {
      que: 'Competidor Salsa 1',
      antes: expect.stringContaining('Categoría: Salsa; Día: Jueves'),
      despues: expect.stringContaining('Categoría: Salsa; Día: Viernes'),
    },
  ])
})

test('older rows come page by page, none twice and none left out, while new acts arrive', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  await addMany(app, admin, 120)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await read(admin, { buscar: 'ritmo', ...(cursor !== undefined && { cursor }) })
    seen.push(...page.actos.map(({ que }) => que))
    expect(page.actos.length).toBeLessThanOrEqual(50)
    cursor = page.cursor
    await admin.send(createCategoria, { nombre: `Ritmo nuevo ${seen.length}`, dia: 'viernes' })
  } while (cursor !== undefined)
  expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => `Categoría Ritmo ${120 - n}: alta`))
})

test('a search finds acts by person and by act, ignoring case and accents; the CSV has its columns and every row of it', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  await addMany(app, admin, 60)
  expect(await ques(admin, 'CATEGORIA ritmo  2')).toContain('Categoría Ritmo 2: alta')
  expect(await ques(admin, 'CATEGORIA ritmo 33')).toEqual(['Categoría Ritmo 33: alta'])
  expect(await ques(admin, 'ORGANIZACION')).toContain('Categoría Ritmo 60: alta')
  expect(await ques(admin, 'nadie hizo esto')).toEqual([])

  const ask = (search: string) =>
    app.app.http.inject({ url: `${exportBitacora.path}?${search}`, headers: { cookie: admin.cookie ?? '' } })
  const { statusCode, body, headers } = await ask('buscar=ritmo')
  expect([statusCode, headers['content-disposition']]).toEqual([
    200,
    `attachment; filename="bitacora.csv"; filename*=UTF-8''bitacora.csv`,
  ])
  const [head, ...lines] = body.trimEnd().split('\r\n')
  expect(head).toBe('\uFEFF"Cuándo","Quién","Qué","Antes","Después"')
  expect(lines.length).toBe(60)
  expect(lines[0]).toContain('"Categoría Ritmo 60: alta","","Nombre: Ritmo 60; Día: Sábado; Orden: 60"')

  for (const search of ['buscar=a&buscar=b', `buscar=${'a'.repeat(81)}`])
    expect((await ask(search)).statusCode, search).toBe(400)
  await expect(read(admin, { cursor: 'x' })).rejects.toMatchObject({ status: 400, code: 'input.invalid' })
})

test('the log shows the marks of judges with figures and reasons, and never a link', async () => {
  await using app = await startApp()
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana'] })
  const [ana, salsa] = [competidores[0]?.id ?? '', categorias[0]?.id ?? '']
  const admin = await app.as('admin')
  const juez = await app.as('juez', { nombre: 'Amparo', enlace: 'enlace-secreto' })
  await send(juez, ana, '8')
  await admin.send(reopenCalificacion, { competidorId: ana, juezId: juez.id, motivo: 'Otra fila' })
  await juez.send(handInTardia, { clave: 'entrega-1', competidorId: ana, criterios: todos('9') })
  await admin.send(renewEnlaceJuez, { id: juez.id })
  const { token } = await admin.send(createTokenJuez, { id: juez.id })
  await admin.send(withdrawCompetidor, { id: ana, estado: 'descalificado', motivo: 'Música' })
  await admin.send(closeCategoria, { id: salsa, decision: 'Sin Amparo' })

  const { actos } = await read(admin)
  const told = actos.map(({ quien, que, despues }) => [quien, que, despues])
  const criterios = (puntos: string) =>
    `Criterios: ${criteriosOfTipo('general')
      .map(({ nombre }) => `${nombre} ${puntos}`)
      .join(', ')}`
  expect(told.slice(0, 7)).toEqual([
    ['Organización', 'Categoría Salsa: cerrada', 'Cerrada: sí; Decisión: Sin Amparo'],
    ['Organización', 'Competidor Ana: descalificado', 'Motivo: Música; Estado: Descalificado'],
    ['Organización', 'Juez Amparo', 'Token: nuevo'],
    ['Organización', 'Juez Amparo', 'Enlace: nuevo'],
    [
      'Amparo',
      'Calificación tardía de Ana por Amparo',
      `${criterios('9.0')}; Estado: Pendiente; Causa: Ya había otra versión enviada.; Puntos: 54.00`,
    ],
    ['Organización', 'Calificación de Ana por Amparo', 'Motivo: Otra fila; Estado: Reabierta'],
    ['Amparo', 'Calificación de Ana por Amparo', `${criterios('8.0')}; Estado: Enviada; Puntos: 48.00`],
  ])
  const { enlace } = (await admin.see(jueces))?.jueces.find(({ id }) => id === juez.id) ?? {}
  const log = JSON.stringify(await app.deps.db.read((tx) => tx.selectFrom('change_log').selectAll().execute()))
  for (const secret of ['enlace-secreto', enlace ?? 'none', token, juez.cookie?.slice('sesion='.length) ?? 'none'])
    expect(log).not.toContain(secret)
})
