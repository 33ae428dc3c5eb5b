import type { ReactNode } from 'react'
import { SonClave } from '../ui/SonClave.tsx'
import type { BoundField } from '../api/useCommandForm.ts'
import { PasswordField } from '../ui/Field.tsx'

interface Props {
  readonly title: string
  /** The purpose of the screen, in a sentence. */
  readonly purpose?: string
  readonly children: ReactNode
}

/** The layout of the screens about signing in: a title on dark, one column below. */
export function Umbral({ title, purpose, children }: Props) {
  return (
    <main className="flex grow flex-col">
      <div className="stage beams px-4 pt-6 pb-7">
        <div className="mx-auto max-w-110">
          <SonClave played="stroke-gold" />
          <h1 className="mt-3 text-42 uppercase">{title}</h1>
          {purpose && <p className="mt-1.5 text-15 text-balance text-muted">{purpose}</p>}
        </div>
      </div>
      <div className="mx-auto w-full max-w-118 grow px-4 pt-6 pb-12">{children}</div>
    </main>
  )
}

interface NewPasswordProps {
  readonly password: BoundField
  readonly confirm: BoundField
  /** The least number of characters. */
  readonly minimo: number
  /** A screen reader announces the error of the second field. */
  readonly isAlert?: boolean
}

/** A new password, typed twice. */
export function NewPassword({ password, confirm, minimo, isAlert }: NewPasswordProps) {
  const ties = { autoComplete: 'new-password', required: true }
  return (
    <>
      <PasswordField label="Contraseña" hint={`${minimo} caracteres o más.`} {...ties} {...password} />
      <PasswordField label="Confirmar contraseña" isAlert={isAlert} {...ties} {...confirm} />
    </>
  )
}

export const MISSING_CONFIRM = 'Escribe la contraseña otra vez.'

type Passwords = Readonly<Record<'password' | 'confirm', string>>

/** Checks that both passwords are equal. The server receives only one of them. */
export function checkConfirm(typed: Passwords, different = 'Las contraseñas no coinciden.'): { confirm?: string } {
  if (typed.confirm === '') return { confirm: MISSING_CONFIRM }
  return typed.password === typed.confirm ? {} : { confirm: different }
}
