import { Smartphone, WifiOff } from 'lucide'
import { juez } from '#contract/views/jueces.ts'
import { connection } from '../live/tab.ts'
import { outbox } from '../outbox/tab.ts'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'
import { Aviso } from '../ui/Aviso.tsx'
import { Empty, WITHOUT_SIGNAL, Loading } from '../ui/Empty.tsx'
import { useStore } from '../ui/store.ts'
import { useWakeLock } from '../ui/useWakeLock.ts'
import { Calificar } from './Calificar.tsx'
import './juez.css'

/** The screen of a judge. Opens without network from what the device keeps. */
export function JuezPage() {
  const { kept } = useStore(outbox)
  useWakeLock()
  if (kept) return <Calificar documento={kept.documento} />
  return (
    <main className="page">
      <h1 className="mb-5 text-30 lg:text-36">Calificar</h1>
      <WithoutDocument />
    </main>
  )
}

function WithoutDocument() {
  const { sesion, isRead, marcas, ajenas } = useStore(outbox)
  const { estado } = useStore(connection)
  if (sesion === 'viva') {
    return <ViewPlaceholder of={[juez.name]} failed="No se abrieron tus calificaciones" what="calificaciones" />
  }
  if (sesion === 'desconocida') {
    if (!isRead || estado !== 'sin conexión') return <Loading>Abriendo...</Loading>
    return (
      <Empty title={WITHOUT_SIGNAL} icon={WifiOff}>
        Aquí no hay nada guardado de un juez.
      </Empty>
    )
  }
  const own = [...marcas.values()].filter((mark) => mark.estado === 'pendiente').length
  const waiting = own + ajenas
  return (
    <>
      {waiting > 0 && <Aviso tone="offline" className="mb-5" title={waitingText(waiting)} />}
      <Empty title="Entra con tu enlace de juez" icon={Smartphone}>
        Abre el enlace que te dio la organización o escanea su código QR con esta tableta.
      </Empty>
    </>
  )
}

/** The number of marks that this device sends once their judges are signed in again. */
function waitingText(waiting: number): string {
  return `${waiting} por enviar: abre tu enlace para ${waiting === 1 ? 'enviarla' : 'enviarlas'}.`
}
