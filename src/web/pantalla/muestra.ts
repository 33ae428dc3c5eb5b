import type { ReactNode } from 'react'
import type { Pantalla } from '#contract/views/pantallas.ts'

/** What the page of a link gives to what it shows. */
export interface MuestraProps {
  readonly pantalla: Pantalla
  readonly enlace: string
  /** Says that the page is without a connection. A post shows it where it covers no row. */
  readonly mark: ReactNode
}
