import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules about colours: the only ones that stage mode, which changes colours alone at these widths, can break. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * The faults that axe finds on a page as it is now, by all of its rules or only by `rules`. Motion is ended first: colours in
 * motion have no contrast of their own.
 */
export async function faultsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    const inMotion = () =>
      document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    // When a colour has reached its end, the children that inherit it may begin a motion of their own.
    for (let moving = inMotion(); moving.length > 0; moving = inMotion()) {
      for (const animation of moving) animation.finish()
      await new Promise(requestAnimationFrame)
    }
  })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const only = rules && { runOnly: { type: 'rule', values: rules } }
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, ...only })
  const results: AxeResults = await page.evaluate(`axe.run(document, ${options})`)
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** How far a page scrolls sideways: never. */
export async function scrolledSideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Expects no fault of a state on the narrowest phone and on a laptop, in both modes. */
export async function expectSound(page: Page, state: string): Promise<void> {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    // A page takes a frame to know its new width.
    await expect.poll(() => scrolledSideways(page), `${state} at ${width}`).toBe(0)
    expect(await faultsOf(page), `${state} at ${width}`).toEqual([])
    await setModo(page, 'escenario')
    await expect.poll(() => scrolledSideways(page), `${state} at ${width} in stage mode`).toBe(0)
    expect(await faultsOf(page, OF_COLOURS), `${state} at ${width} in stage mode`).toEqual([])
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
