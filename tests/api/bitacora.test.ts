import { expect, test } from 'vitest'
import { exportBitacora, readBitacora } from '#contract/bitacora.ts'
import { createCategoria, deleteCategoria } from '#contract/categorias.ts'
import { setPublicacion, stepTurno } from '#contract/horario.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'

const read = (client: Client, input: { buscar?: string; cursor?: string } = {}) => client.send(readBitacora, input)
const ques = async (client: Client, buscar?: string) =>
  (await read(client, buscar === undefined ? {} : { buscar })).actos.map(({ que }) => que)

async function addMany(app: TestApp, admin: Client, count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) await admin.send(createCategoria, { nombre: `Ritmo ${n}`, dia: 'sábado' })
  await app.app.live.hub.settled()
}

test('each act stands there with its person, its values and its time, the newest first', async () => {
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

test('a search finds by person and by act, whatever case and accents', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  await addMany(app, admin, 3)
  expect(await ques(admin, 'CATEGORIA ritmo  2')).toEqual(['Categoría Ritmo 2: alta'])
  expect(await ques(admin, 'ORGANIZACION')).toContain('Categoría Ritmo 1: alta')
  expect(await ques(admin, 'nadie hizo esto')).toEqual([])
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

test('the CSV has the same columns and every row of the search', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  await addMany(app, admin, 60)
  const { statusCode, body, headers } = await app.app.http.inject({
    url: `${exportBitacora.path}?buscar=ritmo`,
    headers: { cookie: admin.cookie ?? '' },
  })
  expect([statusCode, headers['content-disposition']]).toEqual([
    200,
    `attachment; filename="bitacora.csv"; filename*=UTF-8''bitacora.csv`,
  ])
  const [head, ...lines] = body.trimEnd().split('\r\n')
  expect(head).toBe('\uFEFF"Cuándo","Quién","Qué","Antes","Después"')
  expect(lines.length).toBe(60)
  expect(lines[0]).toContain('"Categoría Ritmo 60: alta","","Nombre: Ritmo 60; Día: Sábado; Orden: 60"')
})

test.each(['buscar=a&buscar=b', `buscar=${'a'.repeat(81)}`])(
  'the CSV of a wrong search (%s) is refused',
  async (search) => {
    await using app = await startApp()
    const admin = await app.as('admin')
    const { statusCode } = await app.app.http.inject({
      url: `${exportBitacora.path}?${search}`,
      headers: { cookie: admin.cookie ?? '' },
    })
    expect(statusCode).toBe(400)
  },
)

test('a cursor that is none is refused', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  await expect(read(admin, { cursor: 'x' })).rejects.toMatchObject({ status: 400, code: 'input.invalid' })
})
