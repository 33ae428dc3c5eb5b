import fc from 'fast-check'

const place = fc.double({ min: 0, max: 1, noNaN: true })

/** One edit: bytes at a place (0 to 1 of the length) are changed, removed, repeated or inserted. */
const edit = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), at: place, bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }) }),
  // Most lengths and flags stand near the beginning.
  fc.record({
    kind: fc.constant('head' as const),
    at: fc.nat(200),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant('cut' as const), at: place, length: fc.nat(2_000) }),
  fc.record({ kind: fc.constant('end' as const), at: place }),
  fc.record({ kind: fc.constant('repeat' as const), at: place, length: fc.nat(500), times: fc.nat(40) }),
  fc.record({ kind: fc.constant('insert' as const), at: place, bytes: fc.uint8Array({ maxLength: 300 }) }),
)

type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never

function apply(file: Buffer, change: Edit): Buffer {
  const at = change.kind === 'head' ? change.at : Math.floor(change.at * file.length)
  switch (change.kind) {
    case 'set':
    case 'head':
      return Buffer.concat([file.subarray(0, at), change.bytes, file.subarray(at + change.bytes.length)])
    case 'cut':
      return Buffer.concat([file.subarray(0, at), file.subarray(at + change.length)])
    case 'end':
      return file.subarray(0, at)
    case 'repeat': {
      const piece = file.subarray(at, at + change.length)
      return Buffer.concat([
        file.subarray(0, at),
        ...Array.from({ length: change.times }, () => piece),
        file.subarray(at),
      ])
    }
    case 'insert':
      return Buffer.concat([file.subarray(0, at), change.bytes, file.subarray(at)])
  }
}

/** Files made of good ones by up to four edits. */
export function mutated(files: readonly Buffer[]): fc.Arbitrary<Buffer> {
  return fc
    .tuple(fc.constantFrom(...files), fc.array(edit, { minLength: 1, maxLength: 4 }))
    .map(([file, edits]) => edits.reduce(apply, file))
}
