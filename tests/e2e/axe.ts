import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

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

/** The faults by all rules. Motion is ended first: colours in motion have no contrast of their own. */
async function faultsNow(page: Page): Promise<string[]> {
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
    { resultTypes: ['violations'], preload: false } satisfies RunOptions,
  )
}

/** How far a page scrolls sideways: never. */
export async function scrolledSideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** The narrowest phone, and a laptop in stage mode: each layout and each mode once, for axe takes longer than all else here. */
const VIEWS = [
  [320, 'claro'],
  [1280, 'escenario'],
] as const

/** Expects no fault of a state in `VIEWS`. */
export async function expectSound(page: Page, state: string): Promise<void> {
  await prepare(page)
  for (const [width, modo] of VIEWS) {
    await page.setViewportSize({ width, height: 800 })
    await setModo(page, modo)
    // A page takes a frame to know its new width.
    await expect.poll(() => scrolledSideways(page), `${state} at ${width}`).toBe(0)
    expect(await faultsNow(page), `${state} at ${width}, ${modo}`).toEqual([])
  }
  await setModo(page, 'claro')
}

/** As the switch of the menu does, without a reload. */
async function setModo(page: Page, modo: 'claro' | 'escenario'): Promise<void> {
  await page.evaluate((next) => {
    if (next === 'escenario') document.documentElement.dataset['modo'] = next
    else delete document.documentElement.dataset['modo']
  }, modo)
}
