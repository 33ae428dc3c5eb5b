import type { Pantalla } from '#contract/views/pantallas.ts'
import { usePuesto } from './usePuesto.ts'

/** The post at the stage door. */
export function Recepcion({ pantalla: { muestra } }: { pantalla: Pantalla; enlace: string }) {
  usePuesto()
  return (
    <main className="stage">
      <h1>{muestra.nombre}</h1>
    </main>
  )
}
