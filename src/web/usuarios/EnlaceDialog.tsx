import { Copy } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { Output } from '#contract/define.ts'
import { portada } from '#contract/views/portada.ts'
import type { createEnlace } from '#contract/usuarios.ts'
import { formatMomento } from '#domain/hora.ts'
import { useServerClock } from '../live/useServerClock.ts'
import { useView } from '../live/useView.ts'
import { Button } from '../ui/Button.tsx'
import { copyFrom } from '../ui/copyFrom.ts'
import { CONTROL } from '../ui/Field.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Status } from '../ui/Status.tsx'

export type Enlace = Output<typeof createEnlace>

interface Props {
  readonly quien: string
  readonly email: string
  readonly enlace: Enlace
  readonly onClose: () => void
}

/** Shows a link that sets a password. The server stores only a hash of it: the link is shown once. */
export function EnlaceDialog({ quien, email, enlace: { ruta, vence }, onClose }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [message, setMessage] = useState('')
  const now = useServerClock('minute')
  const zona = useView(portada, {})?.evento.zonaHoraria

  return (
    <Modal aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="text-24">
        Enlace de acceso para {quien}
      </h2>
      <p id={`${id}-text`} className="mt-2 text-15 text-muted">
        {/* Two users may have the same name. */}
        {email && <b className="block break-words text-ink">{email}</b>}
        Con este enlace, {quien} pone una contraseña nueva e inicia sesión. Sirve una sola vez
        {zona && `, hasta el ${formatMomento(Date.parse(vence), zona, now)}`}. Cópialo ahora: no se vuelve a mostrar.
      </p>
      <label htmlFor={id} className="mt-4 mb-1.5 block text-15 font-semibold">
        Enlace
      </label>
      <input
        ref={field}
        id={id}
        readOnly
        value={`${location.origin}${ruta}`}
        className={`${CONTROL} digits`}
        onFocus={({ target }) => target.select()}
      />
      <Status className="mt-1.5 min-h-6 text-14 text-muted">{message}</Status>
      <div className="mt-3 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cerrar</Button>
        <Button
          variant="brand"
          icon={<Copy size={18} aria-hidden />}
          onClick={async () => {
            const isCopied = field.current !== null && (await copyFrom(field.current))
            setMessage(
              isCopied ? 'Enlace copiado.' : 'No se pudo copiar. Está seleccionado: cópialo con el teclado o el menú.',
            )
          }}
        >
          Copiar
        </Button>
      </div>
    </Modal>
  )
}
