import { expect, test } from 'vitest'
import { countPlaywright } from '../scripts/counts.ts'
import { lineOf } from '../scripts/steps.ts'

const passed = { status: 'expected', annotations: [], results: [{}] }
const WHY = 'No se encontró pdftotext.'
const skipped = { status: 'skipped', annotations: [{ type: 'skip', description: WHY }], results: [{}] }

test('a browser test that could not run is named in the summary, with what the machine lacks', () => {
  const counts = countPlaywright({
    suites: [
      {
        suites: [
          {
            specs: [
              { title: 'entra', tests: [passed] },
              { title: 'imprime', tests: [skipped] },
            ],
          },
        ],
      },
    ],
    stats: { expected: 1, unexpected: 0, flaky: 0, skipped: 1 },
  })
  const line = lineOf({ ...counts, name: 'tests in the browser', seconds: 9 })
  expect(line.split('\n').slice(1)).toEqual([`    SALTADA    imprime: ${WHY}`])
})
