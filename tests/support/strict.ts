import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const WEB = fileURLToPath(new URL('../../src/web', import.meta.url))
const ENTRY = 'virtual:page'

/** A script for a page of its own with the development build of React, in which StrictMode mounts everything twice. */
export async function strictScript(source: string): Promise<string> {
  const before = process.env['NODE_ENV']
  const built = await build({
    root: WEB,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === ENTRY ? `${WEB}/page.tsx` : null),
        load: (id) => (id === `${WEB}/page.tsx` ? source : null),
      },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: ENTRY, output: { format: 'iife' } } },
  })
  if (before === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = before
  const chunk = [built].flat().find((one) => 'output' in one)?.output[0]
  if (!chunk) throw new Error('The page was not built.')
  return chunk.code
}
