/** Copies a text to the clipboard. Returns false when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  const before = document.activeElement
  const field = document.createElement('input')
  field.className = 'sr-only'
  field.value = text
  document.body.append(field)
  const isCopied = await copyFrom(field)
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return isCopied
}

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
