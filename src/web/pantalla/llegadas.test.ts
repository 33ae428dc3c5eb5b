import { expect, test } from 'vitest'
import type { Dia } from '#domain/dia.ts'
import { TOQUES_MAX } from '#domain/llegada.ts'
import type { KeptToque } from '../device/puesto.ts'
import { Llegadas, porEnviarOf } from './llegadas.ts'

const ENLACE = 'e'
type Sent = { enlace: string; dia: string; toques: { competidorId: string; llego: boolean; at: number }[] }

const taken = (revision = 7) => new Response('{}', { headers: { 'x-revision': String(revision) } })
const refusal = (status: number, code: string) => Response.json({ code, message: '', fields: {} }, { status })
const portal = (status = 200) => new Response('<p>Acepta las condiciones</p>', { status })

/** The storage of a device, as IndexedDB keeps it: by entry. */
function aDevice() {
  const toques = new Map<string, KeptToque>()
  return {
    toques,
    listToques: async () => [...toques.values()],
    keepToque: async (toque: KeptToque) => void toques.set(toque.competidorId, toque),
    deleteToques: async (answered: readonly KeptToque[]) => {
      for (const { competidorId, at } of answered) if (toques.get(competidorId)?.at === at) toques.delete(competidorId)
    },
  }
}

/** A page of the post. `answers`: in turn, the last one for all later requests. Without `isLive` its view has the answered taps from `catchUp` on. */
function aPage(answers: ((sent: Sent) => Response | Promise<Response>)[], device = aDevice(), isLive = true) {
  const sent: Sent[] = []
  const views = Promise.withResolvers<void>()
  if (isLive) views.resolve()
  const llegadas = new Llegadas(ENLACE, {
    kept: device,
    reached: () => views.promise,
    fetch: async (_url, { body }) => {
      const one = JSON.parse(typeof body === 'string' ? body : '') as Sent
      sent.push(one)
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (!answer) throw new TypeError('Failed to fetch')
      return answer(one)
    },
  })
  const waiting = () => porEnviarOf(llegadas.read()).map(({ competidorId }) => competidorId)
  return { llegadas, device, sent, waiting, catchUp: views.resolve }
}

const toque = (competidorId: string, llego = true, at = 1, dia: Dia = 'jueves') => ({ competidorId, llego, at, dia })
const settle = () => new Promise((resolve) => setTimeout(resolve))
const away = () => {
  throw new TypeError('Failed to fetch')
}

test('a tap is shown at once, stays on the device without a network, and leaves it with the answer', async () => {
  const { llegadas, device, sent, waiting } = aPage([away, () => taken()])
  llegadas.tap(toque('ana'))
  expect(llegadas.read().get('ana')).toMatchObject({ llego: true })
  await settle()
  expect(waiting()).toEqual(['ana'])
  expect([...device.toques.keys()]).toEqual(['ana'])
  await llegadas.send()
  await settle()
  expect(waiting()).toEqual([])
  expect(device.toques.size).toBe(0)
  expect(llegadas.read().size).toBe(0)
  const one = { enlace: ENLACE, dia: 'jueves', toques: [{ competidorId: 'ana', llego: true, at: 1 }] }
  expect(sent).toEqual([one, one])
})

test('a later tap for the same entry replaces the former one, and waits when the former one is answered', async () => {
  const first = Promise.withResolvers<Response>()
  const { llegadas, device, sent, waiting } = aPage([() => first.promise, away])
  llegadas.tap(toque('ana', true, 1))
  llegadas.tap(toque('luz', true, 1))
  llegadas.tap(toque('ana', false, 2))
  await settle()
  expect(sent).toHaveLength(1)
  first.resolve(taken())
  await settle()
  expect(waiting().toSorted()).toEqual(['ana', 'luz'])
  expect(sent[1]?.toques.toSorted((a, b) => a.at - b.at)).toEqual([
    { competidorId: 'luz', llego: true, at: 1 },
    { competidorId: 'ana', llego: false, at: 2 },
  ])
  expect(device.toques.get('ana')).toMatchObject({ llego: false, at: 2 })
})

test('an answered tap is shown until the view of the page has it, and does not wait any more', async () => {
  const { llegadas, device, waiting, catchUp } = aPage([() => taken()], aDevice(), false)
  llegadas.tap(toque('ana'))
  await settle()
  expect(waiting()).toEqual([])
  expect(llegadas.read().get('ana')).toMatchObject({ llego: true })
  // A start without a network shows it too.
  expect([...device.toques.keys()]).toEqual(['ana'])
  llegadas.tap(toque('luz'))
  await settle()
  catchUp()
  await settle()
  expect(llegadas.read().size).toBe(0)
  expect(device.toques.size).toBe(0)
})

