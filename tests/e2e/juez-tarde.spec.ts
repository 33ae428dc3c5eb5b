import type { Page } from '@playwright/test'
import { expectSound } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { act, addJuez, enlaceOf, entrarComoJuez, readView, setTurno, type JuezConEnlace } from './jueces.ts'
import { activate, expectFocusKept } from './keys.ts'
import { bar, criterio, DIA, enviar, goOffline, goOnline, openFromList, type } from './tableta.ts'

const CATEGORIA = 'jueves-1'

test('a mark for a category that was closed meanwhile waits for the head judge', async ({ admin, visitor, seed }) => {
  await seed.dias(DIA)
  await setTurno(admin, 1)
  await entrarComoJuez(visitor, await addJuez(admin, 'Amparo'))
  await type(visitor, '8')
  await act(admin, 'POST', `/api/categorias/${CATEGORIA}/cierre`, { decision: 'Se cierra sin Amparo.' })
  await expect(visitor.getByText('La categoría está cerrada.')).toBeVisible()
  await enviar(visitor).click()
  await expect(bar(visitor)).toContainText('Tardía: espera al juez principal.')
  await expect(criterio(visitor, 'Tiempo')).not.toBeEditable()

  await visitor.reload()
  await expect(bar(visitor)).toContainText('Tardía: espera al juez principal.')
  await expectSound(visitor, 'late')
})

test('two devices of a judge have different marks: the judge chooses, and the mark of the device is handed in as late', async ({
  admin,
  visitor,
  another,
  seed,
}) => {
  await seed.dias(DIA)
  await setTurno(admin, 1)
  const juez = await addJuez(admin, 'Amparo')
  const other = await another('visitante')
  await entrarComoJuez(visitor, juez)
  await entrarComoJuez(other, juez)
  await type(visitor, '8')
  await goOffline(visitor)
  await enviar(visitor).click()
  await expect(bar(visitor)).toContainText('1 pendiente')
  await type(other, '9')
  await enviar(other).click()
  await expect(bar(other)).toContainText('Enviado')

  await goOnline(visitor)
  await expect(visitor.getByText('Hay dos versiones de esta calificación')).toBeVisible()
  await expect(visitor.getByText('64.00').first()).toBeVisible()
  await expect(visitor.getByText('72.00').first()).toBeVisible()
  await expectSound(visitor, 'two versions')
  await activate(visitor.getByRole('button', { name: 'Usar la de este dispositivo' }))
  await expect(visitor.getByText('Hay dos versiones de esta calificación')).toBeHidden()
  await expectFocusKept(visitor)
  await expect(bar(visitor)).toContainText('Tardía: espera al juez principal.')
  await expect.poll(() => readView(admin, 'tardias')).toMatchObject([{ causa: 'version', total: '64.00' }])
  await admin.goto('/#/competidores')
  await expect(admin.getByText('Ya cuenta otra de Amparo, de 72.00. Si aceptas esta, la reemplaza.')).toBeVisible()
})

test('the version of the server can be kept', async ({ admin, visitor, another, seed }) => {
  await seed.dias(DIA)
  await setTurno(admin, 1)
  const juez = await addJuez(admin, 'Amparo')
  const other = await another('visitante')
  await entrarComoJuez(visitor, juez)
  await entrarComoJuez(other, juez)
  await type(visitor, '8')
  await type(other, '9')
  await enviar(other).click()
  await expect(visitor.getByText('Hay dos versiones de esta calificación')).toBeVisible()
  await activate(visitor.getByRole('button', { name: 'Usar la del servidor' }))
  await expect(bar(visitor)).toContainText('Enviado')
  await expect(criterio(visitor, 'Tiempo')).toHaveValue('9.0')
  await expectFocusKept(visitor)
})

test('a reopened mark shows the reason, and is sent again', async ({ admin, visitor, seed }) => {
  await seed.dias(DIA)
  await setTurno(admin, 1)
  const juez = await addJuez(admin, 'Amparo')
  await entrarComoJuez(visitor, juez)
  await type(visitor, '8')
  await enviar(visitor).click()
  await expect(bar(visitor)).toContainText('Enviado')
  await act(admin, 'POST', `/api/calificaciones/${CATEGORIA}-1/${juez.id}/reabrir`, { motivo: 'tecleó 8 por 9' })

  await expect(visitor.getByText('Motivo: tecleó 8 por 9.')).toBeVisible()
  await expect(bar(visitor)).toContainText('Corrígela y envíala otra vez.')
  await expect(criterio(visitor, 'Tiempo')).toHaveValue('8.0')
  await criterio(visitor, 'Tiempo').fill('9')
  await enviar(visitor).click()
  await expect(bar(visitor)).toContainText('Enviado')
  await expect(visitor.getByLabel('Total')).toContainText('65.00')
})

const ENDINGS: Readonly<Record<string, (admin: Page, juez: JuezConEnlace) => Promise<unknown>>> = {
  'a judge who was switched off': (admin, { id }) => act(admin, 'PUT', `/api/jueces/${id}/activo`, { activo: false }),
  'a judge whose link was renewed': (admin, { id }) => act(admin, 'POST', `/api/jueces/${id}/enlace`),
}

