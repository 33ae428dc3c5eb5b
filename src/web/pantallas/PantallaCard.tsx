import { Copy, ScanEye, Trash2 } from 'lucide'
import { useId, useState } from 'react'
import { deletePantalla, identifyPantalla, renewEnlacePantalla, setEnTodas, setMuestra } from '#contract/pantallas.ts'
import type { Input } from '#contract/define.ts'
import type { PantallaPart } from '#contract/views/pantallas.ts'
import { enlacePath, ESCENAS, hasActo } from '#domain/pantalla.ts'
import { useCommandInPlace, useCommandWithToast } from '../api/useCommand.ts'
import { reasonOf } from '../api/useCommandForm.ts'
import { askDelete, RowAct, RowCommand } from '../parts/ActDialog.tsx'
import { EnlaceAccess } from '../parts/EnlaceAccess.tsx'
import { type Choices, Select, TextField } from '../ui/Field.tsx'
import { Pill } from '../ui/Pill.tsx'
import { Switch } from '../ui/Switch.tsx'
import { toast } from '../ui/toast.ts'
import { useChosen } from '../ui/useChosen.ts'

interface Props {
  readonly pantalla: PantallaPart
  readonly isConectada: boolean
  /** The categories by id, with the names that this page gives them. */
  readonly categorias: Choices
}

export function PantallaCard({ pantalla, isConectada, categorias }: Props) {
  const titleId = useId()
  const { id, nombre, clase, enlace, escena, categoriaId } = pantalla
  return (
    <article aria-labelledby={titleId} className="card flex min-w-0 flex-col gap-4 p-4 wrap-anywhere">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 id={titleId} className="min-w-0 text-22">
          {nombre}
        </h3>
        <Pill tone={isConectada ? 'go' : 'off'} text={isConectada ? 'Conectada' : 'Sin conexión'} />
        <p className="basis-full text-14 text-muted">{clase}</p>
      </div>
      {hasActo(clase, 'escena') && (
        <div className="grid gap-3 xs:grid-cols-2 [&>:nth-child(n+3)]:col-span-full">
          <Eleccion
            pantalla={pantalla}
            campo="Escena"
            options={ESCENAS.map((one) => [one, one] as const)}
            value={escena}
            toMuestra={(value) => ({ escena: ESCENAS.find((one) => one === value) })}
          />
          <Eleccion
            pantalla={pantalla}
            campo="Categoría"
            options={[['', 'La del turno'], ...categorias]}
            value={categoriaId ?? ''}
            toMuestra={(value) => ({ categoriaId: value || null })}
          />
          <MensajeField pantalla={pantalla} />
          <RowCommand
            act={`Poner ${nombre} en todas`}
            of=""
            icon={Copy}
            className="justify-self-start"
            command={setEnTodas}
            input={{ id }}
            about={`todas ${id}`}
            failed="Las pantallas no cambiaron."
            onDone={() => toast(`Todas las de la sala muestran lo de ${nombre}.`)}
          />
        </div>
      )}
      {hasActo(clase, 'adelantar') && <AdelantarSwitch pantalla={pantalla} />}
      <EnlaceAccess
        nombre={nombre}
        path={enlacePath(clase, enlace)}
        renew={{
          command: renewEnlacePantalla,
          input: { id },
          done: 'Enlace renovado.',
          text: `Los equipos que lo tienen abierto se quedan a oscuras hasta que abran el nuevo.${
            clase === 'Música' ? ' La música guardada en ellos se borra.' : ''
          }`,
        }}
      />
      <div className="flex flex-wrap gap-2 border-t border-line pt-3">
        {hasActo(clase, 'identificar') && (
          <RowCommand
            act="Identificar"
            of={nombre}
            icon={ScanEye}
            command={identifyPantalla}
            input={{ id }}
            about={`identificar ${id}`}
            failed="No se identificó."
            onDone={() => toast(`${nombre} muestra su nombre 10 segundos.`)}
          />
        )}
        <RowAct
          act="Eliminar"
          of={nombre}
          icon={Trash2}
          variant="danger"
          className="ml-auto"
          onClick={() =>
            askDelete({
              question: `¿Eliminar la pantalla ${nombre}?`,
              text: 'Los equipos que tienen abierto su enlace se quedan a oscuras.',
              command: deletePantalla,
              input: { id },
              failed: 'No se eliminó la pantalla.',
              done: 'Pantalla eliminada.',
            })
          }
        />
      </div>
    </article>
  )
}

interface EleccionProps extends Pick<Props, 'pantalla'> {
  readonly campo: string
  readonly options: Choices
  readonly value: string
  readonly toMuestra: (value: string) => Omit<Input<typeof setMuestra>, 'id'>
}

/** A choice of what a screen of the hall shows. It acts at once. */
function Eleccion({ pantalla: { id, nombre }, campo, options, value, toMuestra }: EleccionProps) {
  const set = useCommandWithToast(setMuestra, { about: `${campo} ${id}`, before: `${nombre} no cambió.` })
  const [shown, choose] = useChosen(value, set.busy)
  return (
    <Select
      label={campo}
      aria-label={`${campo} de ${nombre}`}
      aria-busy={set.busy || undefined}
      readOnly={set.busy}
      options={options}
      value={shown}
      onChange={({ target }) => {
        if (set.busy) return
        choose(target.value)
        void set.run({ id, ...toMuestra(target.value) })
      }}
    />
  )
}

/** The message of a screen, kept when the field is left or on Enter. */
function MensajeField({ pantalla: { id, nombre, mensaje } }: Pick<Props, 'pantalla'>) {
  const [typed, setTyped] = useState<string | null>(null)
  const set = useCommandInPlace(setMuestra, 'El mensaje no se guardó.')
  const save = async (): Promise<void> => {
    if (typed === null || typed === mensaje || !(await set.run({ id, mensaje: typed }))) return
    setTyped(null)
    toast('Mensaje guardado.')
  }
  return (
    <TextField
      label="Mensaje"
      aria-label={`Mensaje de ${nombre}`}
      isAlert
      value={typed ?? mensaje}
      readOnly={set.busy}
      error={set.problem ? reasonOf(set.problem) : undefined}
      onChange={({ target }) => {
        setTyped(target.value)
        set.clear()
      }}
      onBlur={() => void save()}
      onKeyDown={({ key }) => key === 'Enter' && void save()}
    />
  )
}

function AdelantarSwitch({ pantalla: { id, nombre, adelantar } }: Pick<Props, 'pantalla'>) {
  const set = useCommandWithToast(setMuestra, { about: `adelantar ${id}`, before: 'La pantalla no cambió.' })
  return (
    <Switch
      label={`Adelantar premios en ${nombre}`}
      description="Lee también el paso que sigue, marcado «Por anunciar», antes que la sala."
      checked={adelantar}
      busy={set.busy}
      onChange={(wanted) => void set.run({ id, adelantar: wanted })}
    />
  )
}
