import { endSesiones } from '#contract/acceso.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { useSignOut } from './signOut.ts'

/** Ends the sessions of the person on every device. Nothing is lost, so it does not ask. */
export function EndSesiones() {
  const end = useSignOut(endSesiones)
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
