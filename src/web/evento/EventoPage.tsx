import { portada } from '#contract/views/portada.ts'
import { viewKey } from '#contract/view.ts'
import { useView } from '../live/useView.ts'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'
import { GaleriaCard } from './GaleriaCard.tsx'
import { TextosForm } from './TextosForm.tsx'

/** The texts and the zone of the event, and the images of the home page. */
export function EventoPage() {
  const home = useView(portada, {})
  return (
    <main className="page page-wide">
      <h1 className="mb-5 text-30 lg:text-36">Evento</h1>
      {home ? (
        <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_28rem]">
          <TextosForm evento={home.evento} />
          <GaleriaCard imagenes={home.imagenes} />
        </div>
      ) : (
        <ViewPlaceholder of={[viewKey(portada)]} failed="No se abrió el evento" what="evento" />
      )}
    </main>
  )
}
