import { useEffect, useState } from 'react'
import { pantalla, REPORTE_PATH, type Pantalla } from '#contract/views/pantallas.ts'
import { REPORTE_MS } from '#domain/pantalla.ts'
import { useStore } from '../ui/store.ts'
import { useEvery } from '../ui/timed.ts'
import { useLast } from '../ui/useLast.ts'
import { useMount } from '../ui/useMount.ts'
import { connection, feed, newerBuild, useView } from './tab.ts'

/** A new version is taken after this time without a change. */
const QUIET_MS = 60_000

/** What the link shows, as last received. Null: the link has ended; undefined: nothing has come yet. */
export function usePantalla(enlace: string): Pantalla | null | undefined {
  // While the view fails or is requested anew, its last picture stays.
  const last = useLast(useView(pantalla, enlace === '' ? undefined : { enlace }))
  const [isEnded, setEnded] = useState(enlace === '')
  const report = async (): Promise<void> => {
    if (isEnded) return
    const url = `${REPORTE_PATH}?${new URLSearchParams({ enlace })}`
    // A report that fails is followed by the next one.
    const answer = await fetch(url, { method: 'POST', credentials: 'omit' }).catch(() => undefined)
    // The page of a proxy may have this status too.
    if (answer?.status === 410 && (await answer.text().catch(() => '')).includes('pantalla.enlaceInvalid'))
      setEnded(true)
  }
  useMount(() => void report())
  useEvery(REPORTE_MS, () => void report())
  return isEnded ? null : last
}

/** Loads the page again for a newer build, once nothing has changed for a while, with a signal. `isFree`: it may be loaded again now. */
export function useFresh(isFree: boolean): void {
  const isLive = useStore(connection).estado === 'en vivo'
  const isOld = useStore(newerBuild) && isLive && isFree
  useEffect(() => {
    if (!isOld) return
    let timer = setTimeout(() => location.reload(), QUIET_MS)
    const stop = feed.progress.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(() => location.reload(), QUIET_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [isOld])
}
