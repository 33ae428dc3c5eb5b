import { useState } from 'react'
import type { Resultados } from '#contract/views/calificaciones.ts'
import { logFault } from '../api/log.ts'
import { saveFile } from '../ui/saveFile.ts'

interface Pdf {
  readonly busy: boolean
  /** The message of the last failure, with what to do. */
  readonly fault: string | null
  readonly print: (day: Resultados) => Promise<void>
}

/** Makes the PDF of a day and saves it as a file. The code for it loads on first use. */
export function usePdf(): Pdf {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  const print = async (day: Resultados): Promise<void> => {
    setBusy(true)
    try {
      const { makePdf } = await import('./pdf.ts')
      const { file, name } = await makePdf(day)
      saveFile(file, name)
      setFault(null)
    } catch (error) {
      logFault('The PDF could not be made', error)
      setFault(
        navigator.onLine
          ? 'Falló una descarga. Vuelve a intentarlo; si se repite, recarga la página.'
          : 'No hay conexión. Cuando vuelva la señal, pulsa Imprimir PDF otra vez.',
      )
    }
    setBusy(false)
  }
  return { busy, fault, print }
}
