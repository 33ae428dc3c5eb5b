import { Copy } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { createTokenJuez, revokeTokenJuez } from '#contract/jueces.ts'
import type { JuezPart } from '#contract/views/jueces.ts'
import { useCommandWithToast } from '../api/useCommand.ts'
import { Button } from '../ui/Button.tsx'
import { copyFrom } from '../ui/copyFrom.ts'
import { CONTROL } from '../ui/Field.tsx'
import { Modal } from '../ui/Modal.tsx'
import { toast } from '../ui/toast.ts'

/** The API token of a judge, for another app of judges. */
export function TokenRow({ juez: { id, nombre, activo, tieneToken } }: { juez: JuezPart }) {
  const [token, setToken] = useState<string>()
  const create = useCommandWithToast(createTokenJuez, { about: `token ${id}`, before: 'No se creó el token.' })
  const revoke = useCommandWithToast(revokeTokenJuez, { about: `token ${id}`, before: 'No se revocó el token.' })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 grow basis-40 text-14 text-muted">
        {tieneToken ? 'Otra aplicación tiene su token.' : 'Para calificar desde otra aplicación.'}
      </p>
      {tieneToken ? (
        <Button
          variant="danger"
          size="dense"
          aria-label={`Revocar token de ${nombre}`}
          busy={revoke.busy}
          busyText="Revocando..."
          onClick={async () => {
            if (await revoke.run({ id })) toast(`Token de ${nombre} revocado.`)
          }}
        >
          Revocar token
        </Button>
      ) : (
        <span>
          <Button
            size="dense"
            aria-label={`Crear token de ${nombre}`}
            reason={!activo && 'Actívalo primero.'}
            busy={create.busy}
            busyText="Creando token..."
            onClick={async () => setToken((await create.run({ id }))?.token)}
          >
            Crear token
          </Button>
        </span>
      )}
      {token !== undefined && <TokenDialog nombre={nombre} token={token} onClose={() => setToken(undefined)} />}
    </div>
  )
}

/** Shows a token once: the server stores only its hash. */
function TokenDialog({ nombre, token, onClose }: { nombre: string; token: string; onClose: () => void }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  return (
    <Modal aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="text-24">
        Token de {nombre}
      </h2>
      <p id={`${id}-text`} className="mt-2 text-15 text-muted">
        La otra aplicación lo envía como <code>Authorization: Bearer</code> y califica en nombre de {nombre}. Cópialo
        ahora: no se vuelve a mostrar.
      </p>
      <label htmlFor={id} className="mt-4 mb-1.5 block text-15 font-semibold">
        Token
      </label>
      <input
        ref={field}
        id={id}
        readOnly
        value={token}
        className={`${CONTROL} digits`}
        onFocus={({ target }) => target.select()}
      />
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cerrar</Button>
        <Button
          variant="brand"
          icon={<Copy size={18} aria-hidden />}
          onClick={async () => {
            const isCopied = field.current !== null && (await copyFrom(field.current))
            if (isCopied) toast('Token copiado.')
            else toast('No se pudo copiar. Está seleccionado: cópialo con el teclado o el menú.', { tone: 'danger' })
          }}
        >
          Copiar
        </Button>
      </div>
    </Modal>
  )
}
