/** `npm run dev`: the server and the web side by side, both with reload. When one ends, so does the other. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { root } from './run.ts'

const DATA_DIR = process.env['DATA_DIR'] ?? './datos'
mkdirSync(resolve(root, DATA_DIR), { recursive: true })

/** They stay in our group, so that the terminal's Ctrl-C reaches them all. */
function start(args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, DATA_DIR }, stdio: 'inherit' })
  child.on('close', (code) => {
    process.exitCode = code ?? 1
    endAll()
  })
  return child
}

const children = [
  start(['--watch', '--watch-preserve-output', 'src/server/main.ts']),
  start(['node_modules/vite/bin/vite.js', '--clearScreen', 'false']),
]

function endAll(): void {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, endAll)
