import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** The processes that a process started and that still run. Empty on a system without `/proc`. */
export function childrenOf(pid: number): number[] {
  if (!existsSync('/proc/self/stat')) return []
  const all = readdirSync('/proc')
    .map(Number)
    .filter((one) => one > 0)
  return all.filter((one) => Number(statOf(one)[1]) === pid)
}

/** The fields of `/proc/PID/stat` after the name of the process; the second is its parent. Empty when it has ended. */
export function statOf(pid: number): readonly string[] {
  const text = readProc(pid, 'stat')
  return text === '' ? [] : text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** A file of `/proc/PID`; empty when the process has ended. */
export function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // The process ended meanwhile.
    return ''
  }
}
