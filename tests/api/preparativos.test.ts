import { expect, test } from 'vitest'
import { closeCategoria, withdrawCompetidor } from '#contract/calificaciones.ts'
import { createCategoria, deleteCategoria } from '#contract/categorias.ts'
import { closeOrden, mesa, moveCompetidor, placeCompetidor } from '#contract/competidores.ts'
import { deleteImagen, saveEvento } from '#contract/evento.ts'
import { saveHora, setReloj, saveTurno } from '#contract/horario.ts'
import { saveInscripciones } from '#contract/inscripciones.ts'
import { assignJuez, setJuezActivo, setJuezPrincipal } from '#contract/jueces.ts'
import { preparativos } from '#contract/preparativos.ts'
import { publishPrograma, savePrograma } from '#contract/programa.ts'
import { eventoDefault } from '#domain/evento.ts'
import { mapDias } from '#domain/dia.ts'
import { listFaltas, listOpciones, type Preparativos } from '#domain/preparativos.ts'
import { restore } from '../../src/server/backup/restore.ts'
import { accept } from '../support/acepta.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { folderFor, stopped } from '../support/backup.ts'
import { aCompetidor, seedDia } from '../support/builders.ts'
import { settingsOf } from '../support/database.ts'
import { addJuez } from '../support/jueces.ts'
import { runCommand } from '../support/server.ts'
import { LiveStream } from '../support/stream.ts'

const AHORA = Date.parse('2026-03-20T18:00:00Z')

async function mustSee(admin: Client): Promise<Preparativos> {
  const seen = await admin.see(preparativos)
  if (!seen) throw new Error('no view')
  return seen
}

/** What the administrator reads now. */
async function faltas(admin: Client, now = AHORA): Promise<string[]> {
  return listFaltas(await mustSee(admin), now).map(({ titulo, dias }) => [titulo, ...dias].join(' '))
}

const CAMPOS = [
  'Nombre del evento',
  'Edición',
  'Hotel',
  'Dirección',
  'Enlace del mapa',
  'Correo de contacto',
  'Teléfono de contacto',
]

const started = (env: Readonly<Record<string, string>> = {}) => startApp({ env, now: () => AHORA })
const backup = (app: TestApp, folder: string) => runCommand('src/server/cli/backup.ts', [folder], settingsOf(app.place))

test('an event that nobody has prepared lacks everything but what its emptiness cannot lack', async () => {
  await using app = await started()
  const nada = { categorias: 0, categoriasVacias: 0, sinMusica: 0, sinOrden: 0, categoriasSinJuez: 0, sinCerrar: 0 }
  const dia = { ...nada, esperaTurnos: false, programa: 'sin publicar', ordenCerrado: false }
  expect(await (await app.as('admin')).see(preparativos)).toEqual({
    hasHttps: true,
    dias: mapDias(() => dia),
    textosDeEjemplo: CAMPOS,
    hasImagenes: false,
    hasFecha: false,
    hasHora: false,
    hasJueces: false,
    hasPrincipal: false,
    hasCierreDeInscripciones: false,
    respaldo: null,
  })
})

test('texts, images, hour and the end of entries leave the list when they are saved; a running clock needs no hour', async () => {
  await using app = await started()
  const admin = await app.as('admin')
  await app.deps.db.write((tx) => tx.insertInto('galeria').values({ archivo: 'cartel.webp', orden: 1 }).execute())
  expect(await faltas(admin)).not.toContain('Imágenes de ejemplo')
  await admin.send(deleteImagen, { archivo: 'cartel.webp' })
  const before = await faltas(admin)
  expect(before).toEqual([
    `Textos de ejemplo: ${CAMPOS.join(', ')}`,
    'Imágenes de ejemplo',
    'Sin categorías',
    'Falta la hora',
    'Sin jueces',
    'Inscripciones sin fechas',
    'Sin respaldo en 24 horas',
  ])
  await admin.send(setReloj, { activarReloj: true })
  expect(await faltas(admin)).toEqual(before.filter((one) => one !== 'Falta la hora'))
  await admin.send(setReloj, { activarReloj: false })
  await admin.send(saveEvento, { ...eventoDefault('America/Mexico_City'), hotel: 'Hotel Sol', correo: '' })
  await admin.send(saveHora, { hora: '2026-03-20T10:00' })
  await admin.send(saveInscripciones, { desde: '2026-03-01T10:00', hasta: '', maximo: 0 })
  expect(await faltas(admin)).toEqual([
    `Textos de ejemplo: ${CAMPOS.filter((campo) => !/^(?:Hotel|Correo)/.test(campo)).join(', ')}`,
    ...before.filter((one) => /^(?:Im|Sin |Insc)/.test(one)),
  ])
  await admin.send(saveInscripciones, { desde: '', hasta: '2026-03-10T10:00', maximo: 0 })
  expect(await faltas(admin)).not.toContain('Inscripciones sin fechas')
})

test('categories and entries of all three days count, withdrawn entries do not', async () => {
  await using app = await started()
  const admin = await app.as('admin')
  const jueves = await seedDia(app, 'jueves', { Salsa: 2 })
  const { categorias } = await seedDia(app, 'sábado', { Casino: 1, Vacía: 0 })
  const sinOrden = aCompetidor({ categoriaId: categorias[0]?.id ?? '', orden: null, musicaPath: 'musica/a.mp3' })
  await app.deps.db.write((tx) => tx.insertInto('competidores').values(sinOrden).execute())
  const deEntradas = async () => (await faltas(admin)).filter((one) => /^(?:Cat|Ent|Sin cat)/.test(one))
  await admin.send(createCategoria, { nombre: 'Nueva', dia: 'viernes' })
  expect(await deEntradas()).toEqual([
    'Categorías sin competidores: 2 viernes sábado',
    'Entradas sin música: 3 jueves sábado',
    'Entradas sin orden: 1 sábado',
  ])

  await admin.send(placeCompetidor, { id: sinOrden.id })
  for (const { id } of jueves.competidores) await admin.send(withdrawCompetidor, { id, estado: 'no_se_presento' })
  await admin.send(deleteCategoria, { id: categorias[1]?.id ?? '' })
  expect(await deEntradas()).toEqual(['Categorías sin competidores: 2 jueves viernes', 'Entradas sin música: 1 sábado'])
})