for (const [who, end] of Object.entries(ENDINGS)) {
  test(`unsent marks of ${who} stay on the device, which shows them as waiting, and are sent when the judge opens the link there`, async ({
    admin,
    visitor,
    seed,
  }) => {
    await seed.dias(DIA)
    await setTurno(admin, 1)
    const juez = await addJuez(admin, 'Amparo')
    await entrarComoJuez(visitor, juez)
    await type(visitor, '8')
    await goOffline(visitor)
    await enviar(visitor).click()
    await openFromList(visitor, 'Eva y Hugo')
    await type(visitor, '7')
    await enviar(visitor).click()
    await expect(bar(visitor)).toContainText('2 pendientes')
    await openFromList(visitor, 'Iris y Noé')
    await criterio(visitor, 'Tiempo').fill('6')
    await expect(bar(visitor)).toContainText('Guardado en este dispositivo')
    await end(admin, juez)
    await act(admin, 'PUT', '/api/competidores/jueves-1-2/retiro', { estado: 'no_se_presento' })

    await goOnline(visitor)
    await expect(visitor.getByText('2 por enviar: abre tu enlace para enviarlas.', { exact: true })).toBeVisible()
    await expect(visitor.getByText('Entra con tu enlace de juez')).toBeVisible()
    await expectSound(visitor, 'ended, with unsent marks')
    await visitor.reload()
    await expect(visitor.getByText('2 por enviar: abre tu enlace para enviarlas.', { exact: true })).toBeVisible()
    await expect(visitor.getByText('Ana y Luis')).toBeHidden()
    expect(await readView(admin, 'tardias')).toEqual([])
    expect(await keptOf(visitor)).toEqual({ juez: juez.id, marcas: 3, documentos: 0 })

    await act(admin, 'PUT', `/api/jueces/${juez.id}/activo`, { activo: true })
    await entrarComoJuez(visitor, await enlaceOf(admin, 'Amparo'))
    await expect.poll(() => readView(admin, 'tardias')).toMatchObject([{ causa: 'retirado', total: '56.00' }])
    await admin.goto('/#/competidores')
    await expect(admin.getByText('1 juez: Amparo (64.00)').first()).toBeVisible()
    await openFromList(visitor, 'Iris y Noé')
    await expect(criterio(visitor, 'Tiempo')).toHaveValue('6')
  })
}

test('a judge who signed out elsewhere reads that one mark waits on the device', async ({ admin, visitor, seed }) => {
  await seed.dias(DIA)
  await setTurno(admin, 1)
  await entrarComoJuez(visitor, await addJuez(admin, 'Amparo'))
  await type(visitor, '8')
  await goOffline(visitor)
  await enviar(visitor).click()
  await expect(bar(visitor)).toContainText('1 pendiente')
  const { origin } = new URL(visitor.url())
  expect((await visitor.request.delete('/api/sesiones', { headers: { origin } })).status()).toBe(200)

  await goOnline(visitor)
  await expect(visitor.getByText('1 por enviar: abre tu enlace para enviarla.', { exact: true })).toBeVisible()
})

test('after the session of another judge the device still shows that marks of the previous judge wait on it', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias(DIA)
  await setTurno(admin, 1)
  const [amparo, bruno] = [await addJuez(admin, 'Amparo'), await addJuez(admin, 'Bruno')]
  await entrarComoJuez(visitor, amparo)
  await type(visitor, '8')
  await goOffline(visitor)
  await enviar(visitor).click()
  await expect(bar(visitor)).toContainText('1 pendiente')
  await act(admin, 'PUT', `/api/jueces/${amparo.id}/activo`, { activo: false })
  await goOnline(visitor)
  const waiting = visitor.getByText('1 por enviar: abre tu enlace para enviarla.', { exact: true })
  await expect(waiting).toBeVisible()

  await entrarComoJuez(visitor, bruno)
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Ana y Luis')
  await expect(waiting).toBeHidden()
  await act(admin, 'PUT', `/api/jueces/${bruno.id}/activo`, { activo: false })
  await expect(waiting).toBeVisible()
  await visitor.reload()
  await expect(waiting).toBeVisible()

  await act(admin, 'PUT', `/api/jueces/${amparo.id}/activo`, { activo: true })
  await entrarComoJuez(visitor, await enlaceOf(admin, 'Amparo'))
  await expect(bar(visitor)).toContainText('Enviado')
  await admin.goto('/#/competidores')
  await expect(admin.getByText('1 juez: Amparo (64.00)').first()).toBeVisible()
})

/** The data of judges that the device keeps. */
function keptOf(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('juez')
    const db = await new Promise<IDBDatabase>((resolve) => (opening.onsuccess = () => resolve(opening.result)))
    const count = (store: string): Promise<number> =>
      new Promise((resolve) => {
        const counting = db.transaction(store).objectStore(store).count()
        counting.onsuccess = () => resolve(counting.result)
      })
    const [marcas, documentos] = [await count('marcas'), await count('documentos')]
    db.close()
    return { juez: localStorage.getItem('juez'), marcas, documentos }
  })
}
