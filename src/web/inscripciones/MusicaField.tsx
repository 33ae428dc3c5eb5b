import { FileX, LogIn, Music, RefreshCw, Upload, WifiOff, type IconNode } from 'lucide'
import { useId, type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import { finalCortadoText, formatDuracion } from '#domain/musica.ts'
import { session } from '../api/session.ts'
import { hrefTo } from '../paths.ts'
import { Icon } from '../ui/Icon.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { FieldError } from '../ui/Field.tsx'
import { FileButton, formatMegas, UploadBar } from '../ui/FileButton.tsx'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import { Status } from '../ui/Aviso.tsx'
import { pausaText, type MusicaUploadEstado, type MusicaUpload } from './musicaUpload.ts'

interface Props {
  readonly upload: MusicaUpload
  readonly estado: MusicaUploadEstado
  /** What happens when no track is chosen; absent where one is required. */
  readonly nota?: string | undefined
  readonly error?: string | undefined
  /** A screen reader announces the error: no error of an earlier field is announced. */
  readonly isAlert: boolean
  /** The form is being sent: the track cannot change. */
  readonly isLocked: boolean
}

/** The field for the track of an entry, with the state of its upload. */
export function MusicaField({ upload, estado, nota, error, isAlert, isLocked }: Props) {
  const id = useId()
  const choose = ([file]: File[]) => {
    if (file) upload.choose(file)
  }
  const acts: Acts = { id, upload, picker: { accept: '.mp3', busy: isLocked, onChoose: choose } }
  return (
    <fieldset className="min-w-0 outline-none">
      <legend id={`${id}-legend`} className="mb-1.5 text-15 font-semibold">
        Música (.mp3)
      </legend>
      {/* As high as its highest state, so that the controls below do not move when the upload ends. */}
      <div className="grid min-h-36 grid-cols-1">
        {estado.tipo === 'ninguna' && <Ninguna {...acts} nota={nota} hasError={Boolean(error)} />}
        {estado.tipo === 'subiendo' && <Subiendo {...acts} estado={estado} />}
        {estado.tipo === 'pausa' && <Pausa {...acts} estado={estado} />}
        {estado.tipo === 'rechazada' && <Rechazada {...acts} estado={estado} />}
        <Status>{estado.tipo === 'lista' && <Lista {...acts} estado={estado} />}</Status>
        {error && estado.tipo === 'ninguna' && <FieldError error={error} isAlert={isAlert} />}
      </div>
    </fieldset>
  )
}

interface Acts {
  /** The id of the field. */
  readonly id: string
  readonly upload: MusicaUpload
  readonly picker: Pick<ComponentProps<typeof FileButton>, 'accept' | 'busy' | 'onChoose'>
}

type In<T extends MusicaUploadEstado['tipo']> = Acts & {
  readonly estado: Extract<MusicaUploadEstado, { readonly tipo: T }>
}

function Ninguna({ id, picker, nota, hasError }: Acts & { nota: string | undefined; hasError: boolean }) {
  return (
    <KeepFocus
      className={`rounded-12 border border-dashed p-4 ${hasError ? 'border-2 border-danger' : 'border-control'}`}
    >
      <FileButton {...picker} label="Música (.mp3)" icon={Upload} describedBy={`${id}-hint`} />
      <p id={`${id}-hint`} className="mt-2 text-14 text-muted">
        Hasta 30&nbsp;MB, entre 1&nbsp;s y 15&nbsp;min.
        {nota && ` ${nota}`}
      </p>
    </KeepFocus>
  )
}

function Subiendo({ estado: { file, sent, quedan }, upload }: In<'subiendo'>) {
  const progress = `Subiendo: ${formatMegas(sent)} de ${formatMegas(file.size)}${quedan ? `, quedan ${quedan}` : ''}`
  return (
    <StateBox icon={Music} title={file.name}>
      <UploadBar
        nombre={file.name}
        sent={sent}
        total={file.size}
        text={sent >= file.size ? 'Revisando la música...' : progress}
        onCancel={() => upload.clear()}
      />
    </StateBox>
  )
}

function Pausa({ estado: { file, sent, isBlocked }, upload }: In<'pausa'>) {
  return (
    <StateBox
      icon={WifiOff}
      look="bg-wait-soft text-wait"
      title={`Subida en pausa al ${Math.floor((sent / Math.max(file.size, 1)) * 100)} %`}
    >
      <p>{pausaText(isBlocked)}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="dense" icon={RefreshCw} onClick={upload.resume}>
          Reintentar ahora
        </Button>
        <Button size="dense" variant="ghost" onClick={() => upload.clear()}>
          Cancelar
        </Button>
      </div>
    </StateBox>
  )
}

function Rechazada({ id, picker, estado: { title, text, needsSignIn } }: In<'rechazada'>) {
  return (
    <StateBox icon={needsSignIn ? LogIn : FileX} look="border-2 border-danger" title={title} isAlert>
      <p className="text-danger">{text}</p>
      <div className="mt-3">
        {needsSignIn ? (
          <a href={hrefTo('/acceder')} className={buttonClass()} onClick={goToAcceder}>
            Acceder
          </a>
        ) : (
          <FileButton {...picker} label="Elegir otro archivo" icon={Upload} groupId={`${id}-legend`} />
        )}
      </div>
    </StateBox>
  )
}

function Lista({ id, picker, estado: { file, duracion, isCut } }: In<'lista'>) {
  return (
    <StateBox icon={Music} title={file.name}>
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span>
          <b className="text-go">Lista</b>
          {duracion !== null && !isCut && `, dura ${formatDuracion(duracion)}`}, {formatMegas(file.size)}
          {isCut && <span className="block text-wait">{finalCortadoText(duracion ?? 0)}</span>}
        </span>
        <FileButton {...picker} label="Cambiar" variant="ghost" size="dense" groupId={`${id}-legend`} />
      </span>
    </StateBox>
  )
}

/** Loads the session first: `/acceder` redirects a person while the page takes them for signed in. */
function goToAcceder(event: MouseEvent): void {
  event.preventDefault()
  void session.load().then(() => location.assign(hrefTo('/acceder')))
}

interface StateBoxProps {
  readonly icon: IconNode
  readonly title: string
  readonly look?: string
  readonly isAlert?: boolean
  readonly children: ReactNode
}

/** Each state has controls of its own: the field takes the focus when they unmount. */
function StateBox({ icon, title, look = 'border border-line bg-surface', isAlert, children }: StateBoxProps) {
  return (
    <KeepFocus className={`flex gap-3 rounded-12 p-4 text-14 ${look}`}>
      <span aria-hidden className="grid size-11 shrink-0 place-items-center rounded-10 bg-brand-soft text-link">
        <Icon of={icon} size={19} />
      </span>
      <span role={isAlert ? 'alert' : undefined} className="block min-w-0 grow">
        <b className="block text-15 break-words">{title}</b>
        {children}
      </span>
    </KeepFocus>
  )
}
