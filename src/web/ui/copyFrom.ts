/** Copies what stands in a field, and leaves it selected. False: the browser did not let us. */
export async function copyFrom(field: HTMLInputElement): Promise<boolean> {
  field.focus()
  field.select()
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    // Not there on plain http, or refused: the older way asks for nothing but a selection.
    return document.execCommand('copy')
  }
}
