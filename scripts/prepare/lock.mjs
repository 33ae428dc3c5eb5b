/** One preparation at a time: `npm start` and `npm test` may be called together. */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** Between making the folder and naming its owner there is a moment; older than this, the owner died in it. */
const UNNAMED_MS = 10_000

export async function withLock(folder, work) {
  mkdirSync(folder, { recursive: true })
  const lock = join(folder, '.preparing')
  let told = false
  while (!take(lock)) {
    if (isStale(lock)) drop(lock)
    else {
      if (!told) console.log('Otro comando está preparando el proyecto (dist/.preparing). Esperando a que termine…')
      told = true
      await setTimeout(200)
    }
  }
  try {
    await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function take(lock) {
  try {
    mkdirSync(lock)
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
  writeFileSync(join(lock, 'pid'), String(process.pid))
  return true
}

function isStale(lock) {
  try {
    const pid = Number(readFileSync(join(lock, 'pid'), 'utf8'))
    return pid > 0 ? !isAlive(pid) : ageOf(lock) > UNNAMED_MS
  } catch {
    // No name yet, or no lock any more. The latter is found out by trying to take it.
    return ageOf(lock) > UNNAMED_MS
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: somebody else's process, but a process.
    return error.code === 'EPERM'
  }
}

function ageOf(lock) {
  try {
    return Date.now() - statSync(lock).mtimeMs
  } catch {
    // Gone meanwhile: not stale, free.
    return 0
  }
}

/** Moved aside first: of two that find it stale, one succeeds. */
function drop(lock) {
  const aside = `${lock}-${process.pid}`
  try {
    renameSync(lock, aside)
  } catch {
    // The other one was faster.
    return
  }
  rmSync(aside, { recursive: true, force: true })
}
