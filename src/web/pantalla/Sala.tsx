import type { Pantalla } from '#contract/views/pantallas.ts'

/** The screen of the hall. */
export function Sala({ pantalla: { muestra } }: { pantalla: Pantalla }) {
  return <main className="sala">{muestra.escena}</main>
}
