/** Runs one at a time, in the order of asking. A failure is its asker's alone. */
export function oneAtATime(): <T>(run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (run) => {
    const mine = last.then(run, run)
    last = mine.catch(() => {
      // Whoever asked has it from `mine`; the next in line only waits for the end.
    })
    return mine
  }
}
