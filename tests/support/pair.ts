import { startApp, type TestApp, type TestOptions } from './app.ts'
import { freshPlace } from './database.ts'

interface Pair extends AsyncDisposable {
  readonly here: TestApp
  readonly there: TestApp
}

/** Two instances of one place. */
export async function startPair(options: Omit<TestOptions, 'place'> = {}): Promise<Pair> {
  const place = await freshPlace()
  const here = await startApp({ ...options, place })
  const there = await startApp({ ...options, place })
  return {
    here,
    there,
    [Symbol.asyncDispose]: async () => {
      await here[Symbol.asyncDispose]()
      await there[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
    },
  }
}
