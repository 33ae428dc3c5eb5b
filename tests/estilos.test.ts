import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../scripts/run.ts'

const read = (pattern: string): [string, string][] =>
  globSync(pattern, { cwd: root }).map((file) => [file, readFileSync(`${root}${file}`, 'utf8')])

const PARTS_OF_TABLE = 'tr|tbody|thead'
const POSITIONED = /(?:^|[\s:'"`])(?:relative|absolute|sticky|fixed)(?![\w-])/
/** WebKit takes the position of a part of a table only where the part is no longer displayed as one. */
const OTHER_DISPLAY = /(?:^|[\s:'"`])(?:block|grid|flex)(?![\w-])/

interface Rule {
  readonly file: string
  readonly selector: string
  /** The declarations of the rule itself and of its `@variant` blocks, which are the same element. */
  declarations: string
}

/** The rules of a style sheet, each with its own declarations and without those of the rules inside. */
function rulesOf([file, text]: [string, string]): Rule[] {
  const rules: Rule[] = []
  const open: Rule[] = []
  for (const [, before = '', mark] of text.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]*)([{};])/g)) {
    const here = open.at(-1)
    if (mark === '}') open.pop()
    if (mark === ';' && here) here.declarations += `${before};`
    if (mark !== '{') continue
    const isSameElement = before.trim().startsWith('@') && here
    const rule = isSameElement || { file, selector: before.trim(), declarations: '' }
    if (!isSameElement) rules.push(rule)
    open.push(rule)
  }
  return rules
}

/** The classes that the code gives to parts of tables. */
function classesOfParts(): string[] {
  const tags = read('src/web/**/*.tsx').flatMap(([, text]) => [...text.matchAll(TAG)])
  return tags.flatMap(([tag]) => tag.match(/(?<=className=\{?["'`])[\w-]+/g) ?? [])
}
const TAG = new RegExp(`<(?:${PARTS_OF_TABLE})\\b[^>]*>`, 'g')

test('no style sheet positions a part of a table: WebKit would place by another element what stands in it', () => {
  const part = new RegExp(
    `(?:^|[\\s>+~,(])(?:${PARTS_OF_TABLE}|\\.(?:${classesOfParts().join('|')}))(?![\\w-])[^\\s>+~]*$`,
  )
  const rules = read('src/web/**/*.css').flatMap(rulesOf)
  const positioned = rules.filter(
    ({ selector, declarations }) =>
      selector.split(',').some((one) => part.test(one.trim())) &&
      (POSITIONED.test(declarations) || /\bposition:/.test(declarations)) &&
      !OTHER_DISPLAY.test(declarations),
  )

  expect(rules.length).toBeGreaterThan(300)
  expect(positioned.map(({ file, selector }) => `${file}: ${selector}`)).toEqual([])
})

test('no class of a part of a table positions it', () => {
  const tags = read('src/web/**/*.tsx').flatMap(([, text]) => [...text.matchAll(TAG)].map(([tag]) => tag))

  expect(tags.length).toBeGreaterThan(20)
  expect(tags.filter((tag) => POSITIONED.test(tag) && !OTHER_DISPLAY.test(tag))).toEqual([])
})
