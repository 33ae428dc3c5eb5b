const FALLA_ESPACIO =
  'Ya no hay espacio en este dispositivo. Libera espacio y no cierres esta página hasta que todo esté enviado.'
const FALLA_NAVEGADOR =
  'Este navegador no deja guardar (quizá es una ventana privada). No cierres esta página hasta que todo esté enviado.'

/** Why the device does not keep a mark, and what the judge can do. */
export function fallaOf(error: unknown): string {
  return error instanceof Error && error.name === 'QuotaExceededError' ? FALLA_ESPACIO : FALLA_NAVEGADOR
}
