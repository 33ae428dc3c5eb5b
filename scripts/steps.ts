export interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Tests that held only the second time, each with what it said the first. */
  readonly unsteady?: readonly string[]
  /** Tests that were skipped for what this machine lacks, each with why. */
  readonly unmet?: readonly string[]
  /** Shown beside the step: why it was skipped, or what it counted. */
  readonly note?: string
  /** Shown only when the step failed. */
  readonly output?: string
}

export interface Step {
  readonly name: string
  /** Steps whose result this one needs; it is skipped when one of them failed. */
  readonly after?: readonly string[]
  run(): Promise<Outcome>
}

export interface Result extends Outcome {
  readonly name: string
  readonly seconds: number
}

/** Runs steps in their order, `width` at a time, and tells each as it ends. */
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
  return results.toSorted((a, b) => nameIndex(steps, a) - nameIndex(steps, b))
}

async function runStep(step: Step, ended: ReadonlyMap<string, Promise<Result>>): Promise<Result> {
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

function nameIndex(steps: readonly Step[], result: Result): number {
  return steps.findIndex((step) => step.name === result.name)
}

export function statusOf(result: Outcome): 'pasó' | 'falló' | 'OMITIDA' {
  if (result.failed > 0) return 'falló'
  return result.passed > 0 ? 'pasó' : 'OMITIDA'
}

export function lineOf(result: Result): string {
  const status = statusOf(result)
  const columns = [status.padEnd(8), result.name.padEnd(26), `${result.seconds.toFixed(1)} s`.padStart(8)]
  const line = [...columns, result.note].filter(Boolean).join('  ')
  const unsteady = (result.unsteady ?? []).map((told) => `\n    INESTABLE  ${told}`)
  const unmet = (result.unmet ?? []).map((told) => `\n    OMITIDA    ${told}`)
  const told = [line, ...unsteady, ...unmet].join('')
  return status === 'falló' ? `${told}\n${indent(result.output ?? '')}` : told
}

function indent(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, '    ')
}
