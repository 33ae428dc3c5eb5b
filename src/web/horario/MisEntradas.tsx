import { useMemo } from 'react'
import { misInscripciones } from '#contract/inscripciones.ts'
import { useView } from '../live/tab.ts'
import { useTell } from '../ui/useTell.ts'
import { tuyas } from './tuyas.ts'

/** Tells the rows of the page which entries are the competitor's own. Shows nothing. */
export function MisEntradas() {
  const inscripciones = useView(misInscripciones, {})?.inscripciones
  const ids = useMemo(() => new Set(inscripciones?.map(({ id }) => id)), [inscripciones])
  useTell(ids, (own) => {
    tuyas.set(own)
    return () => tuyas.set(new Set())
  })
  return null
}
