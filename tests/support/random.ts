/** A generator of numbers from 0 to below `n`, the same ones for each run of a seed (mulberry32). */
export function generator(seed: number): (n: number) => number {
  let state = seed
  return (n) => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * n)
  }
}

/** How many random cases a test takes: `usual` in each run, `CASOS` times as many where that is set. */
export const casos = (usual: number): number => usual * Number(process.env['CASOS'] ?? 1)
