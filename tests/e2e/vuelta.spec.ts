import { CHROMIUM_ARGS, findChromium } from '../support/chromium.ts'
import { ADMIN, expect, said, test } from './fixtures.ts'
import { setTurno } from './jueces.ts'
import { signInAs } from './people.ts'
import { DIA } from './tableta.ts'

const chromium = findChromium({ isWhole: true })

// Playwright turns off the cache from which a browser shows a page again at Back.
test.use({
  launchOptions: {
    args: [...CHROMIUM_ARGS],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    ...(chromium.path ? { executablePath: chromium.path } : {}),
  },
})

test.skip(chromium.path === undefined, 'Falta el Chromium completo: el que no tiene ventanas no guarda páginas.')

test('a page that the browser restores from its cache is live, and shows the person who signed in meanwhile', async ({
  admin,
  visitor,
  seed,
  server,
}) => {
  await seed.dias(DIA)
  await setTurno(admin, 1)
  await visitor.goto('/#/horario')
  const current = visitor.getByRole('row').filter({ hasText: 'Compitiendo' })
  await expect(current).toContainText('Ana y Luis')
  await visitor.evaluate(() => Reflect.set(window, 'kept', true))
  await visitor.goto(`${server.url}/healthz`)
  await setTurno(admin, 2)
  const second = await visitor.context().newPage()
  await second.goto('/#/acceder')
  await signInAs(second, ADMIN)
  await expect(second).toHaveURL(/#\/admin$/)

  await visitor.bringToFront()
  await visitor.goBack({ waitUntil: 'commit' })
  await expect(current).toContainText('Eva y Hugo')
  await expect(visitor.getByRole('banner')).toContainText('En vivo')
  await expect(visitor.getByRole('banner')).toContainText(ADMIN.nombre)
  expect(await visitor.evaluate(() => Reflect.get(window, 'kept'))).toBe(true)
  await expect(said(visitor, `En otra pestaña se inició sesión como ${ADMIN.nombre}.`)).toBeVisible()
  await setTurno(admin, 3)
  await expect(current).toContainText('Iris y Noé')
})
