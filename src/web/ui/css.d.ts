import 'react'

declare module 'react' {
  interface CSSProperties {
    /** How long a name is, so that it can be set smaller. */
    '--letters'?: number
    '--filas'?: number
    '--at'?: string
  }
}
