import type { Page } from '@playwright/test'
import { expectSound } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { act, addJuez, enlaceOf, entrarComoJuez, readView, setTurno } from './jueces.ts'
import { activate, expectFocusKept } from './keys.ts'
import {
  bar,
  calificando,
  criterio,
  DIA,
  enviar,
  goOffline,
  goOnline,
  openFromList,
  sendOffline,
  type,
} from './tableta.ts'

const CATEGORIA = 'jueves-1'

test('a reopened mark is sent again, and one for a closed category waits for the head judge', async ({
  admin,
  visitor,
  seed,
}) => {
  const juez = await calificando(admin, visitor, seed)
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

  await openFromList(visitor, 'Eva y Hugo')
  await type(visitor, '8')
  await act(admin, 'POST', `/api/categorias/${CATEGORIA}/cierre`, { decision: 'Se cierra sin Amparo.' })
  await expect(visitor.getByText('La categoría está cerrada.')).toBeVisible()
  await enviar(visitor).click()
  await expect(bar(visitor)).toContainText('Tardía: espera al juez principal.')
  await expect(criterio(visitor, 'Tiempo')).not.toBeEditable()

  await setTurno(admin, 2)
  await visitor.reload()
  await expect(bar(visitor)).toContainText('Tardía: espera al juez principal.')
  await expectSound(visitor, 'late')
})

test('of two marks of two devices a judge keeps the stored one, or hands in the other as late', async ({
  admin,
  visitor,
  another,
  seed,
}) => {
  await seed.dias(DIA)
  await setTurno(admin, 1)
  const juez = await addJuez(admin, 'Amparo')
  const other = await another('visitante')
  for (const page of [visitor, other]) await entrarComoJuez(page, juez)
  await type(visitor, '8')
  await type(other, '9')
  await enviar(other).click()
  await expect(visitor.getByText('Hay dos versiones de esta calificación')).toBeVisible()
  await activate(visitor.getByRole('button', { name: 'Usar la del servidor' }))
  await expect(bar(visitor)).toContainText('Enviado')
  await expect(criterio(visitor, 'Tiempo')).toHaveValue('9.0')
  await expectFocusKept(visitor)

  for (const page of [visitor, other]) await openFromList(page, 'Eva y Hugo')
  await sendOffline(visitor, '8')
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

test('unsent marks of a judge who was switched off wait on the device until a new link is opened', async ({
  admin,
  visitor,
  seed,
}) => {
  const juez = await calificando(admin, visitor, seed)
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
  await act(admin, 'PUT', `/api/jueces/${juez.id}/activo`, { activo: false })
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
  await act(admin, 'POST', `/api/jueces/${juez.id}/enlace`)
  await entrarComoJuez(visitor, await enlaceOf(admin, 'Amparo'))
  await expect.poll(() => readView(admin, 'tardias')).toMatchObject([{ causa: 'retirado', total: '56.00' }])
  await admin.goto('/#/competidores')
  await expect(admin.getByText('1 juez: Amparo (64.00)').first()).toBeVisible()
  await openFromList(visitor, 'Iris y Noé')
  await expect(criterio(visitor, 'Tiempo')).toHaveValue('6')

  // So does a mark of a judge whose link was only renewed.
  await sendOffline(visitor, '5')
  await act(admin, 'POST', `/api/jueces/${juez.id}/enlace`)
  await goOnline(visitor)
  await expect(visitor.getByText('1 por enviar: abre tu enlace para enviarla.', { exact: true })).toBeVisible()
  await entrarComoJuez(visitor, await enlaceOf(admin, 'Amparo'))
  await expect(admin.getByText('1 juez: Amparo (40.00)').first()).toBeVisible()
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
  await sendOffline(visitor, '8')
  // Signed out elsewhere.
  const { origin } = new URL(visitor.url())
  expect((await visitor.request.delete('/api/sesiones', { headers: { origin } })).status()).toBe(200)
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

  await entrarComoJuez(visitor, amparo)
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
