import { runInNewContext } from 'node:vm'
import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { withProgram } from '../scripts/first-paint/inline.ts'

const HTML =
  '<head><script type="module" crossorigin src="/assets/index-1.js"></script><link rel="modulepreload" href="/assets/react-1.js"></head><body></body>'

/** A build of an entry, a library that it imports, and a screen that imports both. */
function build(code: Readonly<Record<string, string>>): Rolldown.OutputBundle {
  const chunks = Object.entries(code).map(([name, text]) => ({
    type: 'chunk',
    fileName: `assets/${name}.js`,
    code: text,
    isEntry: name === 'index-1',
    moduleIds: [],
    imports: ['index-1', 'react-1']
      .filter((other) => text.includes(`"./${other}.js"`))
      .map((other) => `assets/${other}.js`),
  }))
  return Object.fromEntries(chunks.map((chunk) => [chunk.fileName, chunk])) as unknown as Rolldown.OutputBundle
}

const BUILD = {
  'index-1':
    'const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/horario-1.js","assets/react-1.js"])))=>i;import{t as e}from"./react-1.js";var a=e+1;const b=()=>import(`./horario-1.js`,__vite__mapDeps([0,1]));export{a as n,b};',
  'react-1': 'var r=1;export{r as t};',
  'horario-1': 'import{n as e,b}from"./index-1.js";import{t}from"./react-1.js";window.suma=[e+t,b];export{e as x};',
}

test('the page holds the program in the order of its imports and loads no file of it', () => {
  const html = withProgram(HTML, build(BUILD))
  expect(html).not.toMatch(/src=|modulepreload/)
  const scripts = [...html.matchAll(/<script type="module">(.*?)<\/script>/g)].map(([, script]) => script ?? '')
  expect(scripts.map((script) => script.includes('var r=1'))).toEqual([true, false])
  expect(scripts.join('')).not.toMatch(/export|import\{/)
  expect(scripts[1]).toContain('import(`./assets/horario-1.js`,__vite__mapDeps([0,1])')
})

test('the program waits for the first paint, and what it imports does not', () => {
  const html = withProgram(HTML, build(BUILD))
  expect(html.split('<script').map((script) => script.includes('first-contentful-paint'))).toEqual([false, false, true])
})

test('a screen gets the same values from the program in the page', () => {
  const bundle = build(BUILD)
  const html = withProgram(HTML, bundle)
  const screen = bundle['assets/horario-1.js']
  const scripts = [...html.matchAll(/<script type="module">(.*?)<\/script>/g)].map(([, script]) => script ?? '')
  const code = screen?.type === 'chunk' ? screen.code.replace(/export\{.*/, '') : ''
  const window: { suma?: [number, () => unknown] } = {}
  // As the browser runs modules: each in a scope of its own.
  for (const script of [...scripts, code]) {
    const started = script.replace(/^if\(!document.*?;setTimeout\(go,300\)\}\);/, '')
    runInNewContext(`{${started}}`, { window })
  }
  expect(window.suma?.[0]).toBe(3)
})

test('a program that would end its own script element is refused', () => {
  expect(() => withProgram(HTML, build({ ...BUILD, 'react-1': 'var r="</script>";export{r as t};' }))).toThrow(
    'assets/react-1.js cannot stand in the page.',
  )
})
