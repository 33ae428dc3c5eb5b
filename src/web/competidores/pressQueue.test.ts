import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PressQueue, type Place, type Press } from './pressQueue.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

const at = (selectedRow: number): Place => ({
  dia: 'jueves',
  turno: { selectedRow, competidorId: `c${selectedRow}` },
  ultimo: null,
})

/** A queue over a screen that shows what the test says, on a server that makes a step where the turn is as sent. */
function aQueue() {
  const shown = { place: at(1), revision: 10 }
  const server = { row: 1, revision: 10, takesMs: 0 }
  const said: string[] = []
  const arrived = Promise.withResolvers<void>()
  const queue = new PressQueue({
    place: () => shown.place,
    behind: (revision) => () => shown.revision < revision,
    reached: () => arrived.promise,
    sayMoved: () => said.push('moved'),
    sayLate: () => said.push('late'),
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

test("one's own presses all count while the stream is away, and undo takes back the last of them", async () => {
  const { queue, said, next } = aQueue()
  for (const expected of [['turn 2'], ['turn 2', 'turn 3']]) {
    queue.add(next)
    await done()
    expect(said).toEqual(expected)
  }
  const asked: (number | null)[] = []
  const run = async ({ ultimo }: Place) => {
    asked.push(ultimo)
    return { movido: true, revision: 13 }
  }
  queue.add({ run, leadsTo: () => null, onDone: () => {} })
  await done()
  expect(asked).toEqual([12])
})

test('a press starts from the screen again once that shows the own move', async () => {
  const { queue, shown, server, said, next } = aQueue()
  queue.add(next)
  await done()
  server.row = 7
  Object.assign(shown, { place: at(7), revision: 11 })
  queue.add(next)
  await done()
  expect(said).toEqual(['turn 2', 'turn 8'])
})

test('a press after one that leads to an unknown turn waits until the screen shows it', async () => {
  const { queue, shown, server, said, next, arrive } = aQueue()
  queue.add({ run: async () => ({ movido: true, revision: 11 }), leadsTo: () => null, onDone: () => {} })
  await done()
  server.row = 5
  queue.add(next)
  await done()
  expect(said).toEqual([])
  Object.assign(shown, { place: at(5), revision: 11 })
  arrive()
  await done()
  expect(said).toEqual(['turn 6'])
})

test('presses that waited for seconds behind a slow one are not made, and that is said', async () => {
  const { queue, server, said, next } = aQueue()
  server.takesMs = 20_000
  for (let press = 0; press < 5; press += 1) queue.add(next)
  await done()
  expect(said).toEqual(['turn 2', 'late'])
  expect(server.row).toBe(2)
})

test('who comes after another person ends the presses that wait', async () => {
  const { queue, server, said, next } = aQueue()
  server.row = 4
  queue.add(next)
  queue.add(next)
  await done()
  expect(said).toEqual(['moved'])
  expect(server.row).toBe(4)
})

test('nowhere to go: no request, and no word', async () => {
  const { queue, said, next } = aQueue()
  const run = vi.fn(next.run)
  queue.add({ run, leadsTo: (from) => from, onDone: next.onDone })
  await done()
  expect(run).not.toHaveBeenCalled()
  expect(said).toEqual([])
})
