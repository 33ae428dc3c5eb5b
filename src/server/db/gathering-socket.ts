import { Socket } from 'node:net'

type Written = (error?: Error | null) => void

/**
 * A socket that sends together what is written before the event loop goes on: the statements that a transaction sends without
 * waiting are one packet, not one each.
 */
export class GatheringSocket extends Socket {
  #isGathering = false

  override write(data: string | Uint8Array, written?: Written): boolean
  override write(data: string | Uint8Array, encoding?: BufferEncoding, written?: Written): boolean
  override write(data: string | Uint8Array, encoding?: BufferEncoding | Written, written?: Written): boolean {
    this.#gather()
    return typeof encoding === 'function' ? super.write(data, encoding) : super.write(data, encoding, written)
  }

  #gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    this.cork()
    process.nextTick(() => {
      this.#isGathering = false
      this.uncork()
    })
  }
}
