import { useId, type ReactNode } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from './Button.tsx'
import './upload.css'

interface Props {
  readonly label: string
  readonly icon?: ReactNode
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  /** The kinds of file that are offered. What comes is for the server to judge. */
  readonly accept: string
  readonly multiple?: boolean
  readonly busy?: boolean
  readonly describedBy?: string | undefined
  /** Of the group's title, where the label alone does not say what the file is for. */
  readonly groupId?: string | undefined
  readonly className?: string
  readonly onChoose: (files: File[]) => void
}

/** Chooses files. The whole button is the file input, so that a file can also be dropped on it. */
export function FileButton(props: Props) {
  const { label, icon, accept, multiple, busy = false, describedBy, groupId, className = '', onChoose } = props
  const { variant = 'outline', size = 'normal' } = props
  const labelId = useId()
  return (
    <label className={buttonClass(variant, size, `upload-button relative ${busy ? 'opacity-60' : ''} ${className}`)}>
      {icon}
      <span id={labelId}>{label}</span>
      <input
        type="file"
        accept={accept}
        multiple={multiple}
        aria-labelledby={groupId && `${groupId} ${labelId}`}
        aria-describedby={describedBy}
        aria-disabled={busy || undefined}
        onClick={(event) => {
          if (busy) event.preventDefault()
        }}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // The same file may be chosen again, after a refusal.
          target.value = ''
          if (!busy && files.length > 0) onChoose(files)
        }}
      />
    </label>
  )
}
