import { Eye, EyeOff, Printer } from 'lucide'
import type { Resultados } from '#contract/views/calificaciones.ts'
import { portada, type Portada } from '#contract/views/portada.ts'
import { ApiProblem } from '../api/request.ts'
import { useTask } from '../api/useCommand.ts'
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
  const evento = useView(portada, {})?.evento
  const pdf = useTask(() => printPdf(day, evento))
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
          onClick={() => void pdf.run()}
        >
          Imprimir PDF
        </Button>
      </div>
      {pdf.problem && (
        <Aviso tone="danger" title="No se pudo hacer el PDF." className="order-last w-full max-sm:col-span-2">
          {pdf.problem.message}
        </Aviso>
      )}
    </>
  )
}

/** Makes the PDF of a day and saves it as a file. The code for it loads on first use. Rejects with `ApiProblem`. */
async function printPdf(day: Resultados, evento: Portada['evento'] | undefined): Promise<void> {
  try {
    const { makePdf } = await import('./pdf.ts')
    if (!evento) throw new Error('The name of the event has not arrived.')
    const ensayo = document.getElementById('ensayo') ? 'Ensayo, ' : ''
    const { file, name } = await makePdf(day, {
      evento: `${ensayo}${evento.nombre}`,
      zona: evento.zonaHoraria,
      ahora: clock.now(),
    })
    saveFile(file, name)
  } catch (error) {
    logFault('The PDF could not be made', error)
    throw new ApiProblem({ code: 'network.away', message: navigator.onLine ? FALLO : SIN_RED, status: 0 })
  }
}

const FALLO = 'Falló una descarga. Vuelve a intentarlo; si se repite, recarga la página.'
const SIN_RED = 'No hay conexión. Cuando vuelva la señal, pulsa Imprimir PDF otra vez.'
