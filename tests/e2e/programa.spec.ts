import { expectSound } from './axe.ts'
import { activateDia, expect, test } from './fixtures.ts'
import { act, addJuez } from './jueces.ts'

const DIAS = { jueves: { Salsa: ['Ana', 'Beto'], Bachata: ['Elsa', 'Fede'] }, viernes: { Son: ['Zoe'] } }

test('a programme is planned, published and followed through a break, and retired', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias(DIAS, { adminMinutoAMinuto: { dia: 'jueves', activarReloj: true, minutosPorCompetidor: 5 } })
  await visitor.goto('/#/horario')
  await admin.goto('/#/programa')
  await admin.getByRole('radio', { name: 'Jueves' }).check()
  await admin.getByRole('button', { name: 'Publicar programa' }).click()
  await expect(admin.getByRole('alert').filter({ hasText: 'Elige el inicio del jueves.' })).toBeVisible()

  const inicio = '2031-04-10T10:00'
  await admin.getByLabel('Inicio').fill(inicio)
  await admin.getByLabel('Montaje (segundos)').fill('3601')
  await admin.getByRole('button', { name: 'Guardar programa' }).click()
  await expect(admin.getByRole('alert').filter({ hasText: 'Escribe segundos de 0 a 3600.' })).toBeVisible()
  await admin.getByLabel('Montaje (segundos)').fill('30')
  // Another day would lose what was typed.
  await admin.getByRole('radio', { name: 'Viernes' }).click()
  await admin.getByRole('button', { name: 'Seguir aquí' }).click()
  await expect(admin.getByLabel('Inicio')).toHaveValue(inicio)
  await admin.getByRole('button', { name: 'Guardar programa' }).click()
  await expect(admin.getByText('Programa guardado.')).toBeVisible()
  await admin.getByRole('button', { name: 'Agregar pausa' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Agregar pausa' })
  await dialog.getByLabel('Título').fill('Comida')
  await dialog.getByLabel('Antes de', { exact: true }).selectOption('Bachata')
  await dialog.getByLabel('Minutos').fill('30')
  await dialog.getByLabel('No antes de').fill('10:45')
  await dialog.getByRole('button', { name: 'Guardar pausa' }).click()
  await expect(admin.getByText('Pausa guardada.')).toBeVisible()
  await expect(admin.getByRole('row')).toHaveText([
    /Hora/,
    /10:00.*Salsa.*10:00/,
    /10:10.*Comida.*30:00/,
    /10:45.*Bachata.*10:00/,
  ])
  await expect(admin.getByText('Termina hacia las 10:55')).toBeVisible()
  await admin.getByRole('button', { name: 'Mostrar Bachata' }).click()
  await expect(admin.getByRole('row', { name: 'Fede' })).toContainText('10:50')
  await expectSound(admin, 'Programa')

  await admin.getByRole('button', { name: 'Publicar programa' }).click()
  await expect(admin.getByText('Programa publicado.')).toBeVisible()
  const rows = visitor.getByRole('table').getByRole('row')
  await expect(rows).toHaveText([
    /Hora/,
    /10:00.*Ana/,
    /10:05.*Beto/,
    /Hora/,
    /10:10.*Comida/,
    /10:45.*Elsa/,
    /10:50.*Fede/,
  ])

  await expect(admin.getByText('Hay cambios sin publicar.')).toHaveCount(0)
  await admin.getByRole('button', { name: 'Editar Comida' }).click()
  await admin.getByLabel('Minutos').fill('45')
  await admin.getByRole('button', { name: 'Guardar pausa' }).click()
  await expect(admin.getByRole('status').filter({ hasText: 'Hay cambios sin publicar.' })).toBeVisible()

  // Presses go through the break; what is past shows no time.
  await admin.goto('/#/competidores')
  await expect(admin.getByRole('status').filter({ hasText: 'Hay cambios sin publicar.' })).toBeVisible()
  const next = admin.getByRole('button', { name: 'Siguiente turno' })
  await next.click()
  await expect(rows.filter({ hasText: 'Ana' })).toContainText('Compitiendo')
  await expect(rows.filter({ hasText: 'Ana' })).toContainText('previsto 10:00')
  await expect(admin.getByText(/min de adelanto/)).toBeVisible()
  await expect(admin.getByText('El programa es de otra fecha.')).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Corregir programa' })).toHaveAttribute('href', '#/programa')
  await next.click()
  await expect(rows.filter({ hasText: 'Beto' })).toContainText('Compitiendo')
  await next.click()
  const enVivo = visitor.getByRole('region', { name: 'En vivo' })
  await expect(enVivo).toContainText('Comida')
  await expect(enVivo).toContainText(/seguimos a las \d\d:\d\d/)
  await expect(rows.filter({ hasText: 'Beto' })).toContainText('Finalizado')
  await expectSound(admin, 'Comida')
  await expectSound(visitor, 'Comida')
  await admin.getByLabel('Seguimos a las').fill('')
  await admin.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(admin.getByText('Elige una hora posterior.')).toBeVisible()

  await admin.goto('/#/programa')
  await admin.getByRole('button', { name: 'Retirar programa' }).click()
  await admin.getByRole('button', { name: 'Retirar', exact: true }).click()
  await expect(admin.getByText('Hay una pausa en curso: pasa al siguiente turno primero.')).toBeVisible()
  await admin.getByRole('button', { name: 'Cancelar' }).click()
  await admin.goto('/#/competidores')
  await next.click()
  await expect(rows.filter({ hasText: 'Elsa' })).toContainText('Compitiendo')
  await expect(rows.filter({ hasText: 'Comida' })).toContainText('--:--')
  await admin.getByRole('button', { name: 'Deshacer' }).click()
  await expect(enVivo).toContainText('Comida')
  await next.click()

  await admin.goto('/#/programa')
  await admin.getByRole('button', { name: 'Retirar programa' }).click()
  await admin
    .getByRole('alertdialog', { name: '¿Retirar el programa del jueves?' })
    .getByRole('button', { name: 'Retirar' })
    .click()
  await expect(admin.getByText('Programa retirado.')).toBeVisible()
  await expect(rows.filter({ hasText: 'Comida' })).toHaveCount(0)
})

test('the desk pauses a day without a programme: the next entry stands at the end of the break', async ({
  admin,
  visitor,
  another,
  seed,
}) => {
  await seed.dias(DIAS, {
    adminMinutoAMinuto: {
      dia: 'jueves',
      activarReloj: false,
      hora: '2031-04-10T16:00:00.000Z',
      minutosPorCompetidor: 5,
    },
  })
  const tableta = await another('visitante')
  await tableta.clock.install()
  await tableta.goto((await addJuez(admin, 'Luz')).path)
  await visitor.goto('/#/horario')
  await admin.goto('/#/competidores')
  await expect(admin.getByRole('button', { name: 'Pausar', exact: true })).toHaveCount(0)
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  await admin.getByRole('button', { name: 'Pausar', exact: true }).click()
  const dialog = admin.getByRole('dialog', { name: 'Pausar' })
  await expect(dialog.getByLabel('Título')).toHaveValue('Pausa técnica')
  await dialog.getByLabel('Minutos').fill('0')
  await dialog.getByRole('button', { name: 'Pausar' }).click()
  await expect(dialog).toContainText('Escribe minutos de 1 a 600.')
  await dialog.getByLabel('Minutos').fill('10')
  await dialog.getByRole('button', { name: 'Pausar' }).click()
  await expect(admin.getByText('Pausa iniciada.')).toBeVisible()
  const rows = visitor.getByRole('table').getByRole('row')
  await expect(rows).toHaveText([
    /Hora/,
    /--:--.*Ana.*Finalizado/,
    /10:00.*Pausa técnica/,
    /10:10.*Beto/,
    /Hora/,
    /10:15.*Elsa/,
    /10:20.*Fede/,
  ])
  const aviso = tableta.getByRole('status').filter({ hasText: 'Pausa: Pausa técnica, seguimos a las ' })
  await expect(aviso).toHaveText(/10:10$/)
  await expect(tableta.getByText('En pista ahora')).toHaveCount(0)
  await expectSound(tableta, 'Pausa')

  // With the clock on, the break began at the press. A tablet without a connection cannot know how long it lasts.
  await act(admin, 'PUT', '/api/reloj', { activarReloj: true })
  await expect(aviso).not.toHaveText(/10:10$/)
  const before = String(await aviso.textContent())
  await tableta.context().setOffline(true)
  await expect(tableta.getByText(/sin conexión/i).first()).toBeVisible()
  await tableta.clock.fastForward('02:00:00')
  await expect(aviso).toHaveText(before)
  await tableta.context().setOffline(false)
  await admin.getByRole('button', { name: 'Deshacer' }).click()
  await expect(tableta.getByText('Pausa: Pausa técnica')).toHaveCount(0)
  await expect(rows.filter({ hasText: 'Pausa técnica' })).toHaveCount(0)

  // A break that opens the day asks before another day becomes active, as a turn does.
  const pausa = { titulo: 'Apertura', antesDe: 'viernes-1', minutos: 5, noAntes: '' }
  await act(admin, 'PUT', '/api/programas/viernes', { inicio: '2031-04-11T10:00', montaje: 0, jueceo: 0 })
  await act(admin, 'PUT', '/api/programas/viernes/pausas', pausa)
  await act(admin, 'PUT', '/api/programas/viernes/publicacion')
  await act(admin, 'PUT', '/api/dia', { dia: 'viernes' })
  await expect(admin.getByRole('radio', { name: 'Viernes' })).toBeChecked()
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  await expect(admin.getByText('Pausa: Apertura')).toBeVisible()
  await admin.getByRole('radio', { name: 'Jueves' }).click()
  await expect(admin.getByRole('alertdialog', { name: '¿Hacer activo el jueves?' })).toBeVisible()
})

test('a wrong date is told in words, asks before it is published, and the page stays on its day', async ({
  admin,
  another,
  visitor,
  seed,
}) => {
  await seed.dias(DIAS, { adminMinutoAMinuto: { dia: 'jueves', activarReloj: true, minutosPorCompetidor: 5 } })
  await admin.goto('/#/programa')
  const inicio = admin.getByLabel('Inicio')
  await inicio.fill('2026-12-04T23:50')
  await expect(inicio).toHaveAccessibleDescription('viernes 4 de diciembre de 2026')
  await admin.getByRole('button', { name: 'Guardar programa' }).click()
  await expect(admin.getByText('Termina el sábado hacia las 00:10')).toBeVisible()
  await admin.getByRole('button', { name: 'Publicar programa' }).click()
  const question = admin.getByRole('alertdialog', {
    name: 'El programa del jueves empieza el viernes 4 de diciembre de 2026. ¿Publicarlo?',
  })
  await expect(question).toContainText('Esa fecha no es jueves.')
  await expectSound(admin, 'Programa')
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(admin.getByRole('button', { name: 'Retirar programa' })).toHaveCount(0)
  await admin.getByRole('button', { name: 'Publicar programa' }).click()
  await question.getByRole('button', { name: 'Publicar', exact: true }).click()
  await expect(admin.getByText('Programa publicado.')).toBeVisible()

  // The right date asks nothing, as long as the other days do not start before it.
  await inicio.fill('2026-12-03T18:00')
  await admin.getByRole('button', { name: 'Guardar programa' }).click()
  await expect(admin.getByText('Termina hacia las 18:20')).toBeVisible()
  await admin.getByRole('button', { name: 'Publicar programa' }).click()
  await expect(admin.getByText('Hay cambios sin publicar.')).toHaveCount(0)
  await act(admin, 'PUT', '/api/programas/viernes', { inicio: '2026-11-27T18:00', montaje: 30, jueceo: 30 })
  await inicio.fill('2026-12-03T18:30')
  await admin.getByRole('button', { name: 'Guardar programa' }).click()
  await admin.getByRole('button', { name: 'Publicar programa' }).click()
  await expect(admin.getByRole('alertdialog')).toContainText('no quedarían en el orden de los días.')
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click()

  // Another administrator makes another day active.
  await inicio.fill('2031-04-10T10:00')
  const other = await another('admin')
  await other.goto('/#/competidores')
  await activateDia(other, 'Viernes')
  await visitor.goto('/#/horario')
  await expect(visitor.getByRole('radio', { name: 'Viernes' })).toBeChecked()
  await admin.getByRole('button', { name: 'Guardar programa' }).click()
  await expect(admin.getByText('Programa guardado.').last()).toBeVisible()
  await expect(admin.getByRole('radio', { name: 'Jueves' })).toBeChecked()
  await expect(inicio).toHaveValue('2031-04-10T10:00')
})
