import { once } from 'node:events'

/**
 * The memory in MB that a process of Node still uses after a collection of garbage, by its inspector
 * (`NODE_OPTIONS=--inspect=127.0.0.1:PORT`). Resident memory says less: V8 keeps what it once had.
 */
export async function liveHeap(port: number): Promise<number> {
  const targets = await (await fetch(`http://127.0.0.1:${port}/json`)).text()
  const [{ webSocketDebuggerUrl }]: [{ webSocketDebuggerUrl: string }] = JSON.parse(targets)
  const socket = new WebSocket(webSocketDebuggerUrl)
  await once(socket, 'open')
  const ask = async (method: string): Promise<{ readonly usedSize?: number }> => {
    const answer = once(socket, 'message')
    socket.send(JSON.stringify({ id: 1, method }))
    const [{ data }] = await answer
    const { result }: { result: { usedSize?: number } } = JSON.parse(String(data))
    return result
  }
  await ask('HeapProfiler.collectGarbage')
  const { usedSize = Number.NaN } = await ask('Runtime.getHeapUsage')
  socket.close()
  return usedSize / 2 ** 20
}
