import type { Output } from '#contract/define.ts'
import { portada } from '#contract/views/portada.ts'
import type { createEnlace } from '#contract/usuarios.ts'
import { formatMomento } from '#domain/hora.ts'
import { useServerClock } from '../live/useServerClock.ts'
import { useView } from '../live/useView.ts'
import { SecretDialog } from '../ui/SecretDialog.tsx'

export type Enlace = Output<typeof createEnlace>

interface Props {
  readonly quien: string
  readonly email: string
  readonly enlace: Enlace
  readonly onClose: () => void
}

/** Shows a link that sets a password. */
export function EnlaceDialog({ quien, email, enlace: { ruta, vence }, onClose }: Props) {
  const now = useServerClock('minute')
  const zona = useView(portada, {})?.evento.zonaHoraria

  return (
    <SecretDialog
      title={`Enlace de acceso para ${quien}`}
      label="Enlace"
      secret={`${location.origin}${ruta}`}
      copied="Enlace copiado."
      onClose={onClose}
    >
      {/* Two users may have the same name. */}
      {email && <b className="block break-words text-ink">{email}</b>}
      Con este enlace, {quien} pone una contraseña nueva e inicia sesión. Sirve una sola vez
      {zona && `, hasta el ${formatMomento(Date.parse(vence), zona, now)}`}. Cópialo ahora: no se vuelve a mostrar.
    </SecretDialog>
  )
}
