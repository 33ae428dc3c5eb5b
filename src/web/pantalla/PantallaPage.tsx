import type { MuestraPart, Pantalla } from '#contract/views/pantallas.ts'
import { isIdentificada } from '#domain/pantalla.ts'
import { isOffline } from '../live/connection.ts'
import { connection, useServerClock } from '../live/tab.ts'
import { useFresh, usePantalla } from '../live/usePantalla.ts'
import { useStore } from '../ui/store.ts'
import { useWakeLock } from '../ui/useWakeLock.ts'
import { Locutor } from './Locutor.tsx'
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
  if (seen === null) return <Ended />
  return (
    <>
      {seen && <Muestra pantalla={seen} />}
      {seen && <Identificacion {...seen.muestra} />}
      {isAway && <output className="pantalla-mark">Sin conexión</output>}
    </>
  )
}

function Muestra({ pantalla: seen }: { pantalla: Pantalla }) {
  if (seen.muestra.clase === 'Transmisión') return <Transmision />
  return seen.muestra.clase === 'Locutor' ? <Locutor pantalla={seen} /> : <Sala pantalla={seen} />
}

/** The name of the screen over everything, for a moment. */
function Identificacion({ nombre, identificarHasta }: MuestraPart) {
  return (
    isIdentificada(identificarHasta, useServerClock('second')) && <output className="pantalla-nombre">{nombre}</output>
  )
}

function Ended() {
  return (
    <main className="stage pantalla-ended">
      <h1>Este enlace ya no funciona.</h1>
      <p>Pide el nuevo a la organización.</p>
    </main>
  )
}
