import { expect, test, vi } from 'vitest'
import { PressQueue, type TurnoState, type Press } from './useTurno.tsx'
import { fakeTime } from '../../../tests/support/time.ts'

fakeTime()

const at = (selectedRow: number): TurnoState => ({
  dia: 'jueves',
  turno: { selectedRow, competidorId: `c${selectedRow}` },
  ultimo: null,
})

/** A queue with a fake screen, and a fake server that steps when the sent turn is the current turn. */
function aQueue() {
  const shown = { state: at(1), revision: 10 }
  const server = { row: 1, revision: 10, takesMs: 0 }
  const said: string[] = []
  const queue = new PressQueue({
    state: () => shown.state,
    behind: (revision) => () => shown.revision < revision,
    onMovedByOther: () => said.push('moved'),
    onLate: () => said.push('late'),
  })
  const next: Press = {
    run: async ({ turno }) => {
      vi.setSystemTime(Date.now() + server.takesMs)
      const movido = turno.selectedRow === server.row
      if (movido) {
        server.row += 1
        server.revision += 1
      }
      return { ...at(server.row), movido, antes: !movido, ultimo: server.revision, revision: server.revision }
    },
    onDone: () => said.push(`turn ${server.row}`),
  }
  return { queue, shown, server, said, next }
}

const done = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)

test('quick presses all count while the stream is down, and undo takes the last of them', async () => {
  const { queue, said, next } = aQueue()
  for (const expected of [['turn 2'], ['turn 2', 'turn 3']]) {
    queue.add(next)
    await done()
    expect(said).toEqual(expected)
  }
  const asked: (number | null)[] = []
  const undo: Press = {
    run: async ({ ultimo }) => {
      asked.push(ultimo)
      return { ...at(2), movido: true, ultimo: 11, revision: 13 }
    },
    onDone: () => {},
  }
  queue.add(undo)
  queue.add(undo)
  await done()
  expect(asked).toEqual([12, 11])
})

test('a press starts from the screen again after the screen shows the last move', async () => {
  const { queue, shown, server, said, next } = aQueue()
  queue.add(next)
  await done()
  server.row = 7
  Object.assign(shown, { state: at(7), revision: 11 })
  queue.add(next)
  await done()
  expect(said).toEqual(['turn 2', 'turn 8'])
})

test('a press starts from the turn that the server answered', async () => {
  const { queue, server, said, next } = aQueue()
  queue.add({ run: async () => ({ ...at(5), movido: true, revision: 11 }), onDone: () => {} })
  server.row = 5
  queue.add(next)
  await done()
  expect(said).toEqual(['turn 6'])
})

test('presses that waited too long behind a slow press are dropped with a message', async () => {
  const { queue, server, said, next } = aQueue()
  server.takesMs = 20_000
  for (let press = 0; press < 5; press += 1) queue.add(next)
  await done()
  expect(said).toEqual(['turn 2', 'late'])
  expect(server.row).toBe(2)
})

test('a press after the move of another person drops the waiting presses', async () => {
  const { queue, server, said, next } = aQueue()
  server.row = 4
  queue.add(next)
  queue.add(next)
  await done()
  expect(said).toEqual(['moved'])
  expect(server.row).toBe(4)
})

test('a press that changes nothing shows no message, and the next one counts', async () => {
  const { queue, said, next } = aQueue()
  queue.add({ run: async (from) => ({ ...from, movido: false, revision: 10 }), onDone: () => said.push('done') })
  queue.add({ run: async () => null, onDone: () => said.push('done') })
  queue.add(next)
  await done()
  expect(said).toEqual(['turn 2'])
})
