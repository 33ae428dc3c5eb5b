/** A process of the bench ends by itself: with its parent, or after this. */
const LIFE_MS = 15 * 60_000

interface Order {
  readonly id: number
  readonly name: string
  readonly input: never
}

/**
 * The child's side: does what it is asked over the channel and answers. The messages are JSON text; both ends share the
 * type of the orders.
 */
export function obey(orders: Readonly<Record<string, (input: never) => unknown>>): void {
  setTimeout(() => process.exit(1), LIFE_MS).unref()
  process.on('disconnect', () => process.exit())
  process.on('message', (text) => {
    const { id, name, input }: Order = JSON.parse(String(text))
    void Promise.resolve()
      .then(() => orders[name]?.(input))
      .then(
        (output) => process.send?.(JSON.stringify({ id, output })),
        (error: unknown) => process.send?.(JSON.stringify({ id, error: String(error) })),
      )
  })
}

/** What every process is asked. CPU in µs of all its threads, user and system; memory in bytes. */
export const usage = {
  cpu: (): number => {
    const { user, system } = process.cpuUsage()
    return user + system
  },
  rss: (): number => process.memoryUsage.rss(),
}
