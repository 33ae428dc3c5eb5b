import { Button } from './Button.tsx'
import './upload.css'

interface Props {
  /** What is on its way: `foto.jpg`. */
  readonly nombre: string
  readonly sent: number
  readonly total: number
  /** How far it is, in words. */
  readonly text: string
  readonly onCancel: () => void
}

/** How far a file is on its way. */
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
