import { expectSound } from './axe.ts'
import { hold } from './espera.ts'
import { expect, test } from './fixtures.ts'
import { act, addJuezConToken as addJuez, enlaceOf, entrarComoJuez, readView, sendMarca, setTurno } from './jueces.ts'
import { SOON } from './segundo.ts'

const DIAS = { jueves: { Salsa: ['Ana', 'Bea'] } }
const [ANA, BEA] = ['jueves-1-1', 'jueves-1-2'] as const

test('the desk says of each judge of the turn whether the page is open at the entry, elsewhere or without signal', async ({
  admin,
  another,
  seed,
}) => {
  await seed.dias(DIAS)
  await addJuez(admin, 'Amparo')
  const amparo = await enlaceOf(admin, 'Amparo')
  await addJuez(admin, 'Bruno')
  await setTurno(admin, 1)
  await admin.goto('/#/competidores')
  const jueces = admin.getByRole('region', { name: 'Jueces del turno 1' }).getByRole('listitem')
  await expect(jueces).toHaveText(['AmparoFalta', 'BrunoFalta'])
  const tablet = await another('visitante')
  await entrarComoJuez(tablet, amparo)
  await expect(jueces).toHaveText(['AmparoCalificando', 'BrunoFalta'])
  await tablet.context().setOffline(true)
  await expect(jueces).toHaveText(['AmparoSin conexión 1 min', 'BrunoFalta'], { timeout: 60_000 })
})

