import { useLayoutEffect, useEffect, useRef, type ReactNode } from 'react'
import type { Role } from '#domain/role.ts'
import { isUnsaved, mayLeave } from './ui/unsaved.ts'
import { closeDialogs } from './ui/dialogs.tsx'
import { Store, useStore } from './ui/store.ts'

/**
 * The address of the page: the path after the `#`. The address bar is the router; links are plain links, and Back is the
 * browser's. An unsaved form (`unsaved.ts`) holds the page until the person has answered.
 */
export type Params = Readonly<Record<string, string>>

function readAddress(): string {
  const [path = ''] = location.hash.slice(1).split('?', 1)
  return path.startsWith('/') ? path : `/${path}`
}

/** The address whose page is shown. It differs from the address bar while a person is asked whether to leave. */
const shownAddress = new Store('/')
/** The position of that page in the history of the tab. `prepaint.js` writes the position of each entry into its state. */
let position = 0
let isLeaving = false

/** A screen that was asked for and is not for the person: its address, and the notice for home. */
interface Negada {
  readonly address: string
  readonly aviso?: ReactNode
  /** The person pressed the link of the notice, or `Inscríbete`: the sign-in leads to the screen. */
  readonly isAsked?: true
  /** The one role that the sign-in leads there; absent: every role. */
  readonly para?: Role
}

/** The last such screen, while home or a page that leads to a sign-in is shown. */
export const negada = new Store<Negada | undefined>(undefined)
const KEEP_NEGADA = ['/', '/acceder', '/registro']

/** Starts to follow the address bar. Call it before the first render. */
export function followAddress(): void {
  position = positionNow()
  shownAddress.set(readAddress())
  window.addEventListener('hashchange', follow)
}

export function useAddress(): string {
  return useStore(shownAddress)
}

/** Shows the page of the new address, or asks first. */
function follow(): void {
  const to = readAddress()
  const isFree = isLeaving || to === shownAddress.read() || !isUnsaved()
  isLeaving = false
  if (!isFree) return void askToFollow()
  position = positionNow()
  if (to !== shownAddress.read()) closeDialogs()
  if (!KEEP_NEGADA.includes(to)) negada.set(undefined)
  shownAddress.set(to)
}

/** Takes the address bar back to the shown page and asks. Goes to the new address when the person leaves. */
async function askToFollow(): Promise<void> {
  const steps = positionNow() - position || 1
  history.go(-steps)
  if (!(await mayLeave())) return
  isLeaving = true
  history.go(steps)
}

function positionNow(): number {
  const state: { readonly position?: number } | null = history.state
  return state?.position ?? position
}

/**
 * Replaces the address before anything is painted: the page is not for this person. The current one leaves the history. Does
 * not ask.
 */
export function Redirect({ to, because }: { to: string; because?: Negada }): null {
  useLayoutEffect(() => {
    if (because) negada.set(because)
    history.replaceState(history.state, '', `#${to}`)
    isLeaving = true
    follow()
  }, [to, because])
  return null
}

/** The parameters of an address that matches a pattern (`/detalle/:dia/:nombre`); `null` when it does not match. */
export function matchAddress(pattern: string, address: string): Params | null {
  const wanted = pattern.split('/')
  const given = address.length > 1 ? address.replace(/\/$/, '').split('/') : address.split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const text = decode(given[index] ?? '')
    if (text === null) return null
    if (part.startsWith(':') && text !== '') params[part.slice(1)] = text
    else if (part !== text) return null
  }
  return params
}

/** The address of a pattern with its parameters; `matchAddress` reads it back. */
export function addressOf(pattern: string, params: Params = {}): string {
  return pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    // A `%` that encodes nothing: no page has such an address.
    return null
  }
}

/** What the open page is about: the title of the document begins with it. */
const subject = new Store<string | undefined>(undefined)

/** Names what the page is about, while the page is open. */
export function useSubject(name: string | undefined): void {
  useEffect(() => {
    subject.set(name)
    return () => subject.set(undefined)
  }, [name])
}

/**
 * Sets the title of the document, and focuses the heading of each new page, so that a screen reader announces it. Not on
 * the first page of a visit, which the browser announces.
 */
export function useArrival(address: string, title: string): void {
  const isFirst = useRef(true)
  const about = useStore(subject)

  useEffect(() => {
    // The page of a rehearsal has the notice, and its tab says so.
    const ensayo = document.getElementById('ensayo') ? 'Ensayo: ' : ''
    document.title = ensayo + (about ? `${about}, ${title}` : title)
  }, [about, title])

  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    window.scrollTo(0, 0)
    return whenThere('main h1', (heading) => {
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    })
  }, [address])
}

/**
 * Calls `take` once the element exists: the page may still load its code or its data. A person who has gone on by key or pointer
 * meanwhile keeps the focus, if any control has it.
 */
function whenThere(selector: string, take: (element: HTMLElement) => void): () => void {
  const waiting = new AbortController()
  let hasGoneOn = false
  const find = (): void => {
    const element = document.querySelector<HTMLElement>(selector)
    if (!element) return
    waiting.abort()
    if (!hasGoneOn || document.activeElement === document.body) take(element)
  }
  const observer = new MutationObserver(find)
  observer.observe(document.body, { childList: true, subtree: true })
  waiting.signal.addEventListener('abort', () => observer.disconnect())
  for (const act of ['keydown', 'pointerdown'])
    document.addEventListener(act, () => (hasGoneOn = true), { capture: true, signal: waiting.signal })
  find()
  return () => waiting.abort()
}
