import type { Page, Request } from '@playwright/test'

interface Refusal {
  readonly status: number
  readonly message: string
  readonly fields?: Readonly<Record<string, string>>
}

interface Held {
  /** Resolves to the first request once it is under way. */
  readonly asked: Promise<Request>
  /** Lets the requests go, or answers them with a refusal. */
  readonly release: (refusal?: Refusal) => void
}

/** Holds the requests of a page to an address until they are released. */
export async function hold(page: Page, address: string | RegExp): Promise<Held> {
  const held = Promise.withResolvers<Refusal | undefined>()
  const asked = Promise.withResolvers<Request>()
  await page.route(address, async (route) => {
    asked.resolve(route.request())
    const refusal = await held.promise
    if (refusal) await route.fulfill({ status: refusal.status, json: { code: 'x', ...refusal } })
    else await route.continue()
  })
  return { asked: asked.promise, release: (refusal) => held.resolve(refusal) }
}