test('the administrator sees the missing judges, penalises, withdraws and closes with a decision; the public sees the final result', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias(
    { jueves: { Salsa: ['Ana', 'Bea', 'Caro'] } },
    { adminMinutoAMinuto: { dia: 'jueves', mostrarCalificaciones: true } },
  )
  const [amparo, bruno] = [await addJuez(admin, 'Amparo'), await addJuez(admin, 'Bruno')]
  await sendMarca(admin, amparo, ANA, '8.5')
  await sendMarca(admin, bruno, ANA, '8')
  await sendMarca(admin, amparo, BEA, '9')
  await admin.goto('/#/competidores')
  const region = admin.getByRole('region', { name: /^1 - Salsa/ })
  const row = (nombre: string) => region.getByRole('row').filter({ hasText: nombre }).first()
  await expect(row('Ana')).toContainText('2 jueces: Amparo (51.00), Bruno (48.00)')
  await expect(row('Ana')).not.toContainText('Falta')
  await expect(region).not.toContainText('Falta')
  await region.getByRole('button', { name: 'Bea', exact: true }).click()
  await expect(row('Bea')).toContainText('Falta Bruno.')
  await expect(row('Ana')).not.toContainText('Falta')
  await expect(row('Caro')).not.toContainText('Falta')
  const delTurno = admin.getByRole('region', { name: 'Jueces del turno 2' })
  await expect(delTurno).toContainText('1 de 2')
  await expect(delTurno.getByRole('listitem')).toHaveText(['AmparoEnviada', 'BrunoFalta'])

  await region.getByRole('button', { name: 'Más acciones de Bea' }).click()
  await region.getByRole('button', { name: 'Penalizar Bea' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Penalizar' }).click()
  await expect(dialog.getByLabel('Puntos')).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByRole('alert')).toHaveText('Escribe los puntos.')
  await dialog.getByLabel('Puntos').fill('2,5')
  await dialog.getByLabel('Motivo').fill('Se pasó del tiempo')
  await dialog.getByRole('button', { name: 'Penalizar' }).click()
  await expect(region.getByText('Penalización: Se pasó del tiempo')).toBeVisible()
  await expect(region.getByRole('button', { name: 'Quitar penalización de Bea' })).toBeVisible()

  await region.getByRole('button', { name: 'Más acciones de Caro' }).click()
  await region.getByRole('button', { name: 'No se presentó Caro' }).click()
  await expect(row('Caro')).toContainText('No se presentó')
  await expect(region.getByRole('button', { name: 'Restaurar Caro' })).toBeVisible()

  await region.getByRole('button', { name: 'Ver panel de Salsa' }).click()
  await expect(admin.getByRole('dialog').getByRole('columnheader')).toHaveText([
    'Juez',
    'Media',
    'Dispersión',
    'Lugares',
    'Lugar final',
  ])
  await expect(admin.getByRole('dialog').getByRole('row').filter({ hasText: 'Amparo' })).toContainText('52.50')
  await expectSound(admin, 'the acts of judging')
  await admin.setViewportSize({ width: 390, height: 844 })
  const media = admin.getByRole('dialog').getByRole('cell', { name: '52.50' })
  expect((await media.boundingBox())?.width).toBeGreaterThan(100)
  await admin.setViewportSize({ width: 1280, height: 800 })
  await admin.keyboard.press('Escape')

  await region.getByRole('button', { name: 'Cerrar categoría Salsa' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(admin.getByRole('dialog').getByLabel('Decisión')).toHaveAttribute('aria-invalid', 'true')
  await admin.getByRole('dialog').getByLabel('Decisión').fill('Bruno se enfermó')
  await admin.getByRole('dialog').getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(region.getByText('Final', { exact: true })).toBeVisible()
  await expect(region.getByRole('button', { name: 'Reabrir categoría Salsa' })).toBeVisible()
  await region.getByRole('button', { name: 'Penalizar Bea' }).click()
  await admin.getByRole('dialog').getByLabel('Puntos').fill('1')
  await admin.getByRole('dialog').getByLabel('Motivo').fill('Otra')
  await admin.getByRole('dialog').getByRole('button', { name: 'Penalizar' }).click()
  await expect(admin.getByRole('dialog').getByRole('alert')).toContainText(
    'La categoría está cerrada. Reábrela primero.',
  )
  await admin.keyboard.press('Escape')
  await expectSound(admin, 'the acts of judging')

  await visitor.goto('/#/calificaciones')
  const results = visitor.getByRole('region', { name: 'Resultados del día: jueves' })
  await expect(results.getByText('Final', { exact: true })).toBeVisible()
  await expect(results.getByRole('row')).toContainText(['Lugar', /Ana.*99\.00/, /Bea.*51\.50/, /Caro.*No se presentó/])
  await results.getByRole('link', { name: 'Ver Bea' }).click()
  await expect(visitor.getByRole('heading', { name: 'Detalles de calificación' })).toBeVisible()
  await expect(visitor.getByRole('definition')).toHaveText(['54.00', '−2.50', '51.50'])
  await expect(visitor.getByText('Se pasó del tiempo (Organización)')).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Reabrir Amparo' })).toBeHidden()
  await expectSound(visitor, 'the acts of judging')
})

test('the acts on the entry that has the turn stand on the live card, and the others behind their row', async ({
  admin,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana', 'Bea', 'Caro'], Casino: ['Dora'] } })
  await setTurno(admin, 1)
  await admin.goto('/#/competidores')
  const card = admin.getByRole('region', { name: 'En vivo' })
  const onCard = (name: string) => card.getByRole('button', { name, exact: true })
  await expect(card.getByRole('button')).toHaveCount(0)
  await expect(admin.getByRole('button', { name: 'Más acciones de Bea' })).toBeHidden()
  await addJuez(admin, 'Amparo')
  for (const verb of ['No se presentó', 'Descalificar', 'Repetir', 'Penalizar']) {
    await expect(admin.getByRole('button', { name: `${verb} Ana`, exact: true })).toHaveCount(1)
    await expect(onCard(`${verb} Ana`)).toBeInViewport({ ratio: 1 })
  }
  await onCard('No se presentó Ana').press('Enter')
  await expect(admin.getByRole('status').filter({ hasText: 'Ana no se presentó.' })).toBeVisible()
  await expect(onCard('Repetir Ana')).toHaveCount(0)
  await onCard('Restaurar Ana').press('Enter')
  await onCard('Penalizar Ana').click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Puntos').fill('1')
  await dialog.getByLabel('Motivo').fill('Tarde')
  await dialog.getByRole('button', { name: 'Penalizar' }).click()
  await expect(admin.getByText('Penalización: Tarde')).toBeVisible()

  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  await expect(onCard('Penalizar Bea')).toBeVisible()
  await expect(admin.getByRole('button', { name: /^Penalizar/ })).toHaveCount(1)
  await onCard('Repetir Bea').click()
  await dialog.getByLabel('Motivo').fill('Música')
  await dialog.getByRole('button', { name: 'Repetir' }).click()
  await expect(admin.locator('[aria-current="true"]')).toContainText('Intento 2')
  await admin.getByRole('button', { name: 'Más acciones de Caro' }).click()
  const repetirCaro = admin.getByRole('region', { name: /^1 - Salsa/ }).getByRole('button', { name: 'Repetir Caro' })
  await expect(repetirCaro).toBeVisible()
  await expectSound(admin, 'acts on the live card')

  // Nor is an entry repeated behind its row that does not come, or whose category is closed.
  await act(admin, 'PUT', '/api/competidores/jueves-1-3/retiro', { estado: 'no_se_presento' })
  await expect(repetirCaro).toHaveCount(0)
  await act(admin, 'DELETE', '/api/competidores/jueves-1-3/retiro')
  await expect(repetirCaro).toBeVisible()
  await act(admin, 'POST', '/api/categorias/jueves-1/cierre', { decision: 'Así' })
  await expect(repetirCaro).toHaveCount(0)
  await setTurno(admin, 4)
  await act(admin, 'POST', '/api/categorias/jueves-2/cierre', { decision: 'Así' })
  await expect(onCard('Penalizar Dora')).toBeVisible()
  await expect(onCard('Repetir Dora')).toHaveCount(0)
})

test('what the day lacks stays in sight while the list scrolls, and of another day its own turn counts', async ({
  admin,
  seed,
}) => {
  const names = Array.from({ length: 40 }, (_, index) => `Pareja ${index + 1}`)
  await seed.dias({ jueves: { Salsa: names }, viernes: { Son: ['Zoe'] } }, { adminMinutoAMinuto: { dia: 'jueves' } })
  await addJuez(admin, 'Amparo')
  await setTurno(admin, 39)
  for (const width of [1024, 1280]) {
    await admin.setViewportSize({ width, height: 800 })
    await admin.goto('/#/competidores')
    await admin.reload()
    await admin.getByRole('button', { name: 'Ir al turno 39' }).click()
    await expect(admin.getByRole('heading', { name: 'Jueces del turno 39' })).toBeInViewport({ ratio: 1 })
    await expect(admin.getByText('Falta Amparo.')).toHaveCount(39)
    const last = admin.getByRole('button', { name: 'Descargar música (ZIP)' })
    await last.scrollIntoViewIfNeeded()
    await expect(last).toBeInViewport()
    await expect(admin.locator('[aria-current="true"]')).toBeInViewport()
  }
  await act(admin, 'PUT', '/api/dia', { dia: 'viernes' })
  await expect(admin.getByText('Falta Amparo.')).toHaveCount(0)
  await setTurno(admin, 1)
  await expect(admin.getByText('Falta Amparo.')).toHaveCount(1)
  await admin.getByText('Jueves', { exact: true }).click()
  await admin.getByRole('button', { name: 'Solo ver' }).click()
  await expect(admin.getByText('Falta Amparo.')).toHaveCount(39)
  await expect(admin.locator('[aria-current="true"]')).toHaveCount(0)
})

test('an entry without marks asks for a decision, which closes the category it was opened for', async ({
  admin,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana'] }, viernes: {} })
  const amparo = await addJuez(admin, 'Amparo')
  await sendMarca(admin, amparo, ANA, '7')
  await act(admin, 'PUT', `/api/jueces/${amparo.id}/asignacion`, { dias: ['viernes'] })
  await admin.goto('/#/competidores')
  const close = admin.getByRole('button', { name: 'Cerrar categoría Salsa' })
  const dialog = admin.getByRole('dialog')
  const decision = dialog.getByLabel('Decisión')
  await close.click()
  await expect(dialog).toBeVisible()
  await expect(decision).toHaveCount(0)
  await act(admin, 'POST', '/api/categorias/jueves-1/competidores', { nombre: 'Bea', compania: 'Son' })
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(decision).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()

  // The day changes while it is typed.
  await close.click()
  await decision.fill('No bailó')
  await act(admin, 'PUT', '/api/dia', { dia: 'viernes' })
  await expect(admin.getByText('Competidores por Categoría: viernes')).toBeAttached()
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(admin.getByRole('status').filter({ hasText: 'La categoría Salsa está cerrada.' })).toBeVisible()
  await expect.poll(() => admin.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)

  // Back closes a dialog.
  await admin.goto('/#/jueces')
  await admin.getByRole('button', { name: 'Renovar enlace de Amparo' }).click()
  await expect(dialog).toContainText('¿Renovar el enlace de Amparo?')
  await admin.goBack()
  await expect(dialog).toBeHidden()
})

test('a reopened mark counts as it was and its judge is missing; a late mark waits and is accepted or discarded', async ({
  admin,
  seed,
}) => {
  await seed.dias(DIAS)
  const [amparo, bruno] = [await addJuez(admin, 'Amparo'), await addJuez(admin, 'Bruno')]
  for (const competidorId of [ANA, BEA]) await sendMarca(admin, amparo, competidorId, '7')
  await admin.goto('/#/calificaciones-detalle/jueves/Salsa/Ana')
  await admin.getByRole('button', { name: 'Reabrir Amparo' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reabrir', exact: true }).click()
  await expect(dialog.getByLabel('Motivo')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Motivo').fill('Tecleó 7 por 9')
  await dialog.getByRole('button', { name: 'Reabrir', exact: true }).click()
  await expect(admin.getByText('Reabierta', { exact: true })).toBeVisible()
  await expect(admin.getByText('42.00').first()).toBeVisible()

  await admin.goto('/#/competidores')
  const region = admin.getByRole('region', { name: /^1 - Salsa/ })
  await setTurno(admin, 1)
  await expect(region.getByRole('row').filter({ hasText: 'Ana' }).first()).toContainText('Faltan Amparo y Bruno.')
  await region.getByRole('button', { name: 'Cerrar categoría Salsa' }).click()
  await dialog.getByLabel('Decisión').fill('Se cierra así')
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(region.getByText('Final', { exact: true })).toBeVisible()
  for (const [competidorId, puntos] of [
    [ANA, '6'],
    [BEA, '5'],
  ] as const) {
    await sendMarca(admin, bruno, competidorId, puntos)
  }
  const late = admin.getByRole('region', { name: 'Calificaciones tardías' })
  await late.getByRole('button', { name: 'Aceptar la de Bruno para Ana' }).click()
  await expect(admin.getByRole('alert')).toContainText('La categoría está cerrada. Reábrela primero.')
  await region.getByRole('button', { name: 'Reabrir categoría Salsa' }).click()
  await dialog.getByRole('button', { name: 'Reabrir', exact: true }).click()
  await expect(region.getByText('Provisional', { exact: true })).toBeVisible()
  await late.getByRole('button', { name: 'Aceptar la de Bruno para Ana' }).click()
  await expect(region.getByRole('row').filter({ hasText: 'Ana' }).first()).toContainText('Bruno (36.00)')
  await late.getByRole('button', { name: 'Descartar la de Bruno para Bea' }).click()
  await dialog.getByLabel('Motivo').fill('Llegó al día siguiente')
  await dialog.getByRole('button', { name: 'Descartar', exact: true }).click()
  await expect(late).toBeHidden()
  await expect(region.getByRole('row').filter({ hasText: 'Bea' }).first()).not.toContainText('Bruno (30.00)')

  await admin.goto('/#/bitacora')
  await expect(admin.getByRole('row').filter({ hasText: 'Llegó al día siguiente' })).toHaveCount(1)
  await expect(admin.getByRole('row').filter({ hasText: 'Tecleó 7 por 9' })).toHaveCount(1)
})

test('the screens of visitors follow each mark while the day is published, and get no mark while it is not', async ({
  admin,
  visitor,
  another,
  seed,
}) => {
  await seed.dias(
    { jueves: { Salsa: ['Ana', 'Bea'] }, viernes: { Salsa: ['Caro'] } },
    { adminMinutoAMinuto: { dia: 'jueves', mostrarCalificaciones: true, mostrarViernes: false } },
  )
  const [amparo, bruno] = [await addJuez(admin, 'Amparo'), await addJuez(admin, 'Bruno')]
  const detail = await another('visitante')
  await visitor.goto('/#/calificaciones')
  await detail.goto('/#/calificaciones-detalle/jueves/Salsa/Ana')
  const results = visitor.getByRole('region', { name: 'Resultados del día: jueves' })
  await expect(results.getByText('Sin calificar').first()).toBeVisible()
  const received: string[] = []
  visitor.on(
    'response',
    (response) =>
      void response.text().then(
        (text) => received.push(text),
        () => {},
      ),
  )

  await sendMarca(admin, amparo, ANA, '8')
  await expect(results.getByRole('row', { name: /Ana/ })).toContainText('48.00', SOON)
  await expect(detail.getByRole('rowheader', { name: 'Amparo' })).toBeVisible(SOON)
  await sendMarca(admin, bruno, ANA, '9')
  await expect(results.getByRole('row', { name: /Ana/ })).toContainText('102.00', SOON)
  await expect(detail.getByText('102.00').first()).toBeVisible(SOON)

  await sendMarca(admin, amparo, 'viernes-1-1', '7.7')
  await sendMarca(admin, bruno, BEA, '6')
  // The mark after the hidden one has arrived, and the page has asked for the hidden detail too.
  await expect(results.getByRole('row', { name: /Bea/ })).toContainText('36.00', SOON)
  await visitor.goto('/#/calificaciones-detalle/viernes/Salsa/Caro')
  await expect(visitor.getByText('Calificaciones no disponibles')).toBeVisible()
  expect(await visitor.content()).not.toContain('46.20')
  expect(received.filter((text) => text.includes('46.20') || text.includes('4620'))).toEqual([])
})

test('the dialogs of a head judge keep what they were opened for while the turn moves and others act', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias(DIAS)
  await setTurno(admin, 1)
  const [amparo, bruno] = [await addJuez(admin, 'Amparo'), await addJuez(admin, 'Bruno')]
  await act(admin, 'PUT', `/api/jueces/${amparo.id}/principal`, { principal: true })
  for (const juez of [amparo, bruno]) for (const id of [ANA, BEA]) await sendMarca(admin, juez, id, '7')
  await entrarComoJuez(visitor, await enlaceOf(admin, 'Amparo'))
  await visitor.getByRole('button', { name: 'Reabrir Bruno' }).click()
  const dialog = visitor.getByRole('dialog')
  await expect(dialog).toContainText('Reabrir la calificación de Bruno para Ana')
  await dialog.getByLabel('Motivo').fill('Tecleó 7 por 9')
  await setTurno(admin, 2)
  await expect(visitor.getByText('Bea: 2 de 2 jueces')).toBeVisible()
  await dialog.getByRole('button', { name: 'Reabrir', exact: true }).click()
  await expect(dialog).toBeHidden()
  const statesOf = async (competidorId: string) => {
    const [part] = await readView(admin, `detalle?categoriaId=jueves-1&competidorId=${competidorId}&dia=jueves`)
    const { marcas } = part as { marcas: readonly { juez: string; estado: string }[] }
    return Object.fromEntries(marcas.map(({ juez, estado }) => [juez, estado]))
  }
  await expect.poll(() => statesOf(ANA)).toEqual({ Amparo: 'enviada', Bruno: 'reabierta' })
  expect(await statesOf(BEA)).toEqual({ Amparo: 'enviada', Bruno: 'enviada' })

  await visitor.getByRole('button', { name: 'Cerrar categoría Salsa' }).click()
  await expect(dialog).toContainText('¿Cerrar la categoría Salsa?')
  await act(admin, 'POST', '/api/categorias/jueves-1/cierre', { decision: 'Se cierra así.' })
  await expect(visitor.getByRole('button', { name: 'Reabrir categoría Salsa', includeHidden: true })).toBeAttached()
  await expect(dialog).toContainText('¿Cerrar la categoría Salsa?')
})

test('a dialog that is closed while its act is sent does not affect the next one, and its refusal is shown', async ({
  admin,
  seed,
}) => {
  await seed.dias(DIAS)
  await addJuez(admin, 'Amparo')
  await admin.goto('/#/competidores')
  const { release } = await hold(admin, `**/api/competidores/${ANA}/penalizaciones`)
  const region = admin.getByRole('region', { name: /^1 - Salsa/ })
  const dialog = admin.getByRole('dialog')
  const ask = async (nombre: string): Promise<void> => {
    await region.getByRole('button', { name: `Más acciones de ${nombre}` }).click()
    await region.getByRole('button', { name: `Penalizar ${nombre}` }).click()
    await dialog.getByLabel('Puntos').fill('2')
    await dialog.getByLabel('Motivo').fill(`Tarde: ${nombre}`)
  }
  await ask('Ana')
  await dialog.getByRole('button', { name: 'Penalizar' }).click()
  await admin.keyboard.press('Escape')
  await ask('Bea')
  await act(admin, 'POST', '/api/categorias/jueves-1/cierre', { decision: 'Se cierra así.' })
  release()
  await expect(admin.getByRole('alert').filter({ hasText: 'La categoría está cerrada.' })).toBeVisible()
  await expect(dialog.getByLabel('Motivo')).toHaveValue('Tarde: Bea')
})

test('of two judges of one name each mark has its own row and its own acts', async ({ admin, visitor, seed }) => {
  await seed.dias(
    { jueves: { Salsa: ['Ana', 'Bea'] } },
    {
      adminMinutoAMinuto: { dia: 'jueves' },
      extra: {
        jueces: {
          amparo: { nombre: 'Amparo', activo: true, principal: true },
          paz1: { nombre: 'Paz', activo: true },
          paz2: { nombre: 'Paz', activo: true },
        },
      },
      calificaciones: {
        jueves: {
          Salsa: {
            Ana: { amparo: { l_calificacion: '30' }, paz1: { l_calificacion: '41' }, paz2: { l_calificacion: '52' } },
            Bea: { amparo: { l_calificacion: '30' }, paz1: { l_calificacion: '41' } },
          },
        },
      },
    },
  )
  await setTurno(admin, 1)
  await admin.goto('/#/calificaciones-detalle/jueves/Salsa/Ana')
  const row = (puntos: string) => admin.getByRole('row').filter({ hasText: puntos })
  await row('52.00').getByRole('button', { name: 'Reabrir Paz' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Motivo').fill('Tecleó 5 por 4')
  await dialog.getByRole('button', { name: 'Reabrir', exact: true }).click()
  await expect(row('52.00')).toContainText('Reabierta')
  await expect(row('41.00').getByRole('button', { name: 'Reabrir Paz' })).toBeVisible()

  await admin.goto('/#/competidores')
  const delTurno = admin.getByRole('region', { name: 'Jueces del turno 1' })
  await expect(delTurno.getByRole('listitem')).toHaveText(['AmparoEnviada', 'PazEnviada', 'PazFalta'])
  await expect(delTurno).toContainText('2 de 3')

  await setTurno(admin, 2)
  await entrarComoJuez(visitor, await enlaceOf(admin, 'amparo'))
  const marcas = visitor.getByRole('region', { name: 'Bea: 2 de 3 jueces' })
  await expect(marcas.getByRole('listitem').filter({ hasText: 'Paz' })).toHaveText([/^Paz41/, 'PazFalta'])
})

test('a dialog keeps what is typed when another organiser acts first, and shows the refusal', async ({
  admin,
  seed,
}) => {
  await seed.dias(DIAS)
  const amparo = await addJuez(admin, 'Amparo')
  await sendMarca(admin, amparo, ANA, '7')
  await admin.goto('/#/calificaciones-detalle/jueves/Salsa/Ana')
  await admin.getByRole('button', { name: 'Reabrir Amparo' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Motivo').fill('Tecleó 7 por 9')
  await act(admin, 'POST', `/api/calificaciones/${ANA}/${amparo.id}/reabrir`, { motivo: 'Otro la reabrió antes.' })
  await expect(admin.getByText('Reabierta', { exact: true })).toBeAttached()
  await expect(dialog.getByLabel('Motivo')).toHaveValue('Tecleó 7 por 9')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()

  await admin.goto('/#/competidores')
  const region = admin.getByRole('region', { name: /^1 - Salsa/ })
  await region.getByRole('button', { name: 'Más acciones de Ana' }).click()
  await region.getByRole('button', { name: 'Descalificar Ana' }).click()
  await dialog.getByLabel('Motivo').fill('Cargada')
  await act(admin, 'PUT', `/api/competidores/${ANA}/retiro`, { estado: 'no_se_presento' })
  await expect(admin.getByText('No se presentó').first()).toBeAttached()
  await expect(dialog.getByLabel('Motivo')).toHaveValue('Cargada')
  await dialog.getByRole('button', { name: 'Descalificar', exact: true }).click()
  await expect(admin.getByRole('alert').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await region.getByRole('button', { name: 'Restaurar Ana' }).click()
  await expect(region.getByRole('button', { name: 'Descalificar Ana' })).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await region.getByRole('button', { name: 'Penalizar Ana' }).click()
  await dialog.getByLabel('Puntos').fill('2')
  await dialog.getByLabel('Motivo').fill('Tiempo')
  await act(admin, 'DELETE', `/api/competidores/${ANA}`)
  await expect(admin.getByText('Total de competidores: 1')).toBeAttached()
  await expect(dialog).toContainText('¿Penalizar a Ana?')
  await dialog.getByRole('button', { name: 'Penalizar' }).click()
  await expect(dialog.getByRole('alert')).toContainText('No se penalizó. ')
  await expect(dialog.getByLabel('Puntos')).toHaveValue('2')
  await expect(dialog.getByLabel('Motivo')).toHaveValue('Tiempo')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(region).toBeFocused()

  await act(admin, 'POST', '/api/categorias/jueves-1/cierre', { decision: 'Se cierra así.' })
  await sendMarca(admin, amparo, BEA, '5')
  const late = admin.getByRole('region', { name: 'Calificaciones tardías' })
  await late.getByRole('button', { name: 'Descartar la de Amparo para Bea' }).click()
  await dialog.getByLabel('Motivo').fill('Llegó al día siguiente')
  const [tardia] = (await readView(admin, 'tardias')) as { id: string }[]
  await act(admin, 'POST', `/api/tardias/${tardia?.id}/descartar`, { motivo: 'Otro la descartó antes.' })
  await expect(admin.getByRole('region', { name: 'Calificaciones tardías', includeHidden: true })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Descartar', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('No se descartó. ')
  await expect(dialog.getByLabel('Motivo')).toHaveValue('Llegó al día siguiente')
})
