import type { Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk

interface Chunks {
  readonly entries: readonly Chunk[]
  /** What the program loads when it needs it: the public screens, the list of the others, the menu, the toasts. */
  readonly later: readonly Chunk[]
  /** The chunks that contain a matching module. */
  readonly holding: (matches: (moduleId: string) => boolean) => Chunk[]
  /** Chunks with everything that they import statically. */
  readonly closureOf: (chunks: readonly Chunk[]) => Set<Chunk>
}

/** The chunks of a build by what they contain and import. */
export function chunksOf(bundle: Rolldown.OutputBundle): Chunks {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const closureOf = (some: readonly Chunk[], seen = new Set<Chunk>()): Set<Chunk> => {
    for (const chunk of some) {
      if (seen.has(chunk)) continue
      seen.add(chunk)
      closureOf(
        chunk.imports.flatMap((file) => byFile.get(file) ?? []),
        seen,
      )
    }
    return seen
  }
  const entries = chunks.filter(({ isEntry }) => isEntry)
  const later = new Set([...closureOf(entries)].flatMap(({ dynamicImports }) => dynamicImports))
  return {
    entries,
    later: chunks.filter(({ fileName }) => later.has(fileName)),
    holding: (matches) => chunks.filter(({ moduleIds }) => moduleIds.some(matches)),
    closureOf: (some) => closureOf(some),
  }
}
