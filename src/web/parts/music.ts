import { readMusica } from '#contract/competidores.ts'
import { Player, type Track } from './player.ts'

const AWAY = 'Se perdió la conexión. Revisa tu conexión y reproduce otra vez.'
const LATER = 'El servidor no puede dar la música ahora. Espera unos segundos y reproduce otra vez.'

/** The player of this tab. */
export const player = new Player({
  makeSound: () => new Audio(),
  urlOf: (id) => readMusica.path.replace(':id', encodeURIComponent(id)),
  diagnose,
})

/** The reason why a track does not play. Requests its first byte, since `<audio>` reports no reason. */
async function diagnose({ nombre }: Track, url: string): Promise<string> {
  try {
    const { status } = await fetch(url, { headers: { range: 'bytes=0-0' } })
    if (status === 404) return `La música de ${nombre} ya no está en el servidor. Hay que subirla otra vez.`
    if (status >= 500) return LATER
    return `La música de ${nombre} no se puede reproducir en este navegador. Prueba en otro o súbela otra vez.`
  } catch {
    // No answer: the network failed.
    return AWAY
  }
}
