import { expect, test, vi } from 'vitest'
import { VISITANTE } from '#domain/actor.ts'
import { type Docs, OpenViews, type Asked } from './open-views.ts'
import { NONE, type OpenProjection } from './project.ts'

function asked(viewKey: string): Asked {
  const projection: OpenProjection = {
    viewKey,
    touched: () => NONE,
    load: async () => new Map(),
    isFor: () => true,
  }
  const view = { name: viewKey, roles: ['visitante'], audience: 'todos' } as const
  return { viewKey, view, projection, actor: VISITANTE, audience: 'todos' }
}

const doc = (value: number): Docs => new Map([['n', String(value)]])

test('a view that cannot be presented is closed, and the other views are updated', () => {
  const log = vi.fn()
  const open = new OpenViews(log, 10)
  const [good, bad] = [asked('bueno'), asked('malo')]
  const opened = [good, bad].map((one) => ({ asked: one, docs: { value: doc(1) } }))
  open.apply({ isReplaced: false, revision: 1, updates: [], opened })
  const [goodBoard, badBoard] = [open.board(good), open.board(bad)]
  if (!goodBoard || !badBoard) throw new Error('Both were opened.')

  const touched = { all: 0, keys: new Map([['n', 2]]) }
  const updates = [
    { asked: bad, board: badBoard, docs: { error: new Error('a row that cannot be read') }, touched },
    { asked: good, board: goodBoard, docs: { value: doc(2) }, touched },
  ]
  const frames = open.apply({ isReplaced: false, revision: 2, updates, opened: [] })

  expect([...frames]).toEqual([
    [badBoard, '{"fallida":true}'],
    [goodBoard, '{"parts":{"n":2}}'],
  ])
  expect([badBoard.isOpen, open.board(bad), open.boards()]).toEqual([false, undefined, [goodBoard]])
  expect(log).toHaveBeenCalledTimes(1)

  const repaired = { asked: bad, docs: { value: doc(3) } }
  open.apply({ isReplaced: false, revision: 2, updates: [], opened: [repaired] })
  expect(open.board(bad)?.newerThan(1)).toBe('{"reset":true,"parts":{"n":3}}')
})
