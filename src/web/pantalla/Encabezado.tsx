import type { ReactNode } from 'react'
import { portada } from '#contract/views/portada.ts'
import { useView } from '../live/tab.ts'
import { Fit } from '../ui/Fit.tsx'
import { SonClave } from '../ui/SonClave.tsx'

/** The line at the top of a scene: the event, and the state of what is shown. */
export function Encabezado({ children }: { children?: ReactNode }) {
  const evento = useView(portada, {})?.evento
  return (
    <header className="sala-encabezado">
      <SonClave played="stroke-gold" />
      <span>{evento?.nombre}</span>
      {children}
    </header>
  )
}

/** The name of the event, in a scene that has nothing to show. */
export function NombreDelEvento() {
  const evento = useView(portada, {})?.evento
  if (!evento) return null
  return (
    <Fit className="sala-titular sala-nombre">
      <p>
        <SonClave played="stroke-gold" />
        {evento.edicion}
      </p>
      <h1>{evento.nombre}</h1>
    </Fit>
  )
}
