import type { IconNode } from 'lucide'
import { useId } from 'react'
import { buttonClass, ButtonIcon, type ButtonSize, type ButtonVariant, Button } from './Button.tsx'
import './upload.css'

interface FileButtonProps {
  readonly label: string
  readonly icon?: IconNode
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  /** The kinds of file that the picker offers. The server checks the file. */
  readonly accept: string
  readonly multiple?: boolean
  readonly busy?: boolean
  readonly describedBy?: string | undefined
  /** The id of the group's title, where the label alone does not name the purpose of the file. */
  readonly groupId?: string | undefined
  readonly className?: string
  readonly onChoose: (files: File[]) => void
}

/** A button that chooses files. The file input covers it, so that files can also be dropped on it. */
export function FileButton(props: FileButtonProps) {
  const { label, icon, accept, multiple, busy = false, describedBy, groupId, onChoose } = props
  const { variant, size, className = '' } = props
  const labelId = useId()
  const own = `relative has-focus-visible:focus-ring ${busy ? 'opacity-60' : ''} ${className}`
  return (
    <label className={buttonClass(variant, size, own)}>
      <ButtonIcon of={icon} />
      <span id={labelId}>{label}</span>
      <input
        type="file"
        accept={accept}
        multiple={multiple}
        aria-labelledby={groupId && `${groupId} ${labelId}`}
        aria-describedby={describedBy}
        aria-disabled={busy || undefined}
        className="absolute inset-0 w-full opacity-0"
        onClick={(event) => {
          if (busy) event.preventDefault()
        }}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Without this the same file could not be chosen again after a refusal.
          target.value = ''
          if (!busy && files.length > 0) onChoose(files)
        }}
      />
    </label>
  )
}

interface UploadBarProps {
  /** The name of the file: `foto.jpg`. */
  readonly nombre: string
  readonly sent: number
  readonly total: number
  /** The progress in words. By default the sent size and the whole. */
  readonly text?: string | undefined
  readonly onCancel: () => void
}

/** The progress of an upload, with a button that cancels it. */
export function UploadBar({ nombre, sent, total, text, onCancel }: UploadBarProps) {
  const sizes = `${formatMegas(sent)} de ${formatMegas(total)}`
  return (
    <div className="text-14">
      <progress aria-label={`Subiendo ${nombre}`} value={sent} max={total} className="upload-bar" />
      <div className="flex items-center justify-between gap-3">
        <span className="text-muted digits">{text ?? (sent >= total ? 'Guardando...' : sizes)}</span>
        <Button variant="ghost" size="dense" onClick={onCancel}>
          Cancelar
        </Button>
      </div>
    </div>
  )
}

const MEGA = 1024 * 1024

/** A size on one line: `5.1 MB`, `68 kB`. A size above zero is never shown as zero. */
export function formatMegas(bytes: number): string {
  if (bytes > 0 && bytes < MEGA / 10) return `${Math.ceil(bytes / 1024)}\u00a0kB`
  return `${(bytes / MEGA).toFixed(1)}\u00a0MB`
}
