import { expect, test } from 'vitest'
import { escapeCelda, unescapeCelda } from './texto.ts'

test.each(['=1+1', '-2', '@SUM(A1)', '\t=1', '＝1', "'=1", "''+1", 'Ana', "'Los Reyes'", ''])(
  '%j comes out of a spreadsheet as it went in',
  (texto) => {
    expect(unescapeCelda(escapeCelda(texto))).toBe(texto)
  },
)
