import { Copy } from 'lucide'
import { useId, useRef, useState, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { TextField } from './Field.tsx'
import { Modal, openDialog } from './Modal.tsx'
import { Status } from './Aviso.tsx'

interface Secret {
  readonly title: string
  /** The purpose of the secret. */
  readonly text: ReactNode
  /** The label of the field that shows the secret: `Token`. */
  readonly label: string
  readonly secret: string
  /** The message after the copy: `Token copiado.` */
  readonly copied: string
}

/** Shows a secret once, to copy it: the server stores only its hash. */
export function showSecret(secret: Secret): void {
  openDialog((close) => <SecretDialog {...secret} onClose={close} />)
}

function SecretDialog({ title, text, label, secret, copied, onClose }: Secret & { readonly onClose: () => void }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [message, setMessage] = useState('')
  return (
    <Modal aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="text-24">
        {title}
      </h2>
      <p id={`${id}-text`} className="mt-2 text-15 text-muted">
        {text}
      </p>
      <TextField
        ref={field}
        label={label}
        fieldClass="mt-4"
        readOnly
        value={secret}
        className="digits"
        onFocus={({ target }) => target.select()}
      />
      <Status className="mt-1.5 min-h-6 text-14 text-muted">{message}</Status>
      <div className="mt-3 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cerrar</Button>
        <Button
          variant="brand"
          icon={Copy}
          onClick={async () => {
            const isCopied = field.current !== null && (await copyFrom(field.current))
            setMessage(isCopied ? copied : 'No se pudo copiar. Está seleccionado: cópialo con el teclado o el menú.')
          }}
        >
          Copiar
        </Button>
      </div>
    </Modal>
  )
}

/** Copies a text to the clipboard. Returns false when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  const before = document.activeElement
  const field = document.createElement('input')
  field.className = 'sr-only'
  field.value = text
  document.body.append(field)
  const isCopied = await copyFrom(field)
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return isCopied
}

/** Copies the text of a field to the clipboard and selects it. Returns false when the browser refuses. */
async function copyFrom(field: HTMLInputElement): Promise<boolean> {
  field.focus()
  field.select()
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    // No clipboard on plain http, or no permission: `execCommand` needs the selection only.
    return document.execCommand('copy')
  }
}
