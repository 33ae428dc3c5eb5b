/** Whether the fragment of an address is that of a screen's link, with its token or after it. */
export function isOfPantalla(hash: string): boolean {
  return /^#\/(?:pantalla|transmision)(?:\/|$)/.test(hash)
}

/** Whether this document is the page of a screen, until it is loaded again. Then it reads what a visitor may read, whoever is signed in. */
export const isPantalla: boolean = typeof location !== 'undefined' && isOfPantalla(location.hash)
