import { useRef } from 'react'
import { changePassword } from '#contract/acceso.ts'
import type { ApiProblem } from '../api/request.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { PasswordField } from '../ui/TextField.tsx'
import { toast } from '../ui/toast.ts'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'
import { checkConfirm } from './confirm.ts'
import { VolverAEntrar } from './VolverAEntrar.tsx'

const AMBOS = 'Ambos campos son obligatorios.'

/** Changes the password of the signed-in person. Ends their other sessions, not this one. */
export function CambiarPasswordForm() {
  const element = useRef<HTMLFormElement>(null)
  const form = useCommandForm(changePassword, {
    initial: { password: '', confirm: '' },
    toInput: ({ password }) => ({ password }),
    check: checkTyped,
    onDone: () => toast('Contraseña actualizada correctamente.'),
  })
  const confirm = form.field('confirm')
  const needsSignIn = form.problem?.code === 'session.recentLoginRequired'

  return (
    <>
      <form ref={element} noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
        <PasswordField
          label="Nueva contraseña"
          autoComplete="new-password"
          required
          isAlert={confirm.error !== AMBOS}
          hint="8 caracteres o más."
          {...form.field('password')}
        />
        <PasswordField label="Confirmar contraseña" autoComplete="new-password" required isAlert {...confirm} />
        {form.problem && <Aviso tone="danger" title={sentenceOf(form.problem)} />}
        <Button
          type="submit"
          variant={needsSignIn ? 'outline' : 'brand'}
          className="w-full"
          busy={form.busy}
          busyText="Cambiando..."
        >
          Cambiar contraseña
        </Button>
        <p className="text-center text-14 text-muted">Tu sesión se cierra en los demás dispositivos.</p>
        <UnsavedGuard isUnsaved={() => form.changed} />
      </form>
      {needsSignIn && <VolverAEntrar onDone={() => element.current?.requestSubmit()} />}
    </>
  )
}

/** Checks one rule at a time, in this order: both fields filled, long enough, equal. */
function checkTyped(typed: { readonly password: string; readonly confirm: string }): { confirm?: string } {
  if (typed.password && !typed.confirm) return { confirm: AMBOS }
  return changePassword.input.safeParse(typed).success ? checkConfirm(typed) : {}
}

function sentenceOf({ code, message }: ApiProblem): string {
  if (code === 'network.away') {
    return 'No se pudo conectar con el servidor y no sabemos si la contraseña cambió. Intenta iniciar sesión con la nueva.'
  }
  if (code === 'database.unsure') {
    return 'La base de datos dejó de responder y no sabemos si la contraseña cambió. Intenta iniciar sesión con la nueva.'
  }
  return code === 'session.required' ? 'No hay un usuario autenticado.' : message
}
