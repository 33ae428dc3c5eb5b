import { useStore } from '../ui/store.ts'
import type { Connection } from './connection.ts'
import { connection } from './tab.ts'

export function useConnection(): Connection {
  return useStore(connection)
}
