import { expect, test, vi } from 'vitest'
import { anEvent, aTab, DETALLE, JUEVES } from '../../../tests/support/aTab.ts'
import { cache } from './cache.ts'
import { fakeTime, settle } from '../../../tests/support/time.ts'

const ORIGIN = 'https://evento.example'

/** The caches of a browser, by name: bodies by address. */
type Laid = Map<string, Map<string, string>>

function storageOf(laid: Laid) {
  return {
    has: async (name: string) => laid.has(name),
    delete: async (name: string) => laid.delete(name),
    match: async (url: string, { cacheName = '' }) => {
      const body = laid.get(cacheName)?.get(url)
      return body === undefined ? undefined : new Response(body)
    },
    open: async (name: string) => {
      const kept = laid.get(name) ?? new Map<string, string>()
      laid.set(name, kept)
      return {
        put: async (url: string, answer: Response) => void kept.set(url, await answer.text()),
        delete: async (url: string) => kept.delete(url),
        keys: async () => [...kept.keys()].map((url) => ({ url: ORIGIN + url })),
      }
    },
  }
}

/** The copies that an earlier visit left, as the program of 27 November 2026 stored them. */
function aDevice(): Laid {
  const bodyOf = ([key, parts]: [string, unknown]): [string, string] => [
    `/publico/${key}`,
    JSON.stringify({ key, epoch: 'e1', revision: 5, ahora: 999_000_000, device: 999_000_000, parts }),
  ]
  return new Map([
    ['publico-2', new Map(Object.entries(anEvent()).map(bodyOf))],
    ['publico-1', new Map([['/publico/resultados?dia=jueves', 'de antes']])],
  ])
}

fakeTime(1_000_000_000)

test('copies that an earlier visit left are shown while the server does not answer', async () => {
  vi.stubGlobal('caches', storageOf(aDevice()))
  const tab = aTab({ options: { cache } })
  tab.server.status = 503
  tab.see.portada()
  tab.see.jueves()
  await settle(5_000)
  expect(tab.shown(JUEVES)).toMatchObject({ categorias: [{ nombre: 'Salsa' }] })
})

test('of the copies of an earlier visit, those of a day that is hidden by now are gone after the first contact', async () => {
  const laid = aDevice()
  vi.stubGlobal('caches', storageOf(laid))
  const tab = aTab({ options: { cache }, live: anEvent(false) })
  tab.answers.answer = () => new Response(null, { status: 500 })
  tab.see.portada()
  await settle()
  expect([...laid.keys()]).toEqual(['publico-2'])
  const left = [...(laid.get('publico-2')?.keys() ?? [])]
  expect(left).toEqual(expect.arrayContaining(['/publico/portada', '/publico/horario']))
  expect(left).not.toContain(`/publico/${JUEVES}`)
  expect(left).not.toContain(`/publico/${DETALLE}`)
})
