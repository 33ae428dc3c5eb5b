import { frameOf, type Board } from './board.ts'
import type { Failing } from './failing.ts'
import type { News } from './news.ts'
import type { Asked, OpenViews } from './open-views.ts'
import type { Topic } from './topic.ts'

/**
 * The JSON of a `ViewFrame` for each board that changed, each topic that got another board, and each topic that was closed
 * because its view cannot be loaded or presented.
 */
export type Frames = ReadonlyMap<Board | Topic, string>

const FAILED = '{"fallida":true}'

/** Brings all open boards to the revision of the news. Synchronous, and cannot fail: all boards move together. */
export function applyNews(open: OpenViews, failing: Failing, news: News): Frames {
  if (news.isReplaced) open.clear()
  const frames = new Map<Board | Topic, string>()
  const broken = new Map<Board, unknown>()
  for (const { board, docs } of news.updates) {
    const delta = 'error' in docs ? null : board.apply(docs.value, news.head.revision)
    if (delta) frames.set(board, frameOf(delta))
    if ('error' in docs) broken.set(board, docs.error)
  }
  const errors = new Map<Asked, unknown>()
  let hasMoved = false
  for (const { asked, answer } of news.answers) {
    if ('error' in answer) errors.set(asked, answer.error)
    else {
      const { projection, docs } = answer.value
      const board =
        open.board(projection.viewKey, asked.audience) ?? open.addBoard(projection, asked, news.head.revision, docs)
      const moved = open.answer(asked, board, news.head.revision, failing.remove(asked))
      if (moved) frames.set(moved, board.reset())
      hasMoved ||= moved !== null
    }
  }
  // Only a topic that got another board leaves its old one without topics.
  if (hasMoved) open.closeIdleBoards()
  for (const topic of closeFailed(open, failing, broken, errors)) frames.set(topic, FAILED)
  return frames
}

/** Closes the topics that failed, and the topics of boards that failed. */
function closeFailed(
  open: OpenViews,
  failing: Failing,
  broken: ReadonlyMap<Board, unknown>,
  errors: Map<Asked, unknown>,
): readonly Topic[] {
  if (broken.size === 0 && errors.size === 0) return []
  for (const { asked, topic } of open.topics()) {
    if (broken.has(topic.board)) errors.set(asked, broken.get(topic.board))
  }
  for (const [asked, error] of errors) failing.add(asked, error)
  const failed = open.topics().filter(({ asked }) => errors.has(asked))
  open.close(failed)
  return failed.map(({ topic }) => topic)
}
