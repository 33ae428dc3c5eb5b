import { isDeepStrictEqual } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import type { Driver } from './driver.ts'

/** The longest wait for anything, in ms. A busy machine is slow. */
const LONGEST_MS = 20_000
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** What a person looks for: a selector and, with it, the accessible name or the text; inside of the first such place. */
export interface Target {
  readonly css: string
  readonly name?: string
  readonly inside?: Target
}

const BUTTON = 'button, [role="button"], summary'
export const button = (name: string, inside?: Target): Target => ({ css: BUTTON, name, ...(inside && { inside }) })
export const link = (name: string): Target => ({ css: 'a[href]', name })
export const field = (name: string): Target => ({ css: 'input, textarea, select', name })
export const text = (name: string): Target => ({ css: 'h1, h2, h3, p, td, span, strong, output', name })
/** The row of an entry. */
export const row = (name: string): Target => ({ css: 'tbody tr', name })
export const dialog: Target = { css: 'dialog[open]' }

/**
 * Finds a visible element in the page. A name matches whole, or as a part where it begins with `*`. Runs in the page, so it is
 * complete in itself.
 */
function find(target: Target): HTMLElement | undefined {
  const root = target.inside ? find(target.inside) : document
  const plain = (words: string | null | undefined) => (words ?? '').replaceAll(/\s+/g, ' ').trim()
  const namesOf = (element: Element): string[] => {
    const labels =
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
        ? [...(element.labels ?? [])]
        : []
    return [element.getAttribute('aria-label'), ...labels.map((label) => label.textContent), element.textContent].map(
      plain,
    )
  }
  const isNamed = (element: Element): boolean => {
    const { name } = target
    if (name === undefined) return true
    return namesOf(element).some((own) => (name.startsWith('*') ? own.includes(name.slice(1)) : own === name))
  }
  const isVisible = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible'
  }
  return [...(root?.querySelectorAll<HTMLElement>(target.css) ?? [])].find((one) => isNamed(one) && isVisible(one))
}

/**
 * Where to press an element: its middle, scrolled into view. A sentence when it cannot be pressed: it is not there, is off or
 * moves, or another element covers it.
 */
async function placeOf(target: Target, by: number): Promise<{ x: number; y: number } | string> {
  const element = find(target)
  if (!element) return 'is not on the screen'
  if (element.matches(':disabled, [aria-disabled="true"]')) return 'is off'
  const frame = () => new Promise<DOMRect>((done) => requestAnimationFrame(() => done(element.getBoundingClientRect())))
  const inView = element.getBoundingClientRect()
  if (inView.top < 0 || inView.bottom > innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const [before, { left, top, width, height }] = [await frame(), await frame()]
  if (before.top !== top || before.left !== left) return 'moves'
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2 + by)]
  const hit = document.elementFromPoint(x, y)
  const isOwn = hit && (element.contains(hit) || (element.labels ?? []).length > 0)
  return isOwn ? { x, y } : `is covered by ${hit?.outerHTML.slice(0, 120)}`
}

declare global {
  interface HTMLElement {
    readonly labels?: NodeListOf<HTMLLabelElement> | null
  }
}

/** A page of a browser, as far as the flows need it. Every wait is for a condition. */
export class Tab {
  readonly #driver: Driver
  readonly #url: string

  constructor(driver: Driver, url: string) {
    this.#driver = driver
    this.#url = url
  }

  /** Opens an address in a new document. */
  async open(path: string): Promise<void> {
    await this.#leave()
    await this.#driver.send('Navigate', { url: new URL('/healthz', this.#url).href })
    await this.#driver.send('Navigate', { url: new URL(path, this.#url).href })
  }

  async reload(): Promise<void> {
    await this.#leave()
    await this.run(() => location.reload())
    // Firefox answers while the former document is still there.
    await this.until(false, () => 'seVa' in window)
  }

  /** What a document still loads fails when another one takes its place: no error of the page. */
  async #leave(): Promise<void> {
    await this.run(() => void Object.assign(window, { seVa: true }))
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#driver.send('SetWindowRect', { x: 0, y: 0, width, height })
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(String(await this.#driver.send('TakeScreenshot')), 'base64')
  }

  /** Runs a function in the page, with the finder at hand, and returns what it returns. */
  async run<A extends readonly unknown[], R>(act: (...args: A) => R, ...args: A): Promise<Awaited<R>> {
    const script = `const done = arguments[arguments.length - 1], args = [...arguments].slice(0, -1)
      ${find.toString()}
      Promise.resolve().then(() => (${act.toString()})(...args)).then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const answer = await this.#driver.send('ExecuteAsyncScript', { script, args })
    // Firefox answers null when another document takes the place of the page meanwhile.
    const { value, error } = (answer ?? {}) as { value?: Awaited<R>; error?: string }
    if (error !== undefined) throw new Error(error)
    return value as Awaited<R>
  }

  /** Waits until a function of the page returns this. */
  async until<A extends readonly unknown[], R>(
    want: NoInfer<Awaited<R>>,
    act: (...args: A) => R,
    ...args: A
  ): Promise<void> {
    let seen: unknown
    for (const end = Date.now() + LONGEST_MS; Date.now() < end; await wait(50)) {
      seen = await this.run(act, ...args)
      if (isDeepStrictEqual(seen, want)) return
    }
    throw new Error(`${JSON.stringify(args)} is ${JSON.stringify(seen)}, not ${JSON.stringify(want)}`)
  }

  see(target: Target): Promise<void> {
    return this.until(true, (one: Target) => find(one) !== undefined, target)
  }

  gone(target: Target): Promise<void> {
    return this.until(false, (one: Target) => find(one) !== undefined, target)
  }

  /** The point in the middle of an element, or `by` pixels below, once a press there reaches it and it has stopped moving. */
  async at(target: Target, by = 0): Promise<{ x: number; y: number }> {
    let why = ''
    let before: unknown
    for (const end = Date.now() + LONGEST_MS; Date.now() < end; await wait(50)) {
      const place = await this.run(placeOf, target, by)
      if (typeof place !== 'string' && isDeepStrictEqual(place, before)) return place
      why = typeof place === 'string' ? place : 'moves'
      before = place
    }
    throw new Error(`${target.name ?? target.css} ${why}`)
  }

  async press(target: Target): Promise<void> {
    await this.pressAt(await this.at(target))
  }

  async pressAt(point: { x: number; y: number }): Promise<void> {
    await this.drag([point])
  }

  /** Presses at the first point, moves over the others and lets go. */
  async drag(points: readonly { x: number; y: number }[]): Promise<void> {
    const [first, ...rest] = points.map((point) => ({ type: 'pointerMove', duration: 50, ...point }))
    const actions = [first, { type: 'pointerDown', button: 0 }, ...rest, { type: 'pointerUp', button: 0 }]
    await this.#driver.send('PerformActions', { actions: [{ type: 'pointer', id: 'mouse', actions }] })
  }

  /** Presses a key at the element with the focus. */
  async key(value: string): Promise<void> {
    const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value }))
    await this.#driver.send('PerformActions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  /** Types into a field, or gives it a file by its path. */
  async type(target: Target, words: string): Promise<void> {
    await this.see(target)
    const script = `${find.toString()} arguments[arguments.length - 1](find(arguments[0]))`
    const found = (await this.#driver.send('ExecuteAsyncScript', { script, args: [target] })) as Record<string, string>
    await this.#driver.send('ElementSendKeys', { id: found[ELEMENT], text: words })
  }
}
