/** What a button says while its act is under way: `Abriendo...` of `Abrir orden`. */
export function busyTextOf(act: string): string {
  const [verb = ''] = act.split(' ', 1)
  const stem = verb.replace(/etir$/, 'itir').slice(0, -2)
  return `${stem}${verb.endsWith('ar') ? 'ando' : 'iendo'}...`
}
