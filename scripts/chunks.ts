import type { Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk

interface Chunks {
  readonly entries: readonly Chunk[]
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
  return {
    entries: chunks.filter(({ isEntry }) => isEntry),
    holding: (matches) => chunks.filter(({ moduleIds }) => moduleIds.some(matches)),
    closureOf: (some) => closureOf(some),
  }
}
