import { useRef, useState } from 'react'
import { requestReset } from '#contract/acceso.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { Umbral } from '../parts/Umbral.tsx'
import { hrefTo } from '../paths.ts'
import { Aviso, Status } from '../ui/Aviso.tsx'
import { Button, TextLink } from '../ui/Button.tsx'
import { EmailField } from '../ui/Field.tsx'

/** Asks for a link by e-mail. The answer is the same whether the address has an account or not. */
export function OlvidePage() {
  const [sentTo, setSentTo] = useState('')
  const panel = useRef<HTMLDivElement>(null)
  const form = useCommandForm(requestReset, {
    initial: { email: '' },
    onDone: (_output, { email }) => {
      setSentTo(email.trim())
      panel.current?.focus()
    },
  })
  return (
    <Umbral title="Olvidé mi contraseña" purpose="Te enviamos por correo un enlace para poner una nueva.">
      {/* Rendered from the start: a screen reader announces only changes of a live region. */}
      <Status ref={panel} className="outline-none">
        {sentTo && !form.changed && (
          <Aviso isQuiet tone="success" title="Revisa tu correo" className="mb-6">
            Si {sentTo} tiene una cuenta, en unos minutos le llegará un enlace. Sirve una sola vez, durante una hora.
          </Aviso>
        )}
      </Status>
      <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
        {form.problem && <Aviso tone="danger" title={form.problem.message} />}
        <EmailField {...form.field('email')} />
        <Button type="submit" variant="brand" busy={form.busy} busyText="Enviando...">
          Enviar enlace
        </Button>
        <TextLink href={hrefTo('/acceder')}>Volver a iniciar sesión</TextLink>
      </form>
    </Umbral>
  )
}
