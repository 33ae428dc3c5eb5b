import { expect, test } from 'vitest'
import { isNewerBuild } from '#contract/live.ts'

test.each([
  ['a newer build', true, '200-bbb', '100-aaa'],
  ['an instance with an older build', false, '50-zzz', '100-aaa'],
  ['the same build, made later on another machine', false, '300-aaa', '100-aaa'],
  ['a server in development', false, undefined, '100-aaa'],
  ['a page in development', false, '200-bbb', undefined],
])('%s is reported: %s', (_, isReported, theirs, ours) => {
  expect(isNewerBuild(theirs, ours)).toBe(isReported)
})
