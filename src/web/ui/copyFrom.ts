/** Copies the text of a field to the clipboard and selects it. Returns false when the browser refuses. */
export async function copyFrom(field: HTMLInputElement): Promise<boolean> {
  field.focus()
  field.select()
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    // No clipboard on plain http, or no permission: `execCommand` needs the selection only.
    return document.execCommand('copy')
  }
}
