import { useRef, useState } from 'react'
import { download, type Download } from '../api/download.ts'
import { ApiProblem } from '../api/request.ts'
import { toast } from '../ui/toast.ts'

/** A browser may still be reading the file when the click is over. */
const FORGET_MS = 40_000

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
      if (file) save(file)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setFault(error.message)
    } finally {
      setProgress(null)
    }
  }
  return { progress, fault, start, cancel: () => current.current?.cancel() }
}

function save(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), FORGET_MS)
  toast(`Descargado: ${file.name}`)
}
