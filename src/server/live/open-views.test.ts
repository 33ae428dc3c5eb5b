import { expect, test, vi } from 'vitest'
import { VISITANTE } from '#domain/actor.ts'
import { type Docs, Failing, OpenViews, type Asked } from './open-views.ts'
import { NONE, type OpenProjection } from './project.ts'

function asked(viewKey: string): Asked {
  const projection: OpenProjection = {
    viewKey,
    touched: () => NONE,
    load: async () => new Map(),
    resolve: null,
    moves: () => false,
  }
  const view = { name: viewKey, roles: ['visitante'], audience: 'todos' } as const
  return { viewKey, view, projection, actor: VISITANTE, audience: 'todos' }
}

const doc = (value: number): Docs => new Map([['n', String(value)]])

test('a view that cannot be presented is closed, and the other views are updated', () => {
  const open = new OpenViews(10)
  const log = vi.fn()
  const failing = new Failing(log)
  const news = { isNew: true, isReplaced: false, changes: [], stayed: [] }
  const [good, bad] = [asked('bueno'), asked('malo')]
  const answers = [good, bad].map((one) => ({
    asked: one,
    answer: { value: { projection: one.projection, docs: doc(1) } },
  }))
  open.apply({ ...news, head: { epoch: 'e', revision: 1 }, updates: [], answers }, failing)
  const [goodTopic, badTopic] = [open.topic(good), open.topic(bad)]
  if (!goodTopic || !badTopic) throw new Error('Both were opened.')

  const updates = [
    {
      board: badTopic.board,
      docs: { error: new Error('a row that cannot be read') },
      touched: { all: 0, keys: new Map([['n', 2]]) },
    },
    { board: goodTopic.board, docs: { value: doc(2) }, touched: { all: 0, keys: new Map([['n', 2]]) } },
  ]
  const frames = open.apply(
    {
      ...news,
      head: { epoch: 'e', revision: 2 },
      updates,
      answers: [],
    },
    failing,
  )

  expect([...frames]).toEqual([
    [goodTopic.board, '{"parts":{"n":2}}'],
    [badTopic, '{"fallida":true}'],
  ])
  expect([badTopic.board.part('n'), open.topic(bad), open.size]).toEqual(['1', undefined, 1])
  expect([failing.has(bad), failing.has(good), log.mock.calls.length]).toEqual([true, false, 1])

  // Data corrected by hand take no revision: a client with this revision gets all parts.
  const repaired = { asked: bad, answer: { value: { projection: bad.projection, docs: doc(3) } } }
  open.apply({ ...news, head: { epoch: 'e', revision: 2 }, updates: [], answers: [repaired] }, failing)
  expect([open.topic(bad)?.newerThan(2), open.topic(bad)?.newerThan(3)]).toEqual([
    '{"reset":true,"parts":{"n":3}}',
    null,
  ])
  expect(open.topic(bad)?.revision).toBe(2)
})
