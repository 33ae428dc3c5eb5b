import { useLayoutEffect } from 'react'
import { replaceAddress } from './address.ts'

/** Standing on a page that is not for who asks: leads elsewhere, before anything is painted. */
export function Redirect({ to }: { to: string }) {
  useLayoutEffect(() => replaceAddress(to), [to])
  return null
}
