import { ChevronLeft, ChevronRight, Pause, Play, type IconNode } from 'lucide'
import { useState } from 'react'
import type { Portada } from '#contract/views/portada.ts'
import { slidesOf, type Slide } from '../parts/slides.ts'
import { Icon } from '../ui/Icon.tsx'
import { Status } from '../ui/Aviso.tsx'
import { useSlides } from '../ui/useSlides.ts'

const CENTRED = 'absolute inset-0 grid place-items-center p-4 text-center'
const LIST =
  'relative flex h-full [scroll-snap-type:x_mandatory] overflow-x-auto overflow-y-hidden [scrollbar-width:none] focus-visible:rounded-[inherit] focus-visible:-outline-offset-4'

/** How long each image is shown, in ms. */
const EVERY_MS = 3_000

/** The images of the home page. While they load, `imagenes` is undefined and the gallery reserves its final height. */
export function Galeria({ imagenes }: { imagenes: Portada['imagenes'] | undefined }) {
  const [isLoaded, setLoaded] = useState(false)
  const slides = slidesOf(imagenes)
  const { frameProps, listProps, at, isPlaying, toggle, step } = useSlides(slides.length, EVERY_MS)
  const isMany = slides.length > 1

  return (
    <section {...frameProps} aria-label="Galería" className="mx-auto w-full max-w-150">
      {/* 3:2, at most 400 px high. The frame has its height before the first image loads. */}
      <div className="galeria-imagen relative aspect-3/2 overflow-clip rounded-20 border border-line bg-sunken">
        {!isLoaded && <output className={CENTRED}>Cargando imágenes...</output>}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be reachable by keyboard. */}
        <ul {...listProps} aria-label="Imágenes" tabIndex={0} className={LIST}>
          {slides.map((slide, index) => (
            <Picture key={slide.src} slide={slide} isFirst={index === 0} onSettled={() => setLoaded(true)} />
          ))}
        </ul>
      </div>
      <div className="mt-1 flex min-h-11 items-center">
        {isMany && (
          <>
            <BarButton
              label={isPlaying ? 'Pausar la galería' : 'Reanudar la galería'}
              icon={isPlaying ? Pause : Play}
              onClick={toggle}
            />
            {/* At the left the width of the second arrow, so that the dots are centred. */}
            <span aria-hidden className="flex grow flex-wrap justify-center gap-2 pl-11">
              {slides.map(({ src }, index) => (
                <span
                  key={src}
                  className={`h-2 rounded-16 [transition:width_150ms_var(--ease-out)] ${index === at ? 'w-7 bg-gold' : 'w-2 bg-(--color-violet)'}`}
                />
              ))}
            </span>
            <BarButton label="Imagen anterior" icon={ChevronLeft} onClick={() => step(-1)} />
            <BarButton label="Imagen siguiente" icon={ChevronRight} onClick={() => step(1)} />
            {/* Announced only while the images do not change by themselves. */}
            <Status className="sr-only">{!isPlaying && `Imagen ${at + 1} de ${slides.length}`}</Status>
          </>
        )}
      </div>
    </section>
  )
}

function BarButton({ label, icon, onClick }: { label: string; icon: IconNode; onClick: () => void }) {
  const look = 'grid size-11 place-items-center rounded-10 hover:bg-sunken'
  return (
    <button type="button" aria-label={label} className={look} onClick={onClick}>
      <Icon of={icon} size={22} />
    </button>
  )
}

interface PictureProps {
  readonly slide: Slide
  readonly isFirst: boolean
  readonly onSettled: () => void
}

function Picture({ slide: { src, alt }, isFirst, onSettled }: PictureProps) {
  const [hasFailed, setFailed] = useState(false)
  return (
    <li className="relative shrink-0 basis-full snap-start snap-always">
      {hasFailed ? (
        <p className={CENTRED}>No se pudo cargar esta imagen: {alt}.</p>
      ) : (
        <img
          src={src}
          alt={alt}
          width="600"
          height="400"
          className="size-full object-cover"
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
