import { Eye, EyeOff, Printer } from 'lucide'
import { useState } from 'react'
import type { Resultados } from '#contract/views/calificaciones.ts'
import { portada } from '#contract/views/portada.ts'
import { logFault } from '../api/log.ts'
import { clock, useView } from '../live/tab.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Pill } from '../ui/Pill.tsx'
import { saveFile } from '../ui/saveFile.ts'

interface Props {
  readonly day: Resultados
  /** The heading of the day. */
  readonly headingId: string
}

/** For the administrator: whether the public sees the day, and its PDF. */
export function PdfActs({ day, headingId }: Props) {
  const pdf = usePdf()
  return (
    <>
      <div className="flex items-center justify-between gap-3 max-sm:order-last max-sm:col-span-2">
        {day.publicado ? (
          <Pill tone="go" icon={Eye} text="Publicado" />
        ) : (
          <Pill tone="off" icon={EyeOff} text="Oculto al público" />
        )}
        <Button
          size="dense"
          icon={Printer}
          busy={pdf.busy}
          busyText="Imprimiendo PDF..."
          aria-describedby={headingId}
          onClick={() => void pdf.print(day)}
        >
          Imprimir PDF
        </Button>
      </div>
      {pdf.fault && (
        <Aviso tone="danger" title="No se pudo hacer el PDF." className="order-last w-full max-sm:col-span-2">
          {pdf.fault}
        </Aviso>
      )}
    </>
  )
}

/** Makes the PDF of a day and saves it as a file. The code for it loads on first use. */
function usePdf() {
  const evento = useView(portada, {})?.evento
  const [busy, setBusy] = useState(false)
  /** The message of the last failure, with what to do. */
  const [fault, setFault] = useState<string | null>(null)

  const print = async (day: Resultados): Promise<void> => {
    setBusy(true)
    try {
      const { makePdf } = await import('./pdf.ts')
      if (!evento) throw new Error('The name of the event has not arrived.')
      const impresion = { evento: evento.nombre, zona: evento.zonaHoraria, ahora: clock.now() }
      const { file, name } = await makePdf(day, impresion)
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
