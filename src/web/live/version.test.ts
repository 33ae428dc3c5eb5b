import { expect, test } from 'vitest'
import { isNewerBuild } from '#contract/live.ts'

test('a newer build is reported', () => {
  expect(isNewerBuild('200-bbb', '100-aaa')).toBe(true)
})

test.each([
  ['an instance with an older build', '50-zzz', '100-aaa'],
  ['the same build, made later on another machine', '300-aaa', '100-aaa'],
  ['a server in development', undefined, '100-aaa'],
  ['a page in development', '200-bbb', undefined],
])('%s is not reported', (_, theirs, ours) => {
  expect(isNewerBuild(theirs, ours)).toBe(false)
})
