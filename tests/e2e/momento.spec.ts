import type { Page } from '@playwright/test'
import { expect, test, type Seed } from './fixtures.ts'
import { act, addJuez, setTurno } from './jueces.ts'
import { enterByLink, URSULA } from './people.ts'

const entry = (
  nombre: string,
  [categoria, dia]: readonly [string, string],
  orden: number | null,
  usuarioId = 'otra',
) => ({
  nombre,
  compania: 'Sol',
  categoria,
  dia,
  ...(orden !== null && { orden }),
  usuarioId,
})

const SALSA = ['Salsa', 'jueves'] as const
const BACHATA = ['Bachata', 'jueves'] as const
const CASINO = ['Casino', 'viernes'] as const

/** Jueves: Ana, Bea, Mía, Gil, Nuestra and Sola, which has no order. Viernes: Eva and Otro. Úrsula owns four of them. */
async function anEvent(seed: Seed, ajustes: object): Promise<void> {
  await seed.tree({
    users: { u: { uid: 'u', nombre: 'Úrsula', apellido: 'Núñez', email: URSULA.email, pais: 'México' } },
    categorias: {
      s: { nombre: 'Salsa', dia: 'jueves', orden: 1 },
      b: { nombre: 'Bachata', dia: 'jueves', orden: 2 },
      v: { nombre: 'Casino', dia: 'viernes', orden: 1 },
      x: { nombre: 'Rueda', dia: 'sábado', orden: 1 },
    },
    competidores: {
      salsa: {
        ana: entry('Ana', SALSA, 1),
        bea: entry('Bea', SALSA, 2),
        mia: entry('Mía', SALSA, 3, 'u'),
      },
      bachata: {
        gil: entry('Gil', BACHATA, 1),
        nuestra: entry('Nuestra', BACHATA, 2, 'u'),
        sola: entry('Sola', BACHATA, null, 'u'),
      },
      casino: { eva: entry('Eva', CASINO, 1), otro: entry('Otro', CASINO, 2, 'u') },
    },
    calificaciones: {
      jueves: {
        Salsa: { Ana: { Luz: { l_calificacion: '5' } }, Mía: { Luz: { l_calificacion: '4' } } },
      },
    },
    adminMinutoAMinuto: { dia: 'jueves', hora: '2025-04-10T16:00:00.000Z', minutosPorCompetidor: 5, ...ajustes },
  })
}

/** Úrsula, signed in, on the page of her entries. */
async function competitor(page: Page, admin: Page): Promise<void> {
  await enterByLink(page, admin)
  await page.goto('/#/competencia')
}

const row = (page: Page, nombre: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: nombre }) })

test('each own entry says its turn, its time and how far it is, and follows each press', async ({
  admin,
  visitor,
  seed,
}) => {
  await anEvent(seed, {})
  await competitor(visitor, admin)
  await expect(row(visitor, 'Mía')).toContainText('Turno 3 10:10 Faltan 3 turnos')
  await expect(row(visitor, 'Nuestra')).toContainText('Turno 5 10:20 Faltan 5 turnos')
  await expect(row(visitor, 'Otro')).toContainText('Turno 2 Viernes, --:--')
  await expect(row(visitor, 'Sola')).toContainText('Bachata')
  await expect(row(visitor, 'Sola')).not.toContainText('Turno')

  await setTurno(admin, 2)
  await expect(row(visitor, 'Mía')).toContainText('Turno 3 10:05 Sigue')
  await setTurno(admin, 3)
  await expect(row(visitor, 'Mía')).toContainText('Turno 3 10:00 En pista')
  await setTurno(admin, 4)
  await expect(row(visitor, 'Mía')).toContainText('Turno 3 --:-- Finalizado')
  await expect(row(visitor, 'Nuestra')).toContainText('Turno 5 10:05 Sigue')
  await act(admin, 'PUT', '/api/competidores/nuestra/retiro', { estado: 'no_se_presento', motivo: 'No llegó' })
  await expect(row(visitor, 'Nuestra')).toContainText('Turno 5 --:-- No se presentó')

  // Another day goes live: its times are there, and those of the day before are gone.
  await act(admin, 'PUT', '/api/dia', { dia: 'viernes' })
  await expect(row(visitor, 'Otro')).toContainText('Turno 2 10:05 Faltan 2 turnos')
  await expect(row(visitor, 'Mía')).toContainText('Turno 3 Jueves, --:--')

  // On a closed order the number stands in place of the turn.
  await act(admin, 'POST', '/api/dias/viernes/cierre')
  await expect(row(visitor, 'Otro')).toContainText('N.º 2 10:05 Faltan 2 turnos')
})

test('an own entry shows its place once its results are visible, and leads to its detail', async ({
  admin,
  visitor,
  seed,
}) => {
  await anEvent(seed, { mostrarCalificaciones: false })
  await addJuez(admin, 'Amparo')
  const asked: string[] = []
  visitor.on('request', (request) => asked.push(decodeURIComponent(request.url())))
  await competitor(visitor, admin)
  await expect(row(visitor, 'Mía')).toContainText('Turno 3')
  await expect(visitor.getByRole('link', { name: /^Lugar/ })).toHaveCount(0)
  await act(admin, 'PUT', '/api/publicacion', { campo: 'mostrarCalificaciones', valor: true })
  await expect(row(visitor, 'Mía')).toContainText('Lugar 2 Provisional')
  await expect(visitor.getByRole('link', { name: /^Lugar/ })).toHaveCount(1)
  // Only the days of own entries are opened.
  expect(asked.filter((url) => url.includes('sábado'))).toEqual([])

  await row(visitor, 'Mía').getByRole('link', { name: 'Lugar 2' }).click()
  await expect(visitor.getByRole('heading', { level: 2, name: 'Mía' })).toBeVisible()
  await visitor.goBack()
  await act(admin, 'PUT', '/api/publicacion', { campo: 'mostrarJueves', valor: false })
  await expect(row(visitor, 'Mía')).toContainText('Turno 3')
  await expect(visitor.getByRole('link', { name: /^Lugar/ })).toHaveCount(0)
})

test('without a connection the expected times stay those of the last contact', async ({ admin, visitor, seed }) => {
  await visitor.clock.install()
  await anEvent(seed, { activarReloj: true })
  const inicio = new Date().toLocaleString('sv', { timeZone: 'America/Mexico_City' }).slice(0, 16).replace(' ', 'T')
  await act(admin, 'PUT', '/api/programas/jueves', { inicio, montaje: 0, jueceo: 0 })
  await act(admin, 'PUT', '/api/programas/jueves/publicacion')
  await setTurno(admin, 1)
  await competitor(visitor, admin)
  for (const path of ['/competencia', '/horario']) {
    await visitor.goto(`/#${path}`)
    const mia = visitor.getByRole('row', { name: 'Mía' })
    await expect(mia).toContainText(/\d\d:\d\d/)
    const before = /\d\d:\d\d/.exec(await mia.innerText())?.[0] ?? ''
    await visitor.context().setOffline(true)
    await expect(visitor.getByText(/Sin conexión/).first()).toBeVisible()
    await visitor.clock.fastForward('02:00:00')
    await expect(visitor.getByText(/Sin conexión/).first()).toBeVisible()
    await expect(mia).toContainText(before)
    await visitor.context().setOffline(false)
    await visitor.reload()
  }
})