test('judges: none, then the categories without an active one, and a head judge', async () => {
  await using app = await started()
  const admin = await app.as('admin')
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 1 })
  await seedDia(app, 'viernes', { Casino: 1, Bachata: 1 })
  const deJueces = async () => (await faltas(admin)).filter((one) => /juez|jueces/.test(one))
  expect(await deJueces()).toEqual(['Sin jueces'])

  const { id } = await addJuez(admin)
  expect(await deJueces()).toEqual(['Sin juez principal'])
  await admin.send(assignJuez, { id, categorias: [categorias[0]?.id ?? ''] })
  await admin.send(setJuezPrincipal, { id, principal: true })
  expect(await deJueces()).toEqual(['Categorías sin juez: 2 viernes'])
  await admin.send(setJuezActivo, { id, activo: false })
  expect(await deJueces()).toEqual(['Categorías sin juez: 3 jueves viernes', 'Sin juez principal'])
})

test('an evening: who danced needs no music, the last turn leaves categories to close, and closing clears them', async () => {
  await using app = await started()
  const admin = await app.as('admin')
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 2 })
  await addJuez(admin)
  const deLaNoche = async () => (await faltas(admin)).filter((one) => /música|cerrar/.test(one))
  await admin.send(saveTurno, { selectedRow: 1 })
  expect(await deLaNoche()).toEqual(['Entradas sin música: 1 jueves'])
  await admin.send(saveTurno, { selectedRow: 3 })
  expect(await deLaNoche()).toEqual(['Categorías sin cerrar: 1 jueves'])
  await admin.send(closeCategoria, { id: categorias[0]?.id ?? '', decision: 'Así queda.' })
  expect(await deLaNoche()).toEqual([])
})

test('a programme that is not what was published is told on the panel and on the desk until it is published', async () => {
  await using app = await started()
  const admin = await app.as('admin')
  const { competidores } = await seedDia(app, 'jueves', { Salsa: 2 })
  await seedDia(app, 'viernes', { Casino: 1 })
  const programa = { dia: 'jueves', inicio: '2026-03-19T17:00', montaje: 30, jueceo: 30 } as const
  const told = async () => [
    ...(await faltas(admin)).filter((one) => one.startsWith('Programa')),
    (await admin.see(mesa))?.haCambiado,
    ...listOpciones(await mustSee(admin)).map(({ titulo }) => titulo),
  ]
  const [publicar, cerrar] = ['Publicar el programa', 'Cerrar el orden'].map((one) => `${one}: jueves y viernes`)
  expect(await told()).toEqual([false, publicar, cerrar, 'Poner la fecha del evento'])
  await admin.send(saveEvento, { ...eventoDefault('America/Mexico_City'), fecha: '2026-03-19' })
  await admin.send(savePrograma, programa)
  await accept(admin, publishPrograma, { dia: 'jueves' })
  await admin.send(closeOrden, { dia: 'viernes' })
  const listo = [false, 'Publicar el programa: viernes', 'Cerrar el orden: jueves']
  expect(await told()).toEqual(listo)

  await admin.send(moveCompetidor, { id: competidores[1]?.id ?? '', antesDe: competidores[0]?.id ?? '' })
  expect(await told()).toEqual(['Programa con cambios sin publicar: jueves', true, ...listo.slice(1)])
  await accept(admin, publishPrograma, { dia: 'jueves' })
  expect(await told()).toEqual(listo)
})

test('a server that others reach without https says so', async () => {
  await using app = await started({ HOST: '0.0.0.0' })
  expect(await faltas(await app.as('admin'))).toContain('Enlaces de juez sin https')
})

test('a backup beside the server reaches the open page of the administrator', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  await using stream = await LiveStream.open(await app.listen(), { views: 'preparativos', cookie: admin.cookie })
  await stream.next()

  const { status, output } = await backup(app, folderFor())
  expect([status, output]).toEqual([0, expect.stringMatching(/^Respaldado: /)])
  const { frame } = await stream.next()
  expect(frame.views['preparativos']?.parts).toEqual({
    preparativos: expect.objectContaining({ respaldo: expect.any(String) }),
  })
  expect(await faltas(admin, Date.now())).not.toContain('Sin respaldo en 24 horas')
  expect(await faltas(admin, Date.now() + 25 * 60 * 60_000)).toContain('Sin respaldo en 24 horas')
})

test('a backup that fails counts as none, and a restored system asks for one of its own', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const folder = folderFor()
  await backup(app, folder)
  const first = (await admin.see(preparativos))?.respaldo
  expect(first).not.toBeNull()
  expect((await backup(app, folder)).status).toBe(1)
  expect((await admin.see(preparativos))?.respaldo).toBe(first)

  const second = folderFor()
  await backup(app, second)
  await using empty = await stopped()
  await restore(empty.deps.db, empty.deps.files, second)
  await using restored = await startApp({ place: empty.place })
  expect(await (await restored.as('admin')).see(preparativos)).toMatchObject({ respaldo: null })
})
