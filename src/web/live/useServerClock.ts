import { useStore } from '../ui/store.ts'
import { clock } from './tab.ts'

/**
 * The server's time, in whole seconds or minutes (ms since 1970). Only who asks for seconds renders every second:
 * a schedule shows `HH:MM` and asks for minutes.
 */
export function useServerClock(step: 'second' | 'minute'): number {
  return useStore({ subscribe: clock.subscribe, read: clock[step] })
}
