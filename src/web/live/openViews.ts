import type { OpenView } from './openView.ts'

/** The views of this tab, by key. Views without readers are ordered by when their last reader left. */
export class OpenViews extends Map<string, OpenView> {
  /** The views to ask for: those that are not known as of an epoch, or all; of those that fail, only the due. */
  missing(epoch: string, all: boolean): OpenView[] {
    const now = Date.now()
    return [...this.values()].filter(({ at, retryAt = 0 }) => retryAt <= now && (all || at?.epoch !== epoch))
  }

  /** Those that are known as of an epoch. */
  known(epoch: string): OpenView[] {
    return [...this.values()].filter(({ at }) => at?.epoch === epoch)
  }

  /** The oldest revision of some views, which a stream starts from; without any, of all that do not fail. */
  revision(views: Iterable<OpenView> = this.values()): number {
    const shown = [...views].filter(({ retryAt }) => retryAt === undefined)
    return Math.min(...shown.map(({ at }) => at?.revision ?? 0))
  }

  /** Answers, at any later time, whether a view is older than a revision of the epoch that it shows now. */
  behind(key: string, revision: number): () => boolean {
    const epoch = this.get(key)?.at?.epoch
    return () => {
      const at = this.get(key)?.at
      return at !== undefined && at.epoch === epoch && at.revision < revision
    }
  }

  named(keys: readonly string[]): OpenView[] {
    return keys.flatMap((key) => this.get(key) ?? [])
  }

  /** Of the views without a reader, some may go. */
  drop(which: (open: OpenView) => boolean): void {
    for (const open of this.values()) if (!open.isObserved && which(open)) this.delete(open.key)
  }

  /** Drops the oldest views without readers when there are more than one request may ask for. */
  makeRoom(most: number): void {
    for (const open of this.values()) {
      if (this.size <= most) return
      if (open.isObserved) continue
      clearTimeout(open.release)
      this.delete(open.key)
    }
  }
}
