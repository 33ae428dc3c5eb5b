import type { Pantalla } from '#contract/views/pantallas.ts'

/** What the announcer reads. */
export function Locutor({ pantalla: { muestra } }: { pantalla: Pantalla }) {
  return <main className="locutor">{muestra.nombre}</main>
}
