import { horario, type Horario } from '#contract/views/horario.ts'
import { portada } from '#contract/views/portada.ts'
import { keepLoadedFiles } from '../device/files.ts'
import { loadKept } from '../device/kept.ts'
import { feed, useView } from '../live/tab.ts'
import { useEvery } from '../ui/timed.ts'
import { useLast } from '../ui/useLast.ts'
import { useMount } from '../ui/useMount.ts'

/** The page has loaded what it needs. Later again: a file may have failed or come since. */
const LOADED_MS = 5_000

/**
 * Lets the page of a post open without a network: with its files, and with the copies of the public views. Needs https. Returns the
 * schedule as last received: while the view fails, its last picture stays, and a track plays on.
 */
export function usePuesto(): Horario | undefined {
  const last = useLast(useView(horario, {}))
  // By this view the copies know what the public may see.
  useView(portada, {})
  useMount(() => {
    // The browser may delete stored data when space is short, unless the page asks it not to.
    void navigator.storage?.persist?.().catch(() => false)
    feed.unanswered.subscribe(() => void loadKept())
    void loadKept()
  })
  useEvery(LOADED_MS, () => void keepLoadedFiles().catch(() => undefined))
  return last
}
