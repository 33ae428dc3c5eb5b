import 'react'

declare module 'react' {
  interface CSSProperties {
    /** The length of a name: long names are set smaller. */
    '--letters'?: number
    '--filas'?: number
    '--cuantos'?: number
    '--jueces'?: number
    '--at'?: string
  }
}
