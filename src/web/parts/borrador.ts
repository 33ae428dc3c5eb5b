import { MusicaUpload } from './musicaUpload.ts'

export const CAMPOS = ['nombre', 'compania', 'categoriaId'] as const
export type Campo = (typeof CAMPOS)[number]

/** What somebody has begun in the form of an entry. It outlives the form that shows it, and its upload goes on meanwhile. */
export class Borrador {
  readonly upload = new MusicaUpload()
  #typed: Readonly<Partial<Record<Campo, string>>> = {}

  /** A field that is not here stands as it is saved. */
  get typed(): Readonly<Partial<Record<Campo, string>>> {
    return this.#typed
  }

  type(campo: Campo, value: string): void {
    this.#typed = { ...this.#typed, [campo]: value }
  }

  /** It was thought better of: the server need not keep the track. */
  drop(): void {
    this.#typed = {}
    this.upload.clear()
  }

  /** It was handed in, or its person is gone. */
  forget(): void {
    this.#typed = {}
    this.upload.forget()
  }
}
