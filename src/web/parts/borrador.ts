import type { MisInscripciones } from '#contract/inscripciones.ts'
import { Draft } from '../api/draft.ts'
import { MusicaUpload } from './musicaUpload.ts'

export const CAMPOS = ['nombre', 'compania', 'categoriaId'] as const
export type Campo = (typeof CAMPOS)[number]

type Opened = Pick<MisInscripciones['inscripciones'][number], Campo | 'version'>

/**
 * What somebody has begun in the form of an entry. It outlives the form that shows it; its upload goes on meanwhile, and so
 * does a press that waits for it.
 */
export class Borrador {
  readonly upload = new MusicaUpload()
  readonly draft = new Draft<Campo | 'subida'>()
  /** The entry as it was when its form was opened; `undefined` for a new one. */
  readonly opened: Opened | undefined

  constructor(opened?: Opened) {
    this.opened = opened
  }

  /** Whether going to another screen loses something. A press under way goes on without its form. */
  isUnsaved(): boolean {
    const { edits, phase } = this.draft.read()
    const isTyped = CAMPOS.some(
      (campo) => (edits[campo] ?? this.opened?.[campo] ?? '') !== (this.opened?.[campo] ?? ''),
    )
    return phase === null && (isTyped || !this.upload.isEmpty)
  }

  /** Drops the draft once no command is under way. */
  dropWhenOver(): void {
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
