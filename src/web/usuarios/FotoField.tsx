import { CircleCheck, Image, RefreshCw, X } from 'lucide'
import { useId, useRef } from 'react'
import type { PerfilPart } from '#contract/usuarios.ts'
import { Icon } from '../ui/Icon.tsx'
import { Aviso, Status } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { FileButton, UploadBar } from '../ui/FileButton.tsx'
import { Retrato } from './Retrato.tsx'
import type { Foto } from './fotoUpload.ts'

interface Props {
  readonly label: string
  readonly foto: Foto
  /** The person with the saved photo; absent before there is one. */
  readonly de?: PerfilPart
}

/** Chooses a photo and shows it, with the progress of its upload. */
export function FotoField({ label, foto: { upload, estado, isLocked }, de }: Props) {
  const hintId = useId()
  const field = useRef<HTMLDivElement>(null)
  // The buttons differ in each state: the focus stays in the field when a button is unmounted.
  const act = (run: () => void) => {
    field.current?.focus({ preventScroll: true })
    run()
  }
  const clear = () => act(() => upload.clear())
  const isChosen = estado.tipo === 'subiendo' || estado.tipo === 'lista'
  const preview = isChosen ? estado.preview : null
  return (
    <div ref={field} tabIndex={-1} className="outline-none">
      <div className="flex items-center gap-4">
        <Retrato
          src={preview ?? de?.fotoURL ?? null}
          de={de}
          className="size-16 text-24"
          alt={isChosen ? 'La foto que elegiste' : 'Tu foto'}
        />
        <div className="min-w-0">
          <FileButton
            label={label}
            icon={Image}
            accept="image/*"
            describedBy={hintId}
            className="max-xs:px-4 max-xs:[&>svg]:hidden"
            busy={isLocked}
            onChoose={([file]) => {
              if (file) upload.choose(file)
            }}
          />
          <p id={hintId} className="mt-1.5 text-14 text-muted">
            JPEG, PNG o WebP.
          </p>
        </div>
      </div>
      <Status>
        {estado.tipo === 'lista' && <Elegida nombre={estado.file.name} isLocked={isLocked} onClear={clear} />}
      </Status>
      {estado.tipo === 'subiendo' && (
        <div className="mt-2">
          <UploadBar
            nombre={estado.file.name}
            sent={estado.sent}
            total={estado.total}
            text={estado.isAgain ? 'Se perdió la conexión. Intentando otra vez...' : undefined}
            onCancel={clear}
          />
        </div>
      )}
      {estado.tipo === 'rechazada' && (
        <Aviso tone="danger" title={estado.message} className="mt-3">
          <span className="block break-words">{estado.file.name}</span>
          <span className="mt-2 flex flex-wrap gap-2">
            {estado.canRetry && (
              <Button size="dense" icon={RefreshCw} onClick={() => act(() => upload.choose(estado.file))}>
                Reintentar
              </Button>
            )}
            <Button size="dense" onClick={clear}>
              Seguir sin esta foto
            </Button>
          </span>
        </Aviso>
      )}
    </div>
  )
}

function Elegida({ nombre, isLocked, onClear }: { nombre: string; isLocked: boolean; onClear: () => void }) {
  return (
    <span className="mt-2 flex items-center justify-between gap-3 text-14">
      <span className="flex min-w-0 gap-2 text-go">
        <Icon of={CircleCheck} size={17} className="mt-px shrink-0" />
        <span className="min-w-0 break-words">
          <b>Lista:</b> {nombre}
        </span>
      </span>
      <Button
        variant="ghost"
        size="dense"
        aria-label="Quitar la foto elegida"
        icon={X}
        busy={isLocked}
        onClick={onClear}
      >
        Quitar
      </Button>
    </span>
  )
}
