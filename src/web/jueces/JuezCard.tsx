import { Ban, CircleCheck } from '../ui/frameIcons.tsx'
import { Star } from '../ui/icons.ts'
import { useId } from 'react'
import { renameJuez, setJuezActivo, setJuezPrincipal } from '#contract/jueces.ts'
import type { Jueces, JuezPart } from '#contract/views/jueces.ts'
import { useCommandWithToast } from '../api/useCommand.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { Button } from '../ui/Button.tsx'
import { Pill } from '../ui/Pill.tsx'
import { Switch } from '../ui/Switch.tsx'
import { TextField } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'
import { Asignacion } from './Asignacion.tsx'
import { JuezAccess } from './JuezAccess.tsx'
import { TokenRow } from './TokenRow.tsx'

export function JuezCard({ juez, categorias }: { juez: JuezPart; categorias: Jueces['categorias'] }) {
  const id = useId()
  const { nombre, activo, principal } = juez
  return (
    <article aria-labelledby={id} className="juez-card card flex min-w-0 flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={id} className="min-w-0 grow basis-28 text-24">
          {nombre}
        </h2>
        <span className="juez-screen flex flex-wrap gap-2">
          {principal && <Pill tone="info" icon={Star} strokeWidth={2} text="Juez principal" />}
          {activo ? (
            <Pill tone="go" icon={CircleCheck} strokeWidth={2} text="Activo" />
          ) : (
            <Pill tone="off" icon={Ban} strokeWidth={2} text="Desactivado" />
          )}
        </span>
      </div>
      <JuezAccess juez={juez} />
      <div className="juez-screen grid gap-4 border-t border-line pt-4">
        <Switches juez={juez} />
        <NombreForm juez={juez} />
      </div>
      <div className="juez-screen grid gap-3 border-t border-line pt-3">
        <Asignacion juez={juez} categorias={categorias} />
        <TokenRow juez={juez} />
      </div>
    </article>
  )
}

function Switches({ juez: { id, nombre, activo, principal } }: { juez: JuezPart }) {
  const activate = useCommandWithToast(setJuezActivo, {
    about: `activo ${id}`,
    before: `No se ${activo ? 'desactivó' : 'activó'} a ${nombre}.`,
  })
  const lead = useCommandWithToast(setJuezPrincipal, { about: `principal ${id}`, before: `No se cambió a ${nombre}.` })
  return (
    <>
      <Switch
        label="Activo"
        description={activo ? 'Puede entrar y calificar.' : 'Su enlace no abre y sus sesiones terminaron.'}
        checked={activo}
        busy={activate.busy}
        onChange={async (wanted) => {
          const done = await activate.run({ id, activo: wanted })
          if (done) toast(`${nombre} ya ${wanted ? '' : 'no '}puede entrar.`)
        }}
      />
      <Switch
        label="Juez principal"
        description="Cierra categorías, reabre calificaciones y decide las tardías."
        checked={principal}
        busy={lead.busy}
        onChange={(wanted) => void lead.run({ id, principal: wanted })}
      />
    </>
  )
}

function NombreForm({ juez: { id, nombre } }: { juez: JuezPart }) {
  const form = useCommandForm(renameJuez, {
    initial: { nombre },
    toInput: (typed) => ({ id, ...typed }),
    failed: 'No se guardó el nombre.',
    onDone: () => toast('Nombre guardado.'),
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="juez-name">
      <TextField
        label="Nombre"
        autoComplete="off"
        isAlert
        {...form.field('nombre')}
        error={form.field('nombre').error ?? form.fault ?? undefined}
      />
      {/* At the height of the input, below its label. */}
      <span className="juez-name-act">
        <Button
          type="submit"
          variant={form.changed ? 'brand' : 'outline'}
          aria-label={`Guardar nombre de ${nombre}`}
          busy={form.busy}
          busyText="Guardando..."
        >
          Guardar nombre
        </Button>
      </span>
      <UnsavedGuard isUnsaved={form.isUnsaved} />
    </form>
  )
}
