export interface Slide {
  readonly src: string
  readonly alt: string
}

/** The images that the home page shows while the organiser has added none. */
export const CARTELES: readonly Slide[] = [
  { src: '/cartel-dalia.svg', alt: '10 años en pista: una dalia de pétalos magenta y oro' },
  { src: '/cartel-aniversario.svg', alt: 'Décimo aniversario: dos haces de luz que se cruzan en una X' },
  { src: '/cartel-rueda.svg', alt: 'Rueda de casino: huellas de pasos en círculo' },
  { src: '/cartel-clave.svg', alt: 'Tres días, una sola clave: los golpes de la clave como barras de oro' },
]
