import type { ElementHandle, FileChooser, Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** More stops than any screen of these tests has. */
const STOPS = 150

type Stop = 'Tab' | 'Shift+Tab'

/** Walks from where the focus is until it stands on the target. Fails when Tab does not lead there. */
export async function reach(target: Locator, by: Stop = 'Tab'): Promise<void> {
  await expect(target).toBeAttached()
  let element: ElementHandle | null = null
  for (let stop = 0; stop <= STOPS; stop += 1) {
    // Found once, not at each stop: a search by role and name reads the whole page.
    if (!(await element?.evaluate(isConnected))) element = await target.elementHandle()
    if (await element?.evaluate(isFocused)) return
    await target.page().keyboard.press(by)
  }
  throw new Error(`${by} does not lead to ${target.toString()}.`)
}

const isConnected = (node: Node): boolean => node.isConnected
const isFocused = (node: Node): boolean => node === document.activeElement

/** Walks to a control and presses it, once what it did before is done. */
export async function activate(target: Locator, by: Stop = 'Tab'): Promise<void> {
  await reach(target, by)
  await expect(target).toBeEnabled()
  await target.page().keyboard.press('Enter')
}

/** Walks to a field and writes in it, in place of what it holds. */
export async function write(field: Locator, text: string, by: Stop = 'Tab'): Promise<void> {
  await reach(field, by)
  await field.page().keyboard.press('ControlOrMeta+a')
  await field.page().keyboard.type(text)
}

/** Says yes to a question that stands on its safe answer. */
export async function agree(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await activate(question.getByRole('button', { name: 'Eliminar' }))
  await expect(question).toBeHidden()
}

/** After a row is deleted or opened, the focus is not at the top of the page. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main, dialog') !== null)).toBe(true)
}

/**
 * Answers every file picker of a page. Call it before the page is opened: the browser needs a moment to apply it, and a
 * picker that opens before gets no answer.
 */
export function answerPickers(page: Page, files: Parameters<FileChooser['setFiles']>[0]): void {
  page.on('filechooser', (picker) => void picker.setFiles(files))
}
