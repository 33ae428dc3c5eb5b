import { useEffect, useEffectEvent } from 'react'

/**
 * Calls a function with a value after the first render, and after each render with another value. Before the next call, and when
 * the component is unmounted, it calls the function that the last call returned.
 */
export function useTell<T>(value: T, tell: (value: T) => (() => void) | void): void {
  const onValue = useEffectEvent(tell)
  useEffect(() => onValue(value), [value])
}
