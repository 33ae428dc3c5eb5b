import { useSyncExternalStore } from 'react'
import type { Connection } from './connection.ts'
import { connection } from './tab.ts'

export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.read)
}
