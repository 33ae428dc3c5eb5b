import { useState } from 'react'
import { signIn } from '#contract/acceso.ts'
import { session } from '../api/session.ts'
import { useCommand } from '../api/useCommand.ts'
import { Button } from '../ui/Button.tsx'
import { PasswordField } from '../ui/TextField.tsx'
import { useStore } from '../ui/store.ts'

/** Signs in again on the same screen. `onDone` repeats the act that needed it. */
export function VolverAEntrar({ onDone }: { onDone: () => void }) {
  const sesion = useStore(session)
  const enter = useCommand(signIn)
  const [password, setPassword] = useState('')
  if (!sesion || sesion.role === 'visitante') return null
  const { email } = sesion

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
      <input type="hidden" name="email" autoComplete="username" value={email} />
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
