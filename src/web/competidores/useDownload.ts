import { useState } from 'react'
import { checkDownload } from '../api/download.ts'
import { ApiProblem } from '../api/request.ts'
import { toast } from '../ui/toast.ts'
import { saveFrom } from '../ui/saveFile.ts'

interface Downloading {
  /** The request runs. */
  readonly busy: boolean
  /** The message of the last download that did not start. */
  readonly fault: string | null
  readonly start: (url: string) => Promise<void>
}

/** Starts a download by the browser, which streams to disk and shows the progress. */
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
