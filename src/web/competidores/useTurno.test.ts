import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PressQueue, type TurnoState, type Press } from './useTurno.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

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
  const arrived = Promise.withResolvers<void>()
  const queue = new PressQueue({
    state: () => shown.state,
    behind: (revision) => () => shown.revision < revision,
    reached: () => arrived.promise,
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
      return { movido, revision: server.revision }
    },
    leadsTo: ({ turno }) => at(turno.selectedRow + 1),
    onDone: () => said.push(`turn ${server.row}`),
  }
  return { queue, shown, server, said, next, arrive: arrived.resolve }
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
  const run = async ({ ultimo }: TurnoState) => {
    asked.push(ultimo)
    return { movido: true, revision: 13 }
  }
  queue.add({ run, leadsTo: () => null, onDone: () => {} })
  await done()
  expect(asked).toEqual([12])
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

test('a press after a press with an unknown result waits until the screen shows it', async () => {
  const { queue, shown, server, said, next, arrive } = aQueue()
  queue.add({ run: async () => ({ movido: true, revision: 11 }), leadsTo: () => null, onDone: () => {} })
  await done()
  server.row = 5
  queue.add(next)
  await done()
  expect(said).toEqual([])
  Object.assign(shown, { state: at(5), revision: 11 })
  arrive()
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

test('a press that changes nothing sends no request and shows no message', async () => {
  const { queue, said, next } = aQueue()
  const run = vi.fn(next.run)
  queue.add({ run, leadsTo: (from) => from, onDone: next.onDone })
  await done()
  expect(run).not.toHaveBeenCalled()
  expect(said).toEqual([])
})
