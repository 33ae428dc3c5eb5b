import { expect, test } from 'vitest'
import { choose } from '../scripts/since.ts'

const JUECES = 'tests/e2e/jueces.spec.ts'
const MESA = 'tests/e2e/mesa.spec.ts'
const BITACORA = 'tests/e2e/bitacora.spec.ts'
const texts = new Map([
  [JUECES, `await page.goto('/#/jueces')`],
  [MESA, `import { createJuez } from '#contract/jueces.ts'`],
  [BITACORA, `await page.goto('/#/bitacora')`],
])
const SERVER = ['bench', 'commands', 'reliability', 'postgres', 's3', 'browser']
const ALL = [...SERVER, 'engines']

test.each([
  { of: 'a screen', paths: ['src/web/jueces/JuecesPage.tsx'], lanes: ['browser', 'engines'], specs: null },
  { of: 'a subject of the server', paths: ['src/server/jueces/commands.ts'], lanes: SERVER, specs: [JUECES, MESA] },
  { of: 'what subjects share', paths: ['src/server/live/hub.ts'], lanes: SERVER, specs: null },
  {
    of: 'a screen and a subject',
    paths: ['src/web/app/App.tsx', 'src/server/jueces/store.ts'],
    lanes: ALL,
    specs: null,
  },
  { of: 'a rule', paths: ['src/domain/turno.ts'], lanes: ALL, specs: null },
  { of: 'a file without a row', paths: ['package-lock.json'], lanes: ALL, specs: null },
  { of: 'a browser test', paths: [MESA], lanes: ['browser'], specs: [MESA] },
  { of: 'a browser test that is gone', paths: ['tests/e2e/gone.spec.ts'], lanes: [], specs: [] },
  { of: 'an API test', paths: ['tests/api/jueces.test.ts'], lanes: ['postgres', 's3'], specs: [] },
  { of: 'a unit test and a document', paths: ['src/domain/turno.test.ts', 'README.md'], lanes: [], specs: [] },
  { of: 'the guide, which is a screen', paths: ['docs/guia.md'], lanes: ['browser', 'engines'], specs: null },
])('a change of $of runs what it can break', ({ paths, lanes, specs }) => {
  const chosen = choose(paths, texts)
  expect([[...chosen.lanes].toSorted(), chosen.specs]).toEqual([lanes.toSorted(), specs])
})
