/** One part as it is sent: its bytes, and the revision at which they last changed. */
interface Kept {
  readonly json: string
  readonly revision: number
}

/** Parts as JSON, by key; `undefined` is gone, or not for this audience. */
export type Docs = ReadonlyMap<string, string | undefined>

/** What one flush changed on a board, as JSON: `"key":part` pieces and the keys that went. */
export interface Delta {
  readonly parts: readonly string[]
  readonly gone: readonly string[]
}

/**
 * The newest state of one view for one audience, as bytes. It answers two questions without touching the database:
 * what is everything, and what is newer than a revision.
 */
export class Board {
  readonly viewKey: string
  readonly audience: string
  /** View and audience. */
  readonly id: string
  /** From here on every change is known; who comes with less gets everything. */
  readonly since: number
  #parts = new Map<string, Kept>()
  #gone = new Map<string, number>()
  #revision: number

  constructor(viewKey: string, audience: string, revision: number, docs: Docs) {
    this.viewKey = viewKey
    this.audience = audience
    this.id = `${viewKey}|${audience}`
    this.since = revision
    this.#revision = revision
    for (const [key, json] of docs) if (json !== undefined) this.#parts.set(key, { json, revision })
  }

  /** The revision at which anything here last changed. */
  get revision(): number {
    return this.#revision
  }

  /** One part as it is sent, as JSON. */
  part(key: string): string | undefined {
    return this.#parts.get(key)?.json
  }

  keys(): string[] {
    return [...this.#parts.keys()]
  }

  /** Takes the parts that a flush loaded; `undefined` is gone. Keeps nothing whose bytes are equal. Null: nothing changed. */
  apply(docs: Docs, revision: number): Delta | null {
    const parts: string[] = []
    const gone: string[] = []
    for (const [key, json] of docs) {
      const before = this.#parts.get(key)
      if (json === undefined) {
        if (!before) continue
        this.#parts.delete(key)
        this.#gone.set(key, revision)
        gone.push(key)
        continue
      }
      if (before?.json === json) continue
      this.#parts.set(key, { json, revision })
      this.#gone.delete(key)
      parts.push(`${JSON.stringify(key)}:${json}`)
    }
    if (parts.length === 0 && gone.length === 0) return null
    this.#revision = revision
    return { parts, gone }
  }

  /** What somebody at a revision lacks, as the JSON of a `ViewFrame`; null when it is nothing. */
  newerThan(since: number): string | null {
    if (since < this.since) return this.reset()
    const parts = [...this.#parts]
      .filter(([, part]) => part.revision > since)
      .map(([key, part]) => `${JSON.stringify(key)}:${part.json}`)
    const gone = [...this.#gone].filter(([, revision]) => revision > since).map(([key]) => key)
    return parts.length > 0 || gone.length > 0 ? frameOf({ parts, gone }) : null
  }

  /** Everything, as the JSON of a `ViewFrame`. */
  reset(): string {
    return `{"reset":true,"parts":${this.all()}}`
  }

  /** Every part, as the JSON of `Parts`. */
  all(): string {
    return `{${[...this.#parts].map(([key, part]) => `${JSON.stringify(key)}:${part.json}`).join(',')}}`
  }
}

/** The JSON of a `ViewFrame`. */
export function frameOf({ parts, gone }: Delta): string {
  const said = [
    ...(parts.length > 0 ? [`"parts":{${parts.join(',')}}`] : []),
    ...(gone.length > 0 ? [`"gone":${JSON.stringify(gone)}`] : []),
  ]
  return `{${said.join(',')}}`
}
