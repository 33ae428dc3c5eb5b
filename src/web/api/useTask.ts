import { useState } from 'react'
import { ApiProblem } from './session.ts'

interface Task {
  readonly busy: boolean
  /** Why the last run was refused. */
  readonly problem: ApiProblem | null
  readonly run: () => Promise<void>
}

/** Runs the act of a button that is more than one command, and rejects with `ApiProblem` when it is refused. */
export function useTask(act: () => Promise<void>): Task {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const run = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      await act()
    } catch (error) {
      setProblem(refusalOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, run }
}

/** Returns the refusal. Rethrows any other error: it is a fault of the program. */
export function refusalOf(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error
  throw error
}
