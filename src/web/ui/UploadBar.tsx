import { Button } from './Button.tsx'
import './upload.css'

interface Props {
  /** The name of the file: `foto.jpg`. */
  readonly nombre: string
  readonly sent: number
  readonly total: number
  /** The progress in words. */
  readonly text: string
  readonly onCancel: () => void
}

/** The progress of an upload, with a button that cancels it. */
export function UploadBar({ nombre, sent, total, text, onCancel }: Props) {
  return (
    <div className="text-14">
      <progress aria-label={`Subiendo ${nombre}`} value={sent} max={total} className="upload-bar" />
      <div className="flex items-center justify-between gap-3">
        <span className="text-muted digits">{text}</span>
        <Button variant="ghost" size="dense" onClick={onCancel}>
          Cancelar
        </Button>
      </div>
    </div>
  )
}
