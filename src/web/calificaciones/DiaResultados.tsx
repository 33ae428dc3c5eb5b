import { ChevronDown, ChevronUp, Eye, EyeOff, Printer } from 'lucide'
import { useId, useState } from 'react'
import type { CategoriaResultadosPart, Resultados } from '#contract/views/calificaciones.ts'
import { portada } from '#contract/views/portada.ts'
import { clock, useView } from '../live/tab.ts'
import { Icon } from '../ui/Icon.tsx'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Pill } from '../ui/Pill.tsx'
import { CategoriaTable } from './CategoriaTable.tsx'
import { logFault } from '../api/log.ts'
import { saveFile } from '../ui/saveFile.ts'

interface Props {
  readonly day: Resultados
  /** The categories that match the search. */
  readonly found: readonly CategoriaResultadosPart[]
  readonly isAdmin: boolean
  readonly isOpen: boolean
  readonly onToggle: () => void
}

export function DiaResultados({ day, found, isAdmin, isOpen, onToggle }: Props) {
  const id = useId()
  const pdf = usePdf()
  const chevron = isOpen ? ChevronUp : ChevronDown
  return (
    <section aria-labelledby={id} className="mb-9">
      <div className="mb-4 grid min-h-11 grid-cols-[1fr_auto] items-center gap-x-3 gap-y-2 border-b border-line pb-2 sm:flex">
        <h2 id={id} className="grow text-24 lg:text-[1.625rem]">
          Resultados del día: {day.dia}
        </h2>
        {isAdmin && (
          <div className="flex items-center justify-between gap-3 max-sm:order-last max-sm:col-span-2">
            {day.publicado ? (
              <Pill tone="go" icon={Eye} text="Publicado" />
            ) : (
              <Pill tone="off" icon={EyeOff} text="Oculto al público" />
            )}
            <Button
              size="dense"
              icon={<Icon of={Printer} size={17} />}
              busy={pdf.busy}
              busyText="Imprimiendo PDF..."
              aria-describedby={id}
              onClick={() => void pdf.print(day)}
            >
              Imprimir PDF
            </Button>
          </div>
        )}
        <Button
          variant="ghost"
          size="dense"
          className="flex-row-reverse"
          icon={<Icon of={chevron} size={18} />}
          aria-expanded={isOpen}
          aria-describedby={id}
          onClick={onToggle}
        >
          {isOpen ? 'Ocultar' : 'Mostrar'}
        </Button>
      </div>
      {pdf.fault && (
        <Aviso tone="danger" title="No se pudo hacer el PDF." className="mb-4">
          {pdf.fault}
        </Aviso>
      )}
      {isOpen && <Contents day={day} found={found} />}
    </section>
  )
}

function Contents({ day, found }: Pick<Props, 'day' | 'found'>) {
  if (day.categorias.length === 0) {
    return (
      <Empty title={`No hay categorías registradas para el día: ${day.dia}.`}>
        La organización todavía prepara este día. Esta página se actualiza sola.
      </Empty>
    )
  }
  if (found.length === 0)
    return <p className="text-15 text-muted">Ninguna categoría de este día coincide con la búsqueda.</p>
  return (
    <div className="gap-5 md:columns-2">
      {found.map((categoria) => (
        <CategoriaTable key={categoria.id} dia={day.dia} categoria={categoria} />
      ))}
    </div>
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
