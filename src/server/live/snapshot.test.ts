import { expect, test } from 'vitest'
import { encode } from '../http/representation.ts'
import { Board } from './open-views.ts'
import { Snapshots } from './snapshot.ts'

const HEAD = { epoch: 'e', revision: 7 }
/** The answer of the hub for some boards. */
const opened = (...boards: readonly Board[]) => ({ boards, failing: [] })
function boardOf(audience: string, json = '{"dia":"jueves"}'): Board {
  return new Board({ viewKey: 'horario', audience }, 7, new Map([['a', json]]))
}

/** As when there was no memory for a moment. */
function failingOnce(): typeof encode {
  let asked = 0
  return (...given) => {
    asked += 1
    if (asked === 1) throw new Error('no memory')
    return encode(...given)
  }
}

test('a snapshot that failed to build is built again at the next request', async () => {
  const snapshots = new Snapshots(failingOnce())
  const asked = opened(boardOf('visitante'))
  await expect(snapshots.get(asked, HEAD, 'br')).rejects.toThrow('no memory')
  expect(await snapshots.get(asked, HEAD, 'br')).toMatchObject({
    headers: { etag: expect.stringContaining('e.') },
  })
})

test('the public snapshot stays in the cache while many people request their own', async () => {
  const snapshots = new Snapshots()
  const everybodys = opened(boardOf('visitante'))
  const made = await snapshots.get(everybodys, HEAD, 'br')
  for (let person = 0; person < 250; person += 1) {
    await snapshots.get(opened(boardOf(`usuario:${person}`)), HEAD, 'br')
    if (person % 50 === 0) expect(await snapshots.get(everybodys, HEAD, 'br')).toBe(made)
  }
})

test('at most two snapshots are built at the same time, and the cache is bounded by bytes', async () => {
  let running = 0
  let most = 0
  const snapshots = new Snapshots(async (identity) => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    return identity
  })
  const large = JSON.stringify('x'.repeat(1024 * 1024))
  let texts = 0
  const boards = Array.from({ length: 40 }, (_, person) => {
    const audience = `usuario:${person}`
    const board = boardOf(audience, large)
    const all = board.all.bind(board)
    board.all = () => {
      texts += 1
      return all()
    }
    return board
  })
  const asked = boards.map(async (board) => snapshots.get(opened(board), HEAD, 'gzip'))
  // The texts of the others are not made before their turn.
  expect(texts).toBe(2)
  const [first, ...others] = await Promise.all(asked)
  expect([most, texts]).toEqual([2, 40])
  // Forty times a megabyte: the oldest was dropped, the newest is there.
  expect(await snapshots.get(opened(...boards.slice(-1)), HEAD, 'gzip')).toBe(others.at(-1))
  expect(await snapshots.get(opened(...boards.slice(0, 1)), HEAD, 'gzip')).not.toBe(first)
})

test('a snapshot names the last change of its views, and is made anew in each encoding', async () => {
  const snapshots = new Snapshots()
  const asked = opened(boardOf('visitante'))
  const head = { epoch: 'e', revision: 9 }
  const { body } = await snapshots.get(asked, head, 'identity')
  expect(JSON.parse(body.toString())).toMatchObject({ revision: 9, cambio: 7 })
  expect((await snapshots.get(asked, head, 'br')).headers).toMatchObject({ 'content-encoding': 'br' })
})
