/** With `--least` each part does the least work that runs all of its code. Child processes inherit the choice. */
export const LEAST: boolean = process.argv.includes('--least') || process.env['BENCH_LEAST'] !== undefined
if (LEAST) process.env['BENCH_LEAST'] = '1'

/** How much a part does of something: `usual`, or with `--least` the least. */
export function effort(usual: number, least = 1): number {
  return LEAST ? least : usual
}
