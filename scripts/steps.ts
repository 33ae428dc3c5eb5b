import { lineOf, type Outcome, type Result } from './summary.ts'

export interface Step {
  readonly name: string
  /** Steps that come before this one in the list. When one of them fails, this one is skipped. */
  readonly after?: readonly string[]
  /** The sentence about what this machine lacks for the step, which is then skipped; null when it lacks nothing. */
  readonly missing?: string | null
  run(): Promise<Outcome>
}

/** The first lines of `npm test`: what this machine skips, each with the reason. Empty when it runs everything. */
export function skippedLines(steps: readonly Pick<Step, 'name' | 'missing'>[]): string[] {
  return steps.flatMap(({ name, missing }) => (missing ? [`OMITIDA  ${name}: ${missing}`] : []))
}

/** Starts the steps in their order, at most `width` at the same time, and prints each as it ends. */
export async function runSteps(steps: readonly Step[], width: number): Promise<Result[]> {
  const ended = new Map<string, Promise<Result>>()
  const results: Result[] = []
  const waiting = [...steps]
  const lane = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const result = runStep(step, ended)
      ended.set(step.name, result)
      results.push(await result)
      console.log(lineOf(await result))
    }
  }
  await Promise.all(Array.from({ length: width }, lane))
  const places = new Map(steps.map(({ name }, place) => [name, place]))
  return results.toSorted((a, b) => (places.get(a.name) ?? 0) - (places.get(b.name) ?? 0))
}

async function runStep(step: Step, ended: ReadonlyMap<string, Promise<Result>>): Promise<Result> {
  if (step.missing) return { ...skippedBecause(step.missing), name: step.name, seconds: 0 }
  const needed = await Promise.all((step.after ?? []).flatMap((name) => ended.get(name) ?? []))
  const broken = needed.find((result) => result.failed > 0)
  const started = performance.now()
  const outcome = broken ? skippedBecause(`${broken.name} falló`) : await step.run().catch(crashed)
  return { ...outcome, name: step.name, seconds: (performance.now() - started) / 1000 }
}

function crashed(error: unknown): Outcome {
  const output = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { passed: 0, failed: 1, skipped: 0, output }
}

export function skippedBecause(note: string): Outcome {
  return { passed: 0, failed: 0, skipped: 1, note }
}
