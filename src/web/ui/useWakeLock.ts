import { useEffect } from 'react'

/** Keeps the screen of the device awake while `isOn`, the component is mounted and the page is visible. */
export function useWakeLock(isOn = true): void {
  useEffect(() => {
    if (!isOn) return
    let isOver = false
    let sentinel: WakeLockSentinel | undefined
    const release = (): void => {
      sentinel?.release().catch(() => {
        // It was released already.
      })
      sentinel = undefined
    }
    const ask = async (): Promise<void> => {
      if (document.hidden || !('wakeLock' in navigator)) return
      try {
        sentinel = await navigator.wakeLock.request('screen')
        if (isOver) release()
      } catch {
        // The device refuses it (low battery): the screen sleeps as usual.
      }
    }
    const onVisible = (): void => void ask()
    document.addEventListener('visibilitychange', onVisible)
    void ask()
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', onVisible)
      release()
    }
  }, [isOn])
}
