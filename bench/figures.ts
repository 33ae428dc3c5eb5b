/** Half of the values are below. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** The value that a share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** The largest of several: a process that was interrupted between the two readings returns too small an offset. */
const OFFSET = Math.max(...Array.from({ length: 9 }, () => Number(process.hrtime.bigint()) / 1e6 - performance.now()))

/** The machine's monotonic clock in ms: the same in every process, so that a stamp of one means something in another. */
export function clock(): number {
  return performance.now() + OFFSET
}
