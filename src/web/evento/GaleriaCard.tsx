import { ImagePlus } from '../ui/icons.ts'
import { useRef } from 'react'
import { deleteImagen } from '#contract/evento.ts'
import type { Portada } from '#contract/views/portada.ts'
import { askDelete } from '../parts/ActDialog.tsx'
import { formatMegas } from '../parts/progreso.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Empty } from '../ui/Empty.tsx'
import { FileButton, UploadBar } from '../ui/FileButton.tsx'
import { toast } from '../ui/toast.ts'
import { ImagenRow } from './ImagenRow.tsx'
import { useUploads, type Progress } from './useUploads.ts'
import './evento.css'

/** The images of the home page, in their order. */
export function GaleriaCard({ imagenes }: { imagenes: Portada['imagenes'] }) {
  const uploads = useUploads((nombre) => toast(`Imagen agregada: ${nombre}.`))
  const card = useRef<HTMLElement>(null)
  const ask = ({ archivo, url }: Portada['imagenes'][number]): void =>
    askDelete({
      question: `¿Eliminar la imagen ${archivo}?`,
      command: deleteImagen,
      input: { archivo },
      failed: 'No se eliminó la imagen.',
      done: `Imagen eliminada: ${archivo}.`,
      text: (
        <>
          <img src={url} alt="" width="600" height="400" className="mb-3 aspect-3/2 w-full rounded-12 object-cover" />
          Deja de verse en la portada y su archivo se borra. No se puede deshacer.
        </>
      ),
      moveFocus: () => card.current?.focus(),
    })

  return (
    <section ref={card} tabIndex={-1} aria-labelledby="galeria" className="card p-5 outline-none">
      <h2 id="galeria" className="text-22">
        Imágenes de la portada
      </h2>
      <p className="mt-1 mb-4 text-14 text-muted">
        Pasan solas cada 3 segundos, en este orden. JPEG, PNG o WebP, hasta 10 MB; se ven mejor en 3:2. El lector de
        pantalla lee el nombre del archivo: usa uno como gran_final.jpg.
      </p>
      <FileButton
        label="Agregar imagen"
        icon={<ImagePlus size={18} aria-hidden />}
        accept="image/jpeg,image/png,image/webp"
        multiple
        busy={uploads.progress !== null}
        className="w-full"
        onChoose={(files) => void uploads.add(files)}
      />
      {uploads.progress && (
        <Sending
          progress={uploads.progress}
          onCancel={() => {
            // The button is unmounted: the focus stays in the card.
            card.current?.focus({ preventScroll: true })
            uploads.cancel()
          }}
        />
      )}
      {uploads.refused.map(({ nombre, message }) => (
        <Aviso key={nombre} tone="danger" title={`No se agregó ${nombre}. ${message}`} className="mt-3" />
      ))}
      {imagenes.length > 0 ? (
        <ol className="mt-4">
          {imagenes.map((imagen, index) => (
            <ImagenRow
              key={imagen.archivo}
              imagen={imagen}
              place={index + 1}
              isLast={index === imagenes.length - 1}
              onDelete={ask}
            />
          ))}
        </ol>
      ) : (
        <div className="mt-4">
          <Empty title="Sin imágenes.">Mientras no agregues ninguna, la portada muestra carteles de ejemplo.</Empty>
        </div>
      )}
    </section>
  )
}

function Sending({ progress, onCancel }: { progress: Progress; onCancel: () => void }) {
  const { nombre, sent, total, place, count } = progress
  const isSent = sent >= total
  return (
    <div className="mt-3 text-14">
      <p className="font-semibold">{count > 1 ? `${nombre} (${place} de ${count})` : nombre}</p>
      <UploadBar
        nombre={nombre}
        sent={sent}
        total={total}
        text={isSent ? 'Guardando...' : `${formatMegas(sent)} de ${formatMegas(total)}`}
        onCancel={onCancel}
      />
    </div>
  )
}
