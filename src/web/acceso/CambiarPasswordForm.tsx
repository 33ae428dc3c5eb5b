import { useRef, useState } from 'react'
import { changePassword, signIn } from '#contract/acceso.ts'
import { useCommand } from '../api/useCommand.ts'
import { session } from '../api/session.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { HiddenUsername, PasswordField } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'
import { checkConfirm } from '../parts/Umbral.tsx'
import { useStore } from '../ui/store.ts'

const AMBOS = 'Ambos campos son obligatorios.'

/** Changes the password of the signed-in person. Ends their other sessions, not this one. */
export function CambiarPasswordForm() {
  const element = useRef<HTMLFormElement>(null)
  const sesion = useStore(session)
  const email = sesion && sesion.role !== 'visitante' ? sesion.email : ''
  const form = useCommandForm(changePassword, {
    initial: { password: '', confirm: '' },
    toInput: ({ password }) => ({ password }),
    check: checkTyped,
    failed: 'No se cambió la contraseña.',
    onDone: () => toast('Contraseña actualizada correctamente.'),
  })
  const confirm = form.field('confirm')
  const needsSignIn = form.problem?.code === 'session.recentLoginRequired'

  return (
    <>
      <form ref={element} noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
        <HiddenUsername email={email} />
        <PasswordField
          label="Nueva contraseña"
          autoComplete="new-password"
          required
          isAlert={confirm.error !== AMBOS}
          hint="8 caracteres o más."
          {...form.field('password')}
        />
        <PasswordField label="Confirmar contraseña" autoComplete="new-password" required isAlert {...confirm} />
        {form.problem && <Aviso tone="danger" title={SENTENCES[form.problem.code] ?? form.problem.message} />}
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
        <UnsavedGuard isUnsaved={form.isUnsaved} />
      </form>
      {needsSignIn && email && <VolverAEntrar email={email} onDone={() => element.current?.requestSubmit()} />}
    </>
  )
}

/** Checks one rule at a time, in this order: both fields filled, long enough, equal. */
function checkTyped(typed: { readonly password: string; readonly confirm: string }): { confirm?: string } {
  if (typed.password && !typed.confirm) return { confirm: AMBOS }
  return changePassword.input.safeParse(typed).success ? checkConfirm(typed) : {}
}

const NO_SE_SABE = 'no sabemos si la contraseña cambió. Intenta iniciar sesión con la nueva.'

/** By problem code: the sentence in place of the message of a refusal. The command is not repeated, so its outcome may be unknown. */
const SENTENCES: Readonly<Record<string, string>> = {
  'network.away': `No se pudo conectar con el servidor y ${NO_SE_SABE}`,
  'database.unsure': `La base de datos dejó de responder y ${NO_SE_SABE}`,
  'session.required': 'No hay un usuario autenticado.',
}

/** Signs in again on the same screen. `onDone` repeats the act that needed it. */
function VolverAEntrar({ email, onDone }: { email: string; onDone: () => void }) {
  const enter = useCommand(signIn)
  const [password, setPassword] = useState('')

  async function submit(): Promise<void> {
    // The new session replaces the old one: no request may run in between.
    const isIn = await session.change(async () => {
      const output = await enter.run({ email, password })
      if (output) session.become(output)
      return output !== undefined
    })
    if (isIn) onDone()
  }

  return (
    <form
      noValidate
      aria-label="Volver a iniciar sesión"
      className="mt-5 flex flex-col gap-4 border-t border-line pt-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!enter.busy) void submit()
      }}
    >
      <p className="text-15 text-muted">
        Inicia sesión otra vez como <b className="break-words text-ink">{email}</b> para cambiar la contraseña.
      </p>
      <HiddenUsername email={email} />
      <PasswordField
        label="Contraseña actual"
        autoComplete="current-password"
        required
        isAlert
        value={password}
        error={enter.problem?.message}
        onChange={({ target }) => {
          setPassword(target.value)
          enter.clear()
        }}
      />
      <Button type="submit" variant="brand" busy={enter.busy} busyText="Accediendo...">
        Acceder y cambiar
      </Button>
    </form>
  )
}

export function CambiarPasswordPage() {
  return (
    <main className="page">
      <div className="mx-auto max-w-118">
        <h1 className="mb-5 text-36 lg:text-48">Cambiar contraseña</h1>
        <div className="card p-5">
          <CambiarPasswordForm />
        </div>
      </div>
    </main>
  )
}
