import { useState } from 'react'
import { checkDownload } from '../api/download.ts'
import { ApiProblem } from '../api/request.ts'
import { toast } from '../ui/toast.ts'
import { saveFrom } from '../ui/saveFile.ts'

interface Downloading {
  /** The server is being asked. */
  readonly busy: boolean
  /** Why the last one did not begin, and what to do. */
  readonly fault: string | null
  readonly start: (url: string) => Promise<void>
}

/** Begins a download of the browser's own: it writes to disk what arrives, however large, and says how far it is. */
export function useDownload(): Downloading {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  async function start(url: string): Promise<void> {
    setFault(null)
    setBusy(true)
    try {
      const name = await checkDownload(url)
      saveFrom(url)
      toast(`Descarga iniciada: ${name}`)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setFault(error.message)
    } finally {
      setBusy(false)
    }
  }
  return { busy, fault, start }
}
