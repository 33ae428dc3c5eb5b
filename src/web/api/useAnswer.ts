import { useCallback, useState, useSyncExternalStore } from 'react'
import type { Input, Output, Query } from '#contract/define.ts'
import { ApiProblem } from './request.ts'
import { ask } from './send.ts'

export interface Asked<T> {
  readonly answer: T | undefined
  readonly problem: ApiProblem | undefined
}

const NOTHING_YET = { answer: undefined, problem: undefined }

/** A question asked once, when the page opens; `again` asks it anew. For what does not change while one looks at it. */
export function useAnswer<Q extends Query>(
  query: Q,
  input: Input<Q>,
): Asked<Output<Q>> & { readonly again: () => void } {
  const [inquiry, setInquiry] = useState(() => new Inquiry(query, input))
  const asked = useSyncExternalStore(inquiry.subscribe, inquiry.read)
  const again = useCallback(() => setInquiry(new Inquiry(query, input)), [query, input])
  return { ...asked, again }
}

/** Asks when somebody listens, and keeps the answer. */
class Inquiry<Q extends Query> {
  #asked: Asked<Output<Q>> = NOTHING_YET
  #isSent = false
  #notify: () => void = () => {}
  readonly #query: Q
  readonly #input: Input<Q>

  constructor(query: Q, input: Input<Q>) {
    this.#query = query
    this.#input = input
  }

  readonly read = (): Asked<Output<Q>> => this.#asked

  readonly subscribe = (notify: () => void): (() => void) => {
    this.#notify = notify
    if (!this.#isSent) void this.#send()
    this.#isSent = true
    return () => {
      this.#notify = () => {}
    }
  }

  async #send(): Promise<void> {
    try {
      this.#asked = { answer: await ask(this.#query, this.#input), problem: undefined }
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      this.#asked = { answer: undefined, problem: error }
    }
    this.#notify()
  }
}