test.each([
  ['a lost network', away],
  ['a fault of the server', () => refusal(500, 'server.fault')],
  ['a server that stops', () => refusal(503, 'server.stopping')],
  ['a limit', () => refusal(429, 'session.tooManyRequests')],
  ['the page of a captive portal', () => portal()],
  ['the page of a proxy', () => portal(502)],
  ['a 410 of another site', () => portal(410)],
  ['a 400 of another site', () => portal(400)],
  ['a 410 of another program', () => Response.json({ error: 'gone' }, { status: 410 })],
  ['a 400 of another program', () => Response.json({ error: 'bad' }, { status: 400 })],
])('%s keeps the taps, and the next request sends them', async (_name, answer) => {
  const { llegadas, device, sent, waiting } = aPage([answer, () => taken()])
  llegadas.tap(toque('ana'))
  await settle()
  expect(sent).toHaveLength(1)
  expect(waiting()).toEqual(['ana'])
  expect(device.toques.size).toBe(1)
  await llegadas.send()
  expect(waiting()).toEqual([])
})

test('a link that has ended gets no more requests, and the taps stay on the device', async () => {
  const { llegadas, device, sent, waiting } = aPage([() => refusal(410, 'pantalla.enlaceInvalid')])
  llegadas.tap(toque('ana'))
  await settle()
  llegadas.tap(toque('luz'))
  await llegadas.send()
  expect(sent).toHaveLength(1)
  expect(waiting()).toEqual(['ana', 'luz'])
  // The page of the ended link is loaded again: it counts them, and sends nothing.
  const again = aPage([() => taken()], device)
  again.llegadas.end()
  await again.llegadas.load()
  expect(again.waiting()).toEqual(['ana', 'luz'])
  expect(again.sent).toEqual([])
})

test('a tap that the server refuses does not hold up the others, and is sent again by the next page', async () => {
  const device = aDevice()
  for (let n = 0; n < 9; n += 1) await device.keepToque({ ...toque(`c${n}`), enlace: ENLACE })
  const refuse = ({ toques }: Sent) =>
    toques.some(({ competidorId }) => competidorId === 'c4') ? refusal(400, 'input.invalid') : taken()
  const { llegadas, sent, waiting } = aPage([refuse], device)
  await llegadas.load()
  await settle()
  expect(waiting()).toEqual(['c4'])
  expect([...device.toques.keys()]).toEqual(['c4'])
  const before = sent.length
  await llegadas.send()
  expect(sent).toHaveLength(before)
  const again = aPage([() => taken()], device)
  await again.llegadas.load()
  expect(again.waiting()).toEqual([])
})

test('a page that is loaded again has the taps of the device, and a tap made before they were read is the later one', async () => {
  const { llegadas, device } = aPage([away])
  llegadas.tap(toque('ana', true, 1))
  llegadas.tap(toque('luz', true, 1))
  await settle()
  const again = aPage([away], device)
  const loading = again.llegadas.load()
  again.llegadas.tap(toque('luz', false, 2))
  await loading
  expect(again.llegadas.read().get('ana')).toMatchObject({ llego: true, at: 1 })
  expect(again.llegadas.read().get('luz')).toMatchObject({ llego: false, at: 2 })
})

test('one request at a time carries taps of one day, and no more than the server takes', async () => {
  const device = aDevice()
  await device.keepToque({ ...toque('vieja', true, 1, 'viernes'), enlace: ENLACE })
  for (let n = 0; n <= TOQUES_MAX; n += 1) await device.keepToque({ ...toque(`c${n}`), enlace: ENLACE })
  let open = 0
  const slowly = async () => {
    open += 1
    expect(open).toBe(1)
    await settle()
    open -= 1
    return taken()
  }
  const { llegadas, sent, waiting } = aPage([slowly], device)
  const all = llegadas.load()
  void llegadas.send()
  await all
  expect(sent.map(({ dia, toques }) => [dia, toques.length])).toEqual([
    ['viernes', 1],
    ['jueves', TOQUES_MAX],
    ['jueves', 1],
  ])
  expect(waiting()).toEqual([])
})

test('a browser that refuses storage keeps the taps while the page is open', async () => {
  const refuse = async () => Promise.reject(new Error('No storage.'))
  const device = { ...aDevice(), listToques: refuse, keepToque: refuse, deleteToques: refuse }
  const { llegadas, waiting } = aPage([away, () => taken()], device)
  await llegadas.load()
  llegadas.tap(toque('ana'))
  await settle()
  expect(waiting()).toEqual(['ana'])
  await llegadas.send()
  expect(waiting()).toEqual([])
})
