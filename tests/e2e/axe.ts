import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules about colours: the only ones that stage mode, which changes colours alone at these widths, can break. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** The faults that axe finds on a page as it is now. */
export async function faultsOf(page: Page): Promise<string[]> {
  await prepare(page)
  return faultsNow(page)
}

/** Takes motion from a page, and brings axe into it. */
async function prepare(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
}

/** The faults by all rules or only by `rules`. Motion is ended first: colours in motion have no contrast of their own. */
async function faultsNow(page: Page, rules?: readonly string[]): Promise<string[]> {
  const only: RunOptions = rules ? { runOnly: { type: 'rule', values: [...rules] } } : {}
  return page.evaluate(
    async (options) => {
      const inMotion = () =>
        document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
      // When a colour has reached its end, the children that inherit it may begin a motion of their own.
      for (let moving = inMotion(); moving.length > 0; moving = inMotion()) {
        for (const animation of moving) animation.finish()
        await new Promise(requestAnimationFrame)
      }
      const axe: { run: (context: Document, options: RunOptions) => Promise<AxeResults> } = Reflect.get(window, 'axe')
      const { violations } = await axe.run(document, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    },
    { resultTypes: ['violations'], preload: false, ...only } satisfies RunOptions,
  )
}

/** How far a page scrolls sideways: never. */
export async function scrolledSideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Expects no fault of a state on the narrowest phone and on a laptop, in both modes. */
export async function expectSound(page: Page, state: string): Promise<void> {
  await prepare(page)
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    // A page takes a frame to know its new width.
    await expect.poll(() => scrolledSideways(page), `${state} at ${width}`).toBe(0)
    expect(await faultsNow(page), `${state} at ${width}`).toEqual([])
    await setModo(page, 'escenario')
    await expect.poll(() => scrolledSideways(page), `${state} at ${width} in stage mode`).toBe(0)
    expect(await faultsNow(page, OF_COLOURS), `${state} at ${width} in stage mode`).toEqual([])
    await setModo(page, 'claro')
  }
}

/** As the switch of the menu does, without a reload. */
async function setModo(page: Page, modo: 'claro' | 'escenario'): Promise<void> {
  await page.evaluate((next) => {
    if (next === 'escenario') document.documentElement.dataset['modo'] = next
    else delete document.documentElement.dataset['modo']
  }, modo)
}
