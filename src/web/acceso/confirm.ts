/** What was typed twice must be the same: the server only ever sees one of them. */
export function checkConfirm(typed: { readonly password: string; readonly confirm: string }): { confirm?: string } {
  if (typed.confirm === '') return { confirm: 'Escribe la contraseña otra vez.' }
  return typed.password === typed.confirm ? {} : { confirm: 'Las contraseñas no coinciden.' }
}
