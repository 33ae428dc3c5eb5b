import { Socket } from 'node:net'

type Written = (error?: Error | null) => void

/**
 * A socket that joins the writes of one turn of the event loop: the statements that a transaction sends without waiting
 * travel in one packet, not in one packet each.
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
