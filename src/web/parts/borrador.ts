import { Draft } from '../api/draft.ts'
import { MusicaUpload } from './musicaUpload.ts'

export const CAMPOS = ['nombre', 'compania', 'categoriaId'] as const
export type Campo = (typeof CAMPOS)[number]

/**
 * What somebody has begun in the form of an entry. It outlives the form that shows it; its upload goes on meanwhile, and so
 * does a press that waits for it.
 */
export class Borrador {
  readonly upload = new MusicaUpload()
  readonly draft = new Draft<Campo | 'subida'>()

  /** Nobody comes back to it: what is being handed in goes its way, and all else is dropped. */
  leave(): void {
    this.draft.whenOver(() => this.drop())
  }

  /** It was thought better of: the server need not keep the track. */
  drop(): void {
    this.draft.clear()
    this.upload.clear()
  }

  /** It was handed in, or its person is gone. */
  forget(): void {
    this.draft.clear()
    this.upload.forget()
  }
}
