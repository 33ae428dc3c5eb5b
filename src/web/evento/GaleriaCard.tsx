import { ImagePlus } from 'lucide'
import { Fragment, useRef, useState, type ReactNode } from 'react'
import { addImagen, deleteImagen, moveImagen } from '#contract/evento.ts'
import type { Portada } from '#contract/views/portada.ts'
import { ApiProblem } from '../api/request.ts'
import { useCommandWithToast } from '../api/useCommand.ts'
import { session } from '../api/session.ts'
import { askDelete } from '../parts/ActDialog.tsx'
import { readImage, sendImage } from '../api/imageUpload.ts'
import { DeleteButton, MoveButtons } from '../parts/RowButtons.tsx'
import { Aviso } from '../ui/Aviso.tsx'
import { Empty } from '../ui/Empty.tsx'
import { FileButton, UploadBar } from '../ui/FileButton.tsx'
import { toast } from '../ui/toast.ts'
import { setUnderway } from '../ui/unsaved.ts'
import { useIsMounted } from '../ui/useMount.ts'

type Imagen = Portada['imagenes'][number]

/** The images of the home page, in their order. */
export function GaleriaCard({ imagenes }: { imagenes: readonly Imagen[] }) {
  const uploads = useUploads()
  const card = useRef<HTMLElement>(null)
  const ask = ({ archivo, url }: Imagen): void =>
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
        Pasan solas cada 3 segundos, en este orden. JPEG, PNG o WebP; se ven mejor en 3:2. El lector de pantalla lee el
        nombre del archivo: usa uno como gran_final.jpg.
      </p>
      <FileButton
        label="Agregar imagen"
        icon={ImagePlus}
        accept="image/*"
        multiple
        busy={uploads.progress !== null}
        className="w-full"
        onChoose={(files) => void uploads.add(files)}
      />
      {uploads.progress && (
        <div className="mt-3 text-14">
          <p className="font-semibold">{uploads.progress.title}</p>
          <UploadBar
            {...uploads.progress}
            onCancel={() => {
              // The button is unmounted: the focus stays in the card.
              card.current?.focus({ preventScroll: true })
              uploads.cancel()
            }}
          />
        </div>
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

/** The longest side of a sent image, in pixels. */
const MAX_SIDE = 2_400

interface Progress {
  readonly nombre: string
  /** The name of the file, with its place among several. */
  readonly title: string
  readonly sent: number
  readonly total: number
}

/**
 * Uploads images one at a time, so that they keep the order in which they were chosen. The uploads continue after the
 * screen closes, and stop when the session ends.
 */
function useUploads() {
  /** The running upload; null when there is none. */
  const [progress, setProgress] = useState<Progress | null>(null)
  /** The images of the last choice that failed, with the reason. */
  const [refused, setRefused] = useState<readonly { readonly nombre: string; readonly message: string }[]>([])
  const running = useRef<AbortController>(null)
  const isMounted = useIsMounted()

  async function add(files: readonly File[]): Promise<void> {
    running.current = new AbortController()
    const { signal } = running.current
    const isSame = session.samePerson()
    const isOver = () => signal.aborted || !isSame()
    setRefused([])
    setUnderway(signal, true)
    for (const [index, file] of files.entries()) {
      const place = files.length > 1 ? ` (${index + 1} de ${files.length})` : ''
      const one = { nombre: file.name, title: `${file.name}${place}` }
      setProgress({ ...one, total: file.size, sent: 0 })
      // WebP keeps transparency.
      const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp'
      const image = await readImage(file, addImagen, { side: MAX_SIDE, type })
      if (isOver()) break
      const onSent = (sent: number): void => setProgress({ ...one, total: image.bytes.size, sent })
      try {
        if ((await sendImage(addImagen, image, { signal, onSent })) === null || isOver()) break
        toast(`Imagen agregada: ${file.name}.`)
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        if (isOver()) break
        if (isMounted.current) setRefused((before) => [...before, { nombre: file.name, message: error.message }])
        else toast(`No se agregó ${file.name}. ${error.message}`, { tone: 'danger' })
      }
    }
    setUnderway(signal, false)
    setProgress(null)
  }
  return { progress, refused, add, cancel: () => running.current?.abort() }
}

interface ImagenRowProps {
  readonly imagen: Imagen
  readonly place: number
  readonly isLast: boolean
  readonly onDelete: (imagen: Imagen) => void
}

function ImagenRow({ imagen, place, isLast, onDelete }: ImagenRowProps) {
  const { archivo, url } = imagen
  const move = useCommandWithToast(moveImagen, { about: `orden ${archivo}`, before: 'No se cambió el orden.' })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line py-2 text-14 wrap-anywhere not-first:border-t">
      <span className="num w-5 text-18">{place}</span>
      <img
        src={url}
        alt=""
        width="72"
        height="48"
        loading="lazy"
        className="h-12 w-18 rounded-8 bg-sunken object-cover"
      />
      {/* On a phone the name stands on a line of its own. */}
      <span className="min-w-0 flex-1 font-semibold max-sm:order-last max-sm:basis-full">{breakable(archivo)}</span>
      <span className="ml-auto flex">
        <MoveButtons
          nombre={archivo}
          isFirst={place === 1}
          isLast={isLast}
          busy={move.busy}
          onMove={async (direccion) => (await move.run({ archivo, direccion })) !== undefined}
        />
        <DeleteButton nombre={archivo} onClick={() => onDelete(imagen)} />
      </span>
    </li>
  )
}

/** Lets a file name break between its words and before its extension. */
function breakable(archivo: string): ReactNode {
  return archivo.split(/(?<=_)|(?=\.)/).map((word, index) => (
    // The words of a name never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      <wbr />
      {word}
    </Fragment>
  ))
}
