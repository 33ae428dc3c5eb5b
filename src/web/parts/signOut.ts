import { useState } from 'react'
import { endSession } from '../api/session.ts'
import { ApiProblem, type Address } from '../api/request.ts'
import { mayLeave } from '../ui/unsaved.ts'

/**
 * Ends the session of this browser (`SIGN_OUT_ADDRESS`) or every session of the person (`endSesiones`). Asks first when typed texts
 * would be lost. Resolves to the problem when it failed: then the person is still signed in.
 */
export async function signOut(command: Address): Promise<ApiProblem | undefined> {
  if (!(await mayLeave())) return undefined
  try {
    await endSession(command)
    return undefined
  } catch (error) {
    if (error instanceof ApiProblem) return error
    throw error
  }
}

interface SignOut {
  readonly busy: boolean
  readonly problem: ApiProblem | undefined
  readonly run: () => Promise<void>
}

/** `signOut` for a button that shows its state and its problem. */
export function useSignOut(command: Address): SignOut {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ApiProblem>()
  const run = async (): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      setProblem(await signOut(command))
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, run }
}
