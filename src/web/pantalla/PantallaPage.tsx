import type { MuestraPart, Pantalla } from '#contract/views/pantallas.ts'
import { isIdentificada } from '#domain/pantalla.ts'
import { forgetEnlace } from '../device/enlace.ts'
import { isOffline } from '../live/connection.ts'
import { connection, useServerClock } from '../live/tab.ts'
import { useFresh, usePantalla } from '../live/usePantalla.ts'
import { useStore } from '../ui/store.ts'
import { useMount } from '../ui/useMount.ts'
import { useWakeLock } from '../ui/useWakeLock.ts'
import { Locutor } from './Locutor.tsx'
import { Musica } from './Musica.tsx'
import { Recepcion } from './Recepcion.tsx'
import { Sala } from './Sala.tsx'
import { Transmision } from './Transmision.tsx'
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
  useFresh()
  const isAway = isOffline(useStore(connection))
  if (isOverlay) return seen && <Transmision />
  if (seen === null) return <Ended enlace={enlace} />
  return (
    <>
      {seen && <Muestra pantalla={seen} enlace={enlace} />}
      {seen && <Identificacion {...seen.muestra} />}
      {isAway && <output className="pantalla-mark">Sin conexión</output>}
    </>
  )
}

function Muestra({ pantalla: seen, enlace }: { pantalla: Pantalla; enlace: string }) {
  switch (seen.muestra.clase) {
    case 'Sala':
      return <Sala pantalla={seen} />
    case 'Locutor':
      return <Locutor pantalla={seen} />
    case 'Transmisión':
      return <Transmision />
    case 'Música':
      return <Musica pantalla={seen} enlace={enlace} />
    case 'Recepción':
      return <Recepcion pantalla={seen} enlace={enlace} />
    default:
      return seen.muestra.clase satisfies never
  }
}

/** The name of the screen over everything, for a moment. */
function Identificacion({ nombre, identificarHasta }: MuestraPart) {
  return (
    isIdentificada(identificarHasta, useServerClock('second')) && <output className="pantalla-nombre">{nombre}</output>
  )
}

/** The link has ended: the device keeps nothing that it showed or played. */
function Ended({ enlace }: { enlace: string }) {
  useMount(() => void forgetEnlace(enlace))
  return (
    <main className="stage pantalla-ended">
      <h1>Este enlace ya no funciona.</h1>
      <p>Pide el nuevo a la organización.</p>
    </main>
  )
}
