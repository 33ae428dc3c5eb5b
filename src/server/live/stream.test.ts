import type { ServerResponse } from 'node:http'
import { Duplex } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { BEAT_MS } from '#contract/live.ts'
import { VISITANTE, type Actor } from '#domain/actor.ts'
import { Board } from './open-views.ts'
import type { Flush } from './hub.ts'
import { Streams } from './stream.ts'

/** A response whose socket takes everything and keeps it. */
function aResponse(): { response: ServerResponse; written: string[] } {
  const written: string[] = []
  const socket = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      written.push(chunk.toString())
      done()
    },
  })
  const response = {
    chunkedEncoding: true,
    socket: Object.assign(socket, { setNoDelay: () => socket, setKeepAlive: () => socket }),
  }
  return { response: response as unknown as ServerResponse, written }
}

function aBoard(viewKey: string): Board {
  return new Board({ viewKey, audience: 'todos' }, 1, new Map())
}

const TURNO = new Map([['turno', '{"selectedRow":1}']])

/** A flush that brings some boards to revision 2. */
function aFlush(boards: readonly Board[]): Flush {
  for (const board of boards) board.apply(TURNO, { all: 0, keys: new Map([['turno', 2]]) })
  const frames = new Map(boards.map((board) => [board, '{"parts":{}}']))
  return { head: { epoch: 'e', revision: 2 }, frames, changes: [], isReplaced: false }
}

test('a stream added during a flush does not get that flush twice', async () => {
  const streams = new Streams(() => 0)
  const [crowded, quiet] = [aBoard('horario'), aBoard('portada')]
  for (let joined = 0; joined < 600; joined += 1) streams.add(aResponse().response, [crowded], VISITANTE)
  const early = aResponse()
  const late = aResponse()
  streams.add(early.response, [quiet], VISITANTE)

  const flushing = streams.flush(aFlush([crowded, quiet]))
  // More than a slice: the loop has let us in, and the quiet view's turn has not come.
  streams.add(late.response, [quiet], VISITANTE)
  await flushing

  expect(early.written).toHaveLength(1)
  expect(late.written).toEqual([])
  await streams.close()
})

test('a session that expires ends its own stream, and no other', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout'] })
  let now = 1_000
  const streams = new Streams(() => now)
  const board = aBoard('horario')
  const aPerson = (sesionId: string, vence: number): Actor => ({
    role: 'usuario',
    id: 'u',
    nombre: 'U',
    sesionId,
    vence,
  })
  const [old, young, visitor] = [aResponse(), aResponse(), aResponse()]
  streams.add(old.response, [board], aPerson('s1', 60_000))
  streams.add(young.response, [board], aPerson('s2', 600_000))
  streams.add(visitor.response, [board], VISITANTE)

  now = 60_001
  vi.advanceTimersByTime(BEAT_MS)

  expect(old.written.join('')).toContain('"motivo":"sesion"')
  expect([young, visitor].map(({ written }) => written.join('').includes('fin'))).toEqual([false, false])
  expect(streams.size).toBe(2)
  await streams.close()
  vi.useRealTimers()
})

test('a heartbeat that begins during a flush makes no stream lose the message or get it twice', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout'] })
  const streams = new Streams(() => 0)
  const board = aBoard('horario')
  const everybody = Array.from({ length: 1_300 }, aResponse)
  for (const { response } of everybody) streams.add(response, [board], VISITANTE)

  const flushing = streams.flush(aFlush([board]))
  // The first slice is written, and the loop has let the timers in.
  vi.advanceTimersByTime(BEAT_MS)
  await flushing

  const told = everybody.map(({ written }) => written.join('').split('"revision":2').length - 1)
  expect(told.filter((times) => times !== 1)).toEqual([])
  await streams.close()
  vi.useRealTimers()
})

test.each([
  ['a flush', (streams: Streams, boards: readonly Board[]) => streams.flush(aFlush(boards))],
  ['a restart', (streams: Streams) => streams.close()],
])('%s that reaches thousands of streams with different views yields to the event loop', async (_what, act) => {
  const streams = new Streams(() => 0)
  const pages = Array.from({ length: 2_000 }, (_, page) => ({ board: aBoard(`detalle?n=${page}`), ...aResponse() }))
  for (const { response, board } of pages) streams.add(response, [board], VISITANTE)
  const told = () => pages.filter(({ written }) => written.length > 0).length
  let toldBefore = 0
  setImmediate(() => (toldBefore = told()))

  const boards = pages.map(({ board }) => board)
  await act(streams, boards)

  expect(toldBefore).toBeGreaterThan(0)
  expect(toldBefore).toBeLessThan(pages.length)
  expect(told()).toBe(pages.length)
  await streams.close()
  expect(streams.size).toBe(0)
})

test('a large change is only announced to several streams, and sent to a single one', async () => {
  const streams = new Streams(() => 0)
  const [crowded, alone] = [aBoard('horario'), aBoard('mesa')]
  const pages = [aResponse(), aResponse(), aResponse()]
  for (const page of pages.slice(0, 2)) streams.add(page.response, [crowded], VISITANTE)
  if (pages[2]) streams.add(pages[2].response, [alone], VISITANTE)
  const flush = aFlush([crowded, alone])
  const large = JSON.stringify({ parts: { turno: 'x'.repeat(20_000) } })
  await streams.flush({ ...flush, frames: new Map([crowded, alone].map((board) => [board, large])) })
  const [one, two, single] = pages.map(({ written }) => written.join(''))
  expect(one).toContain('"horario":{"nueva":true}')
  expect(two).toBe(one)
  expect(single).toContain(large)
  await streams.close()
})

test('a stream on a view that was closed while it was being opened is asked to reconnect', async () => {
  const streams = new Streams(() => 0)
  const [board, page] = [aBoard('horario'), aResponse()]
  board.isOpen = false
  streams.add(page.response, [board], VISITANTE)
  expect(page.written.join('')).toContain('"motivo":"reinicio"')
  expect(streams.size).toBe(0)
  await streams.close()
})
