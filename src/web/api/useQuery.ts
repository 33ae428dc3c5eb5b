import { useEffect, useState } from 'react'
import type { Input, Output, Query } from '#contract/define.ts'
import { Store, useStore } from '../ui/store.ts'
import { ApiProblem } from './request.ts'
import { sendQuery } from './send.ts'

interface Loaded<T> {
  /** The pages loaded so far, in order. They stay when a later request fails. */
  readonly pages: readonly T[]
  readonly isLoading: boolean
  /** Why the last request failed. */
  readonly problem: ApiProblem | undefined
}

export interface UseQuery<T> extends Loaded<T> {
  /** Loads the next page; `undefined` when there is none. */
  readonly more: (() => void) | undefined
  /** Loads the first page again. The pages of before stay until it arrives. */
  readonly refetch: () => void
}

/**
 * Asks a query of the contract when the component mounts, and again when the declaration or the input changes. Cancels the
 * request when the component unmounts. An output with a `cursor` is one page of several: `more` sends that cursor.
 *
 * @example
 * const { pages: [paises], problem, refetch } = useQuery(readPaises, {})
 */
export function useQuery<Q extends Query>(query: Q, input: Input<Q>): UseQuery<Output<Q>> {
  const key = `${query.path} ${JSON.stringify(input)}`
  const [paged, setPaged] = useState(() => new PagedQuery(key, query, input))
  if (paged.key !== key) setPaged(new PagedQuery(key, query, input))
  useEffect(() => {
    paged.refetch()
    return paged.cancel
  }, [paged])
  const loaded = useStore(paged)
  const more = cursorOf(loaded.pages.at(-1)) === undefined ? undefined : paged.more
  return { ...loaded, more, refetch: paged.refetch }
}

function cursorOf(page: unknown): string | undefined {
  const isPaged = typeof page === 'object' && page !== null && 'cursor' in page
  return isPaged && typeof page.cursor === 'string' ? page.cursor : undefined
}

/** The pages of one query with one input. At most one request is under way: a new one cancels the one before. */
export class PagedQuery<Q extends Query> extends Store<Loaded<Output<Q>>> {
  readonly key: string
  readonly #query: Q
  readonly #input: Input<Q>
  #request = new AbortController()

  constructor(key: string, query: Q, input: Input<Q>) {
    super({ pages: [], isLoading: true, problem: undefined })
    this.key = key
    this.#query = query
    this.#input = input
  }

  readonly refetch = (): void => void this.#load([])

  readonly more = (): void => {
    const { pages, isLoading } = this.read()
    if (!isLoading) void this.#load(pages)
  }

  readonly cancel = (): void => this.#request.abort()

  /** Loads the page that follows some pages. */
  async #load(before: readonly Output<Q>[]): Promise<void> {
    this.cancel()
    this.#request = new AbortController()
    const { signal } = this.#request
    this.set({ ...this.read(), isLoading: true, problem: undefined })
    try {
      const page = await sendQuery(this.#query, this.#input, { signal, cursor: cursorOf(before.at(-1)) })
      if (!signal.aborted) this.set({ pages: [...before, page], isLoading: false, problem: undefined })
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      if (!signal.aborted) this.set({ ...this.read(), isLoading: false, problem })
    }
  }
}
