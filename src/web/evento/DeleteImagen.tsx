import { deleteImagen } from '#contract/evento.ts'
import type { GaleriaPart } from '#contract/views/portada.ts'
import { useAgreed } from '../parts/useAgreed.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'

interface Props {
  readonly imagen: GaleriaPart['imagenes'][number]
  readonly onClose: (isGone: boolean) => void
}

export function DeleteImagen({ imagen: { archivo, url }, onClose }: Props) {
  const remove = useAgreed(deleteImagen, { failed: 'No se eliminó la imagen.', done: `Imagen eliminada: ${archivo}.` })
  return (
    <ConfirmDialog
      question={`¿Eliminar la imagen ${archivo}?`}
      act="Eliminar"
      busyText="Eliminando..."
      busy={remove.busy}
      danger
      problem={remove.problem}
      onCancel={() => onClose(false)}
      onAct={() => void remove.run({ archivo }, (isAsked) => isAsked && onClose(true))}
    >
      <img src={url} alt="" width="600" height="400" className="mb-3 aspect-3/2 w-full rounded-12 object-cover" />
      Deja de verse en la portada y su archivo se borra. No se puede deshacer.
    </ConfirmDialog>
  )
}
