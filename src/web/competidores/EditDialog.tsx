import { lazy, Suspense, useId, useRef } from 'react'
import { Loading } from '../ui/Loading.tsx'
import { useModal } from '../ui/useModal.ts'

const EditForm = lazy(async () => ({ default: (await import('./EditForm.tsx')).EditForm }))

interface Props {
  readonly competidorId: string
  readonly onClose: () => void
}

/** Changes an entry without leaving the desk. Its form is fetched when somebody first needs it. */
export function EditDialog({ competidorId, onClose }: Props) {
  const id = useId()
  const dialog = useModal()
  const cancel = useRef<HTMLButtonElement>(null)

  // What `Cancelar` does, and not while it does nothing.
  const giveUp = () => {
    if (cancel.current) cancel.current.click()
    else onClose()
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className="appear m-auto w-[min(100%-2rem,30rem)] rounded-20 border border-line bg-surface p-5 text-ink lifted sm:p-7"
      onCancel={(event) => {
        // A file picker that is closed without a file says the same, from within.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        giveUp()
      }}
      onClose={() => {
        // A browser closes what is asked to twice, whatever is said to it.
        giveUp()
        if (dialog.current?.open === false) dialog.current.showModal()
      }}
    >
      <h2 id={id} className="mb-5 text-30">
        Editar Competidor
      </h2>
      <Suspense fallback={<Loading>Abriendo...</Loading>}>
        <EditForm competidorId={competidorId} cancelRef={cancel} onClose={onClose} />
      </Suspense>
    </dialog>
  )
}
