import type { BoundField } from '../api/useCommandForm.ts'
import { PasswordField } from '../ui/Field.tsx'

interface Props {
  readonly password: BoundField
  readonly confirm: BoundField
  /** The least number of characters. */
  readonly minimo: number
  /** A screen reader announces the error of the second field. */
  readonly isAlert?: boolean
}

/** A new password, typed twice. */
export function NewPassword({ password, confirm, minimo, isAlert }: Props) {
  const ties = { autoComplete: 'new-password', required: true }
  return (
    <>
      <PasswordField label="Contraseña" hint={`${minimo} caracteres o más.`} {...ties} {...password} />
      <PasswordField label="Confirmar contraseña" isAlert={isAlert} {...ties} {...confirm} />
    </>
  )
}

/** Checks that both passwords are equal. The server receives only one of them. */
export function checkConfirm(typed: { readonly password: string; readonly confirm: string }): { confirm?: string } {
  if (typed.confirm === '') return { confirm: 'Escribe la contraseña otra vez.' }
  return typed.password === typed.confirm ? {} : { confirm: 'Las contraseñas no coinciden.' }
}
