import type { ServerResponse } from 'node:http'
import { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
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
  const response = { socket: Object.assign(socket, { setNoDelay: () => socket, setKeepAlive: () => socket }) }
  return { response: response as unknown as ServerResponse, written }
}

test('who joins while a flush is being written has it already, and is not told twice', async () => {
  const streams = new Streams(
    () => new Date(0),
    () => undefined,
  )
  const [crowded, quiet] = ['horario', 'portada'].map((view) => new Board(view, 'todos', 1, new Map()))
  if (!crowded || !quiet) throw new Error('Two boards were made.')
  for (let joined = 0; joined < 600; joined += 1) streams.add(aResponse().response, [crowded], null)
  const early = aResponse()
  const late = aResponse()
  streams.add(early.response, [quiet], null)
  const docs = new Map([['turno', { selectedRow: 1 }]])
  crowded.apply(docs, 2)
  quiet.apply(docs, 2)
  const frames = new Map([crowded, quiet].map((board) => [board, '{"parts":{}}']))

  const flushing = streams.flush({ head: { epoch: 'e', revision: 2 }, frames, ended: [], replaced: false })
  // More than a slice: the loop has let us in, and the quiet view's turn has not come.
  streams.add(late.response, [quiet], null)
  await flushing

  expect(early.written).toHaveLength(1)
  expect(late.written).toEqual([])
  streams.close()
})
