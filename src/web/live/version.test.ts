import { expect, test, vi } from 'vitest'
import { NewerBuild } from './tab.ts'

function openedAt(own: string | undefined) {
  const version = new NewerBuild(() => own)
  const notify = vi.fn()
  version.subscribe(notify)
  return { version, notify }
}

test('a newer build is reported once, and an older instance does not take it back', () => {
  const { version, notify } = openedAt('100-aaa')
  version.hear('100-aaa')
  expect(version.read()).toBe(false)

  for (const build of ['200-bbb', '100-aaa', '200-bbb']) version.hear(build)

  expect(version.read()).toBe(true)
  expect(notify).toHaveBeenCalledTimes(1)
})

test.each([
  ['an instance with an older build', '100-aaa', '50-zzz'],
  ['the same build, made later on another machine', '100-aaa', '300-aaa'],
  ['a server in development', '100-aaa', undefined],
  ['a page in development', undefined, '200-bbb'],
])('%s is not reported', (_, own, build) => {
  const { version } = openedAt(own)
  version.hear(build)
  expect(version.read()).toBe(false)
})
