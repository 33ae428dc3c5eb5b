import { Store } from '../ui/store.ts'
import { toast } from '../ui/toast.ts'

/** The browser's offer to install the app. Works once. */
interface InstallOffer extends Event {
  readonly prompt: () => Promise<unknown>
}

/** `undefined` where the browser offers nothing, or the app is installed. */
export const installOffer = new Store<InstallOffer | undefined>(undefined)

/** Takes the offer, which browsers make early, so that the menu shows it in place of a banner of the browser. */
export function listenForInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    // Not among the types of the DOM: only some browsers have it.
    installOffer.set(event as InstallOffer)
  })
  addEventListener('appinstalled', () => {
    installOffer.set(undefined)
    toast('Aplicación instalada.')
  })
}
