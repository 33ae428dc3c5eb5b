import { Store } from '../ui/store.ts'
import { toast } from '../ui/toast.ts'

/** The browser's offer to install the app. It can be used once. */
interface InstallOffer extends Event {
  readonly prompt: () => Promise<unknown>
}

/** `undefined` where the browser offers nothing, or the app is installed. */
export const installOffer = new Store<InstallOffer | undefined>(undefined)

/** Keeps the browser's offer for the menu, and hides the banner of the browser. Browsers make the offer once, soon after the start. */
export function listenForInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    // The types of the DOM lack this event: only some browsers have it.
    installOffer.set(event as InstallOffer)
  })
  addEventListener('appinstalled', () => {
    installOffer.set(undefined)
    toast('Aplicación instalada.')
  })
}
