import type { ServerResponse } from 'node:http'
import { Duplex } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { BEAT_MS } from '#contract/live.ts'
import { VISITANTE, type Actor } from '#domain/role.ts'
import { Board } from './board.ts'
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

test('who joins while a flush is being written has it already, and is not told twice', async () => {
  const streams = new Streams(() => new Date(0))
  const [crowded, quiet] = ['horario', 'portada'].map((view) => new Board(view, 'todos', 1, new Map()))
  if (!crowded || !quiet) throw new Error('Two boards were made.')
  for (let joined = 0; joined < 600; joined += 1) streams.add(aResponse().response, [crowded], VISITANTE)
  const early = aResponse()
  const late = aResponse()
  streams.add(early.response, [quiet], VISITANTE)
  const docs = new Map([['turno', { selectedRow: 1 }]])
  crowded.apply(docs, 2)
  quiet.apply(docs, 2)
  const frames = new Map([crowded, quiet].map((board) => [board, '{"parts":{}}']))

  const flushing = streams.flush({ head: { epoch: 'e', revision: 2 }, frames, ended: [], replaced: false })
  // More than a slice: the loop has let us in, and the quiet view's turn has not come.
  streams.add(late.response, [quiet], VISITANTE)
  await flushing

  expect(early.written).toHaveLength(1)
  expect(late.written).toEqual([])
  streams.close()
})

test('a session that grows too old while its page is open ends the stream of that page, and no other', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout'] })
  let now = 1_000
  const streams = new Streams(() => new Date(now))
  const board = new Board('horario', 'todos', 1, new Map())
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
  streams.close()
  vi.useRealTimers()
})

test('a beat that begins in the middle of a flush takes the message from nobody and gives it to nobody twice', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout'] })
  const streams = new Streams(() => new Date(0))
  const board = new Board('horario', 'todos', 1, new Map())
  const everybody = Array.from({ length: 1_300 }, aResponse)
  for (const { response } of everybody) streams.add(response, [board], VISITANTE)
  board.apply(new Map([['turno', { selectedRow: 1 }]]), 2)
  const frames = new Map([[board, '{}']])

  const flushing = streams.flush({ head: { epoch: 'e', revision: 2 }, frames, ended: [], replaced: false })
  // The first slice is written, and the loop has let the timers in.
  vi.advanceTimersByTime(BEAT_MS)
  await flushing

  const told = everybody.map(({ written }) => written.join('').split('id: e.2').length - 1)
  expect(told.filter((times) => times !== 1)).toEqual([])
  streams.close()
  vi.useRealTimers()
})
