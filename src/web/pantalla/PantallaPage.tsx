import type { MuestraPart } from '#contract/views/pantallas.ts'
import { isIdentificada, isPuesto } from '#domain/pantalla.ts'
import { forgetEnlace } from '../device/enlace.ts'
import { isOffline } from '../live/connection.ts'
import { connection, useServerClock } from '../live/tab.ts'
import { useFresh, usePantalla } from '../live/usePantalla.ts'
import { useStore } from '../ui/store.ts'
import { useMount } from '../ui/useMount.ts'
import { useWakeLock } from '../ui/useWakeLock.ts'
import { Locutor } from './Locutor.tsx'
import { llegadasOf, porEnviarOf } from './llegadas.ts'
import { Musica } from './Musica.tsx'
import { Recepcion } from './Recepcion.tsx'
import { Sala } from './Sala.tsx'
import { Transmision } from './Transmision.tsx'
import type { MuestraProps } from './muestra.ts'
import './pantalla.css'

interface Props {
  /** The token of the link; empty: this tab has opened none. */
  readonly enlace: string
  /** The page of a stream's overlay: it shows the entry, or nothing. */
  readonly isOverlay: boolean
}

/** The page of a screen's link. A lost connection keeps the picture; a link that has ended does not. */
export function PantallaPage({ enlace, isOverlay }: Props) {
  const seen = usePantalla(enlace)
  useWakeLock()
  // The post of music says itself when it may be loaded again.
  useFresh(seen?.muestra.clase !== 'Música')
  const isAway = isOffline(useStore(connection))
  if (isOverlay) return seen && <Transmision />
  if (seen === null) return <Ended enlace={enlace} />
  const mark = isAway && <output className="pantalla-mark">Sin conexión</output>
  return (
    <>
      {seen && <Muestra pantalla={seen} enlace={enlace} mark={mark} />}
      {seen && <Identificacion {...seen.muestra} />}
      {!(seen && isPuesto(seen.muestra.clase)) && mark}
    </>
  )
}

function Muestra(props: MuestraProps) {
  const { clase } = props.pantalla.muestra
  switch (clase) {
    case 'Sala':
      return <Sala {...props} />
    case 'Locutor':
      return <Locutor {...props} />
    case 'Transmisión':
      return <Transmision />
    case 'Música':
      return <Musica {...props} />
    case 'Recepción':
      return <Recepcion {...props} />
    default:
      return clase satisfies never
  }
}

/** The name of the screen over everything, for a moment. */
function Identificacion({ nombre, identificarHasta }: MuestraPart) {
  return (
    isIdentificada(identificarHasta, useServerClock('second')) && <output className="pantalla-nombre">{nombre}</output>
  )
}

/** The link has ended: the device keeps nothing that it showed or played. Taps that were not sent stay on it. */
function Ended({ enlace }: { enlace: string }) {
  const llegadas = llegadasOf(enlace)
  const sinEnviar = porEnviarOf(useStore(llegadas)).length
  useMount(() => {
    void forgetEnlace(enlace)
    llegadas.end()
    void llegadas.load()
  })
  return (
    <main className="stage grid min-h-dvh place-content-center gap-4 p-6 text-center text-[max(1rem,2.5vh)]">
      <h1 className="text-[2em]">Este enlace ya no funciona.</h1>
      <p>Pide el nuevo a la organización.</p>
      {sinEnviar > 0 && <p>{sinEnviar} sin enviar: el enlace ya no funciona.</p>}
    </main>
  )
}
