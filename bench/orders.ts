/** A process of the bench ends with its parent, and after this time at the latest. */
const LIFE_MS = 15 * 60_000

interface Order {
  readonly id: number
  readonly name: string
  readonly input: never
}

/**
 * Runs the functions of `orders` that the parent process names in its messages, and sends back what they return or throw.
 * The messages are JSON text; both processes share the type of the orders.
 */
export function answerOrders(orders: Readonly<Record<string, (input: never) => unknown>>): void {
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

/** Orders of every process: CPU time in µs of all its threads, user and system, and resident memory in bytes. */
export const usage = {
  cpu: (): number => {
    const { user, system } = process.cpuUsage()
    return user + system
  },
  rss: (): number => process.memoryUsage.rss(),
}
