import { useRef, useState } from 'react'
import { download, type Download } from '../api/download.ts'
import { ApiProblem } from '../api/request.ts'
import { toast } from '../ui/toast.ts'
import { saveFile } from '../ui/saveFile.ts'

interface Downloading {
  /** How much is here; null when nothing is on its way. */
  readonly progress: { readonly came: number; readonly total: number } | null
  /** Why the last one did not come, and what to do. */
  readonly fault: string | null
  readonly start: (url: string) => Promise<void>
  readonly cancel: () => void
}

/** Brings a file from the server and hands it over as a download. */
export function useDownload(): Downloading {
  const [progress, setProgress] = useState<Downloading['progress']>(null)
  const [fault, setFault] = useState<string | null>(null)
  const current = useRef<Download>(null)

  async function start(url: string): Promise<void> {
    setFault(null)
    setProgress({ came: 0, total: 0 })
    current.current = download(url, (came, total) => setProgress({ came, total }))
    try {
      const file = await current.current.done
      if (file) {
        saveFile(file, file.name)
        toast(`Descargado: ${file.name}`)
      }
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setFault(error.message)
    } finally {
      setProgress(null)
    }
  }
  return { progress, fault, start, cancel: () => current.current?.cancel() }
}
