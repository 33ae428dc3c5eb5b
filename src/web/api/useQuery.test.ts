import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { query } from '#contract/define.ts'
import { PagedQuery } from './useQuery.ts'

const listCambios = query('/api/cambios', {
  summary: 'The changes, newest first.',
  roles: ['admin'],
  input: z.object({ tipo: z.string() }),
  output: z.object({ cambios: z.array(z.string()), cursor: z.nullable(z.string()) }),
})
const first = { cambios: ['c', 'b'], cursor: 'b' }
const last = { cambios: ['a'], cursor: null }
const refusal = { code: 'request.tooMany', message: 'Espera un momento.' }

const asked = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
vi.stubGlobal('fetch', asked)
afterEach(() => {
  asked.mockReset()
})

function loading(): PagedQuery<typeof listCambios> {
  const paged = new PagedQuery('turno', listCambios, { tipo: 'turno' })
  paged.refetch()
  return paged
}

async function load(paged: PagedQuery<typeof listCambios>): Promise<void> {
  await vi.waitFor(() => expect(paged.read().isLoading).toBe(false))
}

test('the next page is asked for with the cursor of the last one, and again when it fails', async () => {
  asked.mockResolvedValueOnce(Response.json(first)).mockResolvedValueOnce(Response.json(refusal, { status: 429 }))
  const paged = loading()
  await load(paged)
  paged.more()
  await load(paged)
  expect(paged.read()).toMatchObject({ pages: [first], problem: refusal })

  asked.mockResolvedValueOnce(Response.json(last))
  paged.more()
  await load(paged)
  expect(paged.read()).toEqual({ pages: [first, last], isLoading: false, problem: undefined })
  const next = '/api/cambios?tipo=turno&cursor=b'
  expect(asked.mock.calls.map(([url]) => url)).toEqual(['/api/cambios?tipo=turno', next, next])
})

test('a cancelled request is aborted and its answer is dropped', async () => {
  const answer = Promise.withResolvers<Response>()
  asked.mockReturnValue(answer.promise)
  const paged = loading()
  paged.cancel()
  expect(asked.mock.lastCall?.[1].signal?.aborted).toBe(true)

  answer.resolve(Response.json(first))
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(asked).toHaveBeenCalledOnce()
  expect(paged.read().pages).toEqual([])
})

test('a new request for the first page takes the place of the one under way', async () => {
  const slow = Promise.withResolvers<Response>()
  asked.mockReturnValueOnce(slow.promise).mockResolvedValueOnce(Response.json(last))
  const paged = loading()
  paged.refetch()
  await load(paged)
  slow.resolve(Response.json(first))
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(paged.read().pages).toEqual([last])
})
