/** What a category is called on this screen; one that came without a name too has to be called something. */
export function nombreOf({ nombre }: { readonly nombre: string | null }): string {
  return nombre || 'Sin nombre'
}
