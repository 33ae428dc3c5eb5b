import { altTextOf } from '#domain/imagen.ts'
import type { Portada } from '#contract/views/portada.ts'

/** An image of the event. */
export interface Slide {
  readonly src: string
  readonly alt: string
}

/** The images while the organiser has added none. */
const CARTELES: readonly Slide[] = [
  { src: '/cartel-dalia.svg', alt: '10 años en pista: una dalia de pétalos magenta y oro' },
  { src: '/cartel-aniversario.svg', alt: 'Décimo aniversario: dos haces de luz que se cruzan en una X' },
  { src: '/cartel-rueda.svg', alt: 'Rueda de casino: huellas de pasos en círculo' },
  { src: '/cartel-clave.svg', alt: 'Tres días, una sola clave: los golpes de la clave como barras de oro' },
]

/** The images of the event, in order; none while they load. */
export function slidesOf(imagenes: Portada['imagenes'] | undefined): readonly Slide[] {
  if (!imagenes) return []
  return imagenes.length > 0 ? imagenes.map(({ archivo, url }) => ({ src: url, alt: altTextOf(archivo) })) : CARTELES
}
