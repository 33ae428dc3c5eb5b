import { ChevronLeft, ChevronRight, Pause, Play } from '../ui/frameIcons.tsx'
import { useState } from 'react'
import { altTextOf } from '#domain/imagen.ts'
import type { Portada } from '#contract/views/portada.ts'
import { Status } from '../ui/Aviso.tsx'
import { useSlides } from '../ui/useSlides.ts'
import './galeria.css'

interface Slide {
  readonly src: string
  readonly alt: string
}

/** The images that the home page shows while the organiser has added none. */
const CARTELES: readonly Slide[] = [
  { src: '/cartel-dalia.svg', alt: '10 años en pista: una dalia de pétalos magenta y oro' },
  { src: '/cartel-aniversario.svg', alt: 'Décimo aniversario: dos haces de luz que se cruzan en una X' },
  { src: '/cartel-rueda.svg', alt: 'Rueda de casino: huellas de pasos en círculo' },
  { src: '/cartel-clave.svg', alt: 'Tres días, una sola clave: los golpes de la clave como barras de oro' },
]

/** How long each image is shown, in ms. */
const EVERY_MS = 3_000

/** The images of the home page. While they load, `imagenes` is undefined and the gallery reserves its final height. */
export function Galeria({ imagenes }: { imagenes: Portada['imagenes'] | undefined }) {
  const [isLoaded, setLoaded] = useState(false)
  const slides = slidesOf(imagenes)
  const { frame, list, at, isPlaying, toggle, step } = useSlides(slides.length, EVERY_MS)
  const isMany = slides.length > 1

  return (
    <section ref={frame} aria-label="Galería" className="galeria">
      <div className="galeria-frame">
        {!isLoaded && <output>Cargando imágenes...</output>}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be reachable by keyboard. */}
        <ul ref={list} aria-label="Imágenes" tabIndex={0}>
          {slides.map((slide, index) => (
            <Picture key={slide.src} slide={slide} isFirst={index === 0} onSettled={() => setLoaded(true)} />
          ))}
        </ul>
      </div>
      <div className="galeria-bar">
        {isMany && (
          <>
            <button type="button" aria-label={isPlaying ? 'Pausar la galería' : 'Reanudar la galería'} onClick={toggle}>
              {isPlaying ? <Pause size={20} aria-hidden /> : <Play size={20} aria-hidden />}
            </button>
            <span aria-hidden className="galeria-dots">
              {slides.map(({ src }, index) => (
                <span key={src} data-at={index === at || undefined} />
              ))}
            </span>
            <button type="button" aria-label="Imagen anterior" onClick={() => step(-1)}>
              <ChevronLeft size={22} aria-hidden />
            </button>
            <button type="button" aria-label="Imagen siguiente" onClick={() => step(1)}>
              <ChevronRight size={22} aria-hidden />
            </button>
            {/* Announced only while the images do not change by themselves. */}
            <Status className="sr-only">{!isPlaying && `Imagen ${at + 1} de ${slides.length}`}</Status>
          </>
        )}
      </div>
    </section>
  )
}

function slidesOf(imagenes: Portada['imagenes'] | undefined): readonly Slide[] {
  if (!imagenes) return []
  return imagenes.length > 0 ? imagenes.map(({ archivo, url }) => ({ src: url, alt: altTextOf(archivo) })) : CARTELES
}

interface PictureProps {
  readonly slide: Slide
  readonly isFirst: boolean
  readonly onSettled: () => void
}

function Picture({ slide: { src, alt }, isFirst, onSettled }: PictureProps) {
  const [hasFailed, setFailed] = useState(false)
  return (
    <li>
      {hasFailed ? (
        <p>No se pudo cargar esta imagen: {alt}.</p>
      ) : (
        <img
          src={src}
          alt={alt}
          width="600"
          height="400"
          fetchPriority={isFirst ? 'high' : 'auto'}
          loading={isFirst ? 'eager' : 'lazy'}
          onLoad={onSettled}
          onError={() => {
            setFailed(true)
            onSettled()
          }}
        />
      )}
    </li>
  )
}
