/** `npm run check`: the checks before a commit. `-- --fix` formats and repairs; `-- formato tipos` runs these steps alone. */
import { checkSteps } from './check-steps.ts'
import { endWithChildren } from './run.ts'
import { runSteps } from './steps.ts'

endWithChildren()
const wanted = process.argv.slice(2).filter((word) => word !== '--fix')
const steps = checkSteps({ fix: process.argv.includes('--fix') })
const unknown = wanted.filter((name) => steps.every((step) => step.name !== name))
if (unknown.length > 0) {
  console.error(`No hay un paso ${unknown.join(', ')}. Los pasos: ${steps.map(({ name }) => name).join(', ')}.`)
  process.exitCode = 1
} else {
  const chosen = steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  const results = await runSteps(chosen, 2)
  process.exitCode = results.some((result) => result.failed > 0) ? 1 : 0
}
