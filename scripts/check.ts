/** `npm run check`: the checks before a commit. `-- --fix` formats and repairs. */
import { checkSteps } from './check-steps.ts'
import { endWithChildren } from './run.ts'
import { runSteps } from './steps.ts'

endWithChildren()
const results = await runSteps(checkSteps({ fix: process.argv.includes('--fix') }), 2)
process.exitCode = results.some((result) => result.failed > 0) ? 1 : 0
