import { sendCalificacion } from '#contract/calificaciones.ts'
import { criteriosOfTipo } from '#domain/criterios.ts'
import { expect, test } from './fixtures.ts'
import { setTurno } from './jueces.ts'
import { activate, expectFocusKept, reach, write } from './keys.ts'
import { DIA } from './tableta.ts'

test('after an act that removes its own button the focus goes to the next control', async ({ admin, server, seed }) => {
  await seed.dias(DIA)
  const jacinta = await server.app?.as('juez', { nombre: 'Jacinta' })
  const criterios = Object.fromEntries(criteriosOfTipo('casino').map(({ clave }) => [clave, '8']))
  await jacinta?.send(sendCalificacion, { competidorId: 'jueves-1-1', criterios, version: 0 })

  await admin.goto('/#/competidores')
  const button = (name: string) => admin.getByRole('button', { name, exact: true })
  const then = async (name: string) => {
    await expect(button(name)).toBeVisible()
    await expectFocusKept(admin)
  }
  await activate(button('Más acciones de Ana y Luis'))
  await activate(button('No se presentó Ana y Luis'))
  await then('Restaurar Ana y Luis')
  await activate(button('Restaurar Ana y Luis'))
  await then('Descalificar Ana y Luis')
  await activate(button('Descalificar Ana y Luis'))
  await write(admin.getByLabel('Motivo'), 'Cargada')
  await admin.keyboard.press('Enter')
  await then('Restaurar Ana y Luis')
  await expect(admin.getByRole('dialog')).toHaveCount(0)
  await activate(button('Restaurar Ana y Luis'))
  await then('Descalificar Ana y Luis')
  await expect(admin.getByRole('dialog')).toHaveCount(0)

  await activate(button('Penalizar Ana y Luis'))
  await write(admin.getByLabel('Puntos'), '1')
  await write(admin.getByLabel('Motivo'), 'Tiempo')
  await admin.keyboard.press('Enter')
  await then('Quitar penalización de Ana y Luis')
  await activate(button('Quitar penalización de Ana y Luis'), 'Shift+Tab')
  await expect(button('Quitar penalización de Ana y Luis')).toHaveCount(0)
  await expectFocusKept(admin)

  await admin.goto('/#/calificaciones-detalle/jueves/Casino%20Parejas/Ana%20y%20Luis')
  await activate(button('Reabrir Jacinta'))
  await write(admin.getByLabel('Motivo'), 'Error')
  await admin.keyboard.press('Enter')
  await expect(admin.getByText('Reabierta')).toBeVisible()
  await expectFocusKept(admin)

  await admin.goto('/#/jueces')
  await activate(button('Crear token de Jacinta'))
  await expect(admin.getByRole('dialog', { name: 'Token de Jacinta' })).toBeVisible()
  await admin.keyboard.press('Escape')
  await expect(button('Revocar token de Jacinta')).toBeFocused()
  await activate(button('Revocar token de Jacinta'))
  await reach(button('Crear token de Jacinta'))
})

test('after the finished entries of a category are shown again the focus is on the first of them', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias(
    { jueves: { Salsa: ['Ana'], Bachata: ['Bea', 'Caro', 'Dora'] } },
    { adminMinutoAMinuto: { dia: 'jueves' } },
  )
  await setTurno(admin, 3)
  await visitor.goto('/#/horario')
  await activate(visitor.getByRole('button', { name: 'Ocultar finalizados' }))
  await activate(visitor.getByRole('button', { name: /^1 - Salsa/ }))
  await expect(visitor.getByRole('row', { name: /Ana/ })).toBeFocused()
  await activate(visitor.getByRole('button', { name: 'Ver los que ya pasaron de 2 - Bachata' }))
  await expect(visitor.getByRole('row', { name: /Bea/ })).toBeFocused()
})
