import type { Address } from '../api/request.ts'
import { endSession } from '../api/send.ts'
import { useTask } from '../api/useCommand.ts'
import { mayLeave } from '../ui/unsaved.ts'
import { END_SESIONES_ADDRESS } from '#contract/sesion.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'

/**
 * Ends the session of this browser (`SIGN_OUT_ADDRESS`) or every session of the person (`END_SESIONES_ADDRESS`). Asks first
 * when typed texts would be lost. Rejects with `ApiProblem` when it failed: then the person is still signed in.
 */
export async function signOut(command: Address): Promise<void> {
  if (await mayLeave()) await endSession(command)
}

/** Ends the sessions of the person on every device. Nothing is lost, so it does not ask. */
export function EndSesiones() {
  const end = useTask(() => signOut(END_SESIONES_ADDRESS))
  return (
    <div>
      <Button
        variant="danger"
        className="w-full"
        busy={end.busy}
        busyText="Cerrando sesiones..."
        onClick={() => void end.run()}
      >
        Cerrar todas las sesiones
      </Button>
      <p className="mt-2 text-14 text-muted">
        Sales de tu cuenta en todos los dispositivos, también en este. Para volver, inicia sesión con tu contraseña.
      </p>
      {end.problem && (
        <Aviso tone="danger" title="No se cerraron las sesiones" className="mt-3">
          {end.problem.message}
        </Aviso>
      )}
    </div>
  )
}
