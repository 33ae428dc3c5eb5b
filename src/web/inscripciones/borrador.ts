import type { MiInscripcion } from '#contract/inscripciones.ts'
import { CLAVES_DE_TEXTO } from '#domain/competidor.ts'
import { Draft } from '../api/useCommandForm.ts'
import { MusicaUpload } from './musicaUpload.ts'

/** The fields of the form. */
export const CAMPOS = [...CLAVES_DE_TEXTO, 'categoriaId', 'nota'] as const
export type Campo = (typeof CAMPOS)[number]

type Opened = Pick<MiInscripcion, Campo | 'version'>

/**
 * The unsaved state of the form of an entry: the typed texts and the upload of the track. It outlives the form; the upload
 * and a request that waits for it go on without the form.
 */
export class Borrador {
  readonly upload = new MusicaUpload()
  readonly draft = new Draft<Campo | 'subida'>()
  /** The entry as it was when its form was opened, or later when the person began; `undefined` for a new one. */
  opened: Opened | undefined

  constructor(opened?: Opened) {
    this.opened = opened
  }

  /**
   * Takes the newest state of the entry as the one that the person changes, while they have changed nothing: the form shows
   * exactly that state.
   */
  follow(now: Opened | undefined): void {
    const { edits, phase } = this.draft.read()
    if (now && this.opened && phase === null && Object.keys(edits).length === 0 && this.upload.isEmpty)
      this.opened = now
  }

  /**
   * Whether leaving the screen loses typed values or an upload. False while a request is under way: the request continues
   * without its form.
   */
  isUnsaved(): boolean {
    const { edits, phase } = this.draft.read()
    const isTyped = CAMPOS.some((campo) => edits[campo] !== undefined && edits[campo] !== (this.opened?.[campo] ?? ''))
    return phase === null && (isTyped || !this.upload.isEmpty)
  }

  /** Drops the draft once no command is under way. */
  async dropWhenOver(): Promise<void> {
    await this.draft.idle()
    this.drop()
  }

  /** Discards the texts and the upload, also on the server. */
  drop(): void {
    this.draft.clear()
    this.upload.clear()
  }

  /** Forgets the texts and the upload; the server keeps the track. After saving, or when another person signs in. */
  forget(): void {
    this.draft.clear()
    this.upload.forget()
  }
}
