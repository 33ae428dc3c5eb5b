import { session } from '../api/session.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { Pill } from '../ui/Pill.tsx'
import { useStore } from '../ui/store.ts'
import { Later } from '../parts/Later.tsx'
import { tuyas } from './tuyas.ts'

const MisEntradas = lazyPart(async () => (await import('./MisEntradas.tsx')).MisEntradas)

/** Marks an own entry. Empty until the page that has `Tuyas` knows them. */
export function Tuyo({ id }: { readonly id: string }) {
  const isOwn = useStore({ subscribe: tuyas.subscribe, read: () => tuyas.read().has(id) })
  return (
    isOwn && (
      <>
        {' '}
        <Pill tone="info" text="Tuyo" />
      </>
    )
  )
}

/** Finds the own entries in the session of a competitor. */
export function Tuyas() {
  return (
    useStore(session)?.role === 'usuario' && (
      <Later>
        <MisEntradas />
      </Later>
    )
  )
}
