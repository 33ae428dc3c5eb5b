import { toast } from './toast.ts'

const TEXT =
  'Algo falló en esta página y no se terminó lo que pediste. Recárgala y vuelve a intentarlo. Si pasa otra vez, actualiza tu navegador.'

/**
 * Tells a fault of the program that no screen caught, as where the browser lacks a function. The browser logs it. Returns the
 * function that ends this.
 */
export function listenForFaults(): () => void {
  const ending = new AbortController()
  const tell = (cause: unknown): void => {
    // What was ended on purpose, as a track that another one replaces, is no fault.
    if (cause instanceof Error && cause.name !== 'AbortError') toast(TEXT, { tone: 'danger', about: 'falla' })
  }
  addEventListener('error', ({ error }) => tell(error), ending)
  addEventListener('unhandledrejection', ({ reason }) => tell(reason), ending)
  return () => ending.abort()
}
