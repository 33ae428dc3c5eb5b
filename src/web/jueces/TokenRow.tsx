import { createTokenJuez, revokeTokenJuez } from '#contract/jueces.ts'
import type { JuezPart } from '#contract/views/jueces.ts'
import { useCommandWithToast } from '../api/useCommand.ts'
import { Button } from '../ui/Button.tsx'
import { showSecret } from '../ui/SecretDialog.tsx'
import { toast } from '../ui/toast.ts'

/** The API token of a judge, for another app of judges. */
export function TokenRow({ juez: { id, nombre, activo, tieneToken } }: { juez: JuezPart }) {
  const create = useCommandWithToast(createTokenJuez, { about: `token ${id}`, before: 'No se creó el token.' })
  const revoke = useCommandWithToast(revokeTokenJuez, { about: `token ${id}`, before: 'No se revocó el token.' })
  const act = tieneToken ? 'Revocar' : 'Crear'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 grow basis-40 text-14 text-muted">
        {tieneToken ? 'Otra aplicación tiene su token.' : 'Para calificar desde otra aplicación.'}
      </p>
      {/* One button for both acts: it keeps the focus when one takes the place of the other. */}
      <span>
        <Button
          variant={tieneToken ? 'danger' : 'outline'}
          size="dense"
          aria-label={`${act} token de ${nombre}`}
          reason={!tieneToken && !activo && 'Actívalo primero.'}
          busy={create.busy || revoke.busy}
          busyText={revoke.busy ? 'Revocando...' : 'Creando token...'}
          onClick={async () => {
            if (tieneToken) {
              if (await revoke.run({ id })) toast(`Token de ${nombre} revocado.`)
              return
            }
            const created = await create.run({ id })
            if (created) showToken(nombre, created.token)
          }}
        >
          {act} token
        </Button>
      </span>
    </div>
  )
}

function showToken(nombre: string, token: string): void {
  showSecret({
    title: `Token de ${nombre}`,
    label: 'Token',
    secret: token,
    copied: 'Token copiado.',
    text: (
      <>
        La otra aplicación lo envía como <code>Authorization: Bearer</code> y califica en nombre de {nombre}. Cópialo
        ahora: no se vuelve a mostrar.
      </>
    ),
  })
}
