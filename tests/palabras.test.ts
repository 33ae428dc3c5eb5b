import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const ARTICLE = String.raw`\b(?:la|las|una|tu|tus|su|sus|esta|esa|otra|cada|ninguna)`

/** Forbidden words, each with the word of the product. Each needs its article or its verb, so that no identifier matches. */
const WORDS: readonly (readonly [wrong: RegExp, right: string])[] = [
  [new RegExp(`${ARTICLE} pistas?\\b`, 'iu'), 'música'],
  // Beside `fila 4`, in a list that has no inscriptions yet.
  [new RegExp(`${ARTICLE} entradas?\\b(?!, otra compañía)`, 'iu'), 'competidor o inscripción'],
  [/revisa (?:la|tu) red\b/iu, 'Revisa tu conexión'],
  [/\baccede (?:con|otra|para)\b/iu, 'inicia sesión'],
  [/\bla administración (?!de)/iu, 'la organización'],
  [/si no se dice/iu, 'predeterminado'],
  [/: (?:Di|di) (?:otr[oa]|una|un)\b|\. Di (?:otr[oa]|una|un)\b/u, 'Usa otro'],
]

test('people read one word for each thing', () => {
  const sources = ['src', 'scripts', 'demo'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:tsx?|mjs)$/u.test(path) && !path.includes('.test.'))
      .map((path) => join(folder, path)),
  )
  expect(sources.length).toBeGreaterThan(0)

  const wrong = [...sources, 'README.md', 'docs/guia.md'].flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        WORDS.filter(([word]) => word.test(line)).map(([, right]) => `${path}:${index + 1}: ${right}: ${line.trim()}`),
      ),
  )
  expect(wrong).toEqual([])
})
