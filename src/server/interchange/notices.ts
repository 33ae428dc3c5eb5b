/** Something to say about a place in the tree: `competidores/salsa_on1/-Oabc/orden`, and a sentence. */
export interface Notice {
  readonly path: string
  readonly message: string
}

export type Path = readonly PropertyKey[]

/** What is collected while a tree is read: all of it is told at once. */
export class Notices {
  readonly faults: Notice[] = []
  readonly warnings: Notice[] = []

  fault(path: Path, message: string): void {
    this.faults.push(noticeOf(path, message))
  }

  hasFault(path: Path): boolean {
    const { path: place } = noticeOf(path, '')
    return this.faults.some((fault) => fault.path === place)
  }

  warn(path: Path, message: string): void {
    this.warnings.push(noticeOf(path, message))
  }
}

function noticeOf(path: Path, message: string): Notice {
  return { path: lineOf(path.map(String).join('/')), message: lineOf(message) }
}

/** A tree may come from anywhere, and what is said of it goes to a terminal, which obeys such characters. */
function lineOf(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '�')
}
