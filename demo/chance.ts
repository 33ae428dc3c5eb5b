/** Pseudo-random numbers (Mulberry32): a seed always gives the same sequence. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** A number from 0 to 1, without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    const state = this.#state
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from 0 to `count` − 1. */
  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.below(list.length)]
    if (item === undefined) throw new Error('The list is empty.')
    return item
  }
}
