import type { Page } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../support/chromium.ts'
import { scrolledSideways } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { signedIn } from './people.ts'

// The font size in the settings of the browser: 32 px instead of 16.
const { path: executablePath } = findChromium()
const LETRA = '--blink-settings=defaultFontSize=32'
test.use({ launchOptions: { args: [...CHROMIUM_ARGS, LETRA], ...(executablePath && { executablePath }) } })

const PUBLICAS = ['/', '/horario', '/calificaciones', '/competencia', '/editarPerfil']
const MESAS = [
  '/admin',
  '/categorias',
  '/competidores',
  '/control',
  '/usuarios',
  '/cargar',
  '/programa',
  '/pantallas',
  '/evento',
  '/bitacora',
]

/** Texts that stand outside the screen, or that do not fit their own box. */
async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isCut = (element: HTMLElement): boolean => {
      const { right, width } = element.getBoundingClientRect()
      if (width <= 1 || element.closest('[aria-label="Galería"], .sr-only, thead, input, select')) return false
      return right > innerWidth + 1 || (element.children.length === 0 && element.scrollWidth > element.clientWidth + 2)
    }
    const inBlock = (element: HTMLElement) => getComputedStyle(element).display !== 'inline'
    const all = [...document.querySelectorAll<HTMLElement>('header *, main *, footer *')]
    return all
      .filter((element) => element instanceof HTMLElement && element.innerText.trim() !== '' && inBlock(element))
      .filter(isCut)
      .map((element) => `${element.className}: ${element.innerText}`)
  })
}

const DIAS = {
  jueves: { 'Salsa On1 Parejas': ['Ana Fernández y Luis Montalvo', 'Bea'], Bachata: ['Caro'] },
  viernes: { Son: [] },
}
const EVENTO = {
  adminMinutoAMinuto: {
    dia: 'jueves',
    hora: '2025-04-10T18:00:00.000Z',
    selectedRow: 1,
    mostrarCalificaciones: true,
  },
  calificaciones: { jueves: { 'Salsa On1 Parejas': { Bea: { Marta: { l_calificacion: '87.5' } } } } },
}

async function expectNothingCut(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(`/#${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('main .waiting')).toHaveCount(0)
      expect(await scrolledSideways(page), `${path} at ${width}`).toBe(0)
      await expect.poll(() => cutTexts(page), `${path} at ${width}`).toEqual([])
    }
  }
}

// Two tests, for both workers: a browser with its own settings runs after all others.
test('text of twice the size is shown twice as large on every public screen, and no text is cut', async ({
  visitor,
  seed,
}) => {
  await seed.dias(DIAS, EVENTO)
  await signedIn(visitor, '/perfil')
  await expectNothingCut(visitor, PUBLICAS)
  await visitor.goto('/#/editarPerfil')
  await expect(visitor.getByText('Apellido', { exact: true })).toHaveCSS('font-size', '30px')
  await expect(visitor.getByLabel('Apellido')).toHaveCSS('font-size', '32px')
})

test('text of twice the size fits on every screen of the administrator, and no text is cut', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias(DIAS, EVENTO)
  await signedIn(visitor, '/perfil')
  await expectNothingCut(admin, MESAS)
})
