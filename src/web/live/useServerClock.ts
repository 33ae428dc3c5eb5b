import { useStore } from '../ui/store.ts'
import { clock } from './tab.ts'

/**
 * The server's time, in whole seconds or minutes (ms since 1970). The component renders once per step: use `minute`
 * where seconds are not shown.
 */
export function useServerClock(step: 'second' | 'minute'): number {
  return useStore({ subscribe: clock.subscribe, read: clock[step] })
}
