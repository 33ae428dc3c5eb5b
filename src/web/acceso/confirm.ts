/** Checks that both passwords are equal. The server receives only one of them. */
export function checkConfirm(typed: { readonly password: string; readonly confirm: string }): { confirm?: string } {
  if (typed.confirm === '') return { confirm: 'Escribe la contraseña otra vez.' }
  return typed.password === typed.confirm ? {} : { confirm: 'Las contraseñas no coinciden.' }
}
