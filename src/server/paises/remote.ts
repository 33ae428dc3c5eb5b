import * as z from 'zod/mini'

const TIMEOUT_MS = 3_000
const MAX_BYTES = 2 * 1024 * 1024

/** The answer of the public service. Other fields are ignored. */
const answer = z
  .array(z.object({ name: z.object({ common: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)) }) }))
  .check(z.minLength(1), z.maxLength(1_000))

/**
 * The names of the countries from the public service. Requests only the name, unless the address selects fields. Throws when
 * the service does not answer in three seconds, or with something else.
 */
export async function fetchPaises(url: string): Promise<string[]> {
  const address = new URL(url)
  if (!address.searchParams.get('fields')) address.searchParams.set('fields', 'name')
  const response = await fetch(address, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok || !response.body) throw new Error(`The countries service answered ${response.status}.`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new Error('The countries service answered with more than a list.')
    chunks.push(chunk)
  }
  const names = answer.parse(JSON.parse(Buffer.concat(chunks).toString())).map(({ name }) => name.common)
  return [...new Set(names)]
}
