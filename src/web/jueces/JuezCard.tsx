import { Ban, CircleCheck, Star } from 'lucide'
import { useId } from 'react'
import {
  createTokenJuez,
  renameJuez,
  renewEnlaceJuez,
  revokeTokenJuez,
  setJuezActivo,
  setJuezPrincipal,
} from '#contract/jueces.ts'
import type { Jueces, JuezPart } from '#contract/views/jueces.ts'
import { RowAct } from '../parts/ActDialog.tsx'
import { EnlaceAccess } from '../parts/EnlaceAccess.tsx'
import { SaveRow } from '../parts/SaveRow.tsx'
import { addressOf } from '../address.ts'
import { useCommandWithToast } from '../api/useCommand.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { Pill } from '../ui/Pill.tsx'
import { Switch } from '../ui/Switch.tsx'
import { TextField } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import { Asignacion } from './Asignacion.tsx'
import { showSecret } from '../ui/SecretDialog.tsx'

export function JuezCard({ juez, categorias }: { juez: JuezPart; categorias: Jueces['categorias'] }) {
  const id = useId()
  const { nombre, activo, principal } = juez
  return (
    <article aria-labelledby={id} className="card flex min-w-0 break-inside-avoid wrap-anywhere flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={id} className="min-w-0 grow basis-28 text-24">
          {nombre}
        </h2>
        <span className="flex flex-wrap gap-2 print:hidden">
          {principal && <Pill tone="info" icon={Star} strokeWidth={2} text="Juez principal" />}
          {activo ? (
            <Pill tone="go" icon={CircleCheck} strokeWidth={2} text="Activo" />
          ) : (
            <Pill tone="off" icon={Ban} strokeWidth={2} text="Desactivado" />
          )}
        </span>
      </div>
      <JuezAccess juez={juez} />
      <div className="grid gap-4 border-t border-line pt-4 print:hidden">
        <Switches juez={juez} />
        <NombreForm juez={juez} />
      </div>
      <div className="grid gap-3 border-t border-line pt-3 print:hidden">
        <Asignacion juez={juez} categorias={categorias} />
        <TokenRow juez={juez} />
      </div>
    </article>
  )
}

/** The personal link of a judge. */
function JuezAccess({ juez: { id, nombre, activo, enlace } }: { juez: JuezPart }) {
  return (
    <EnlaceAccess
      nombre={nombre}
      path={enlace && `/#${addressOf('/juez/:token', { token: enlace })}`}
      renew={{
        command: renewEnlaceJuez,
        input: { id },
        done: `Enlace de ${nombre} renovado.`,
        text: 'Se cierran las sesiones que abrió. Lo que sus tabletas tengan sin enviar espera en ellas hasta que abran el enlace nuevo.',
      }}
    >
      {!enlace && <p className="text-15 text-muted">Todavía no tiene enlace. {!activo && 'Actívalo y lo tendrá.'}</p>}
      {enlace && !activo && <p className="text-14 text-muted">No abre hasta que actives a {nombre}.</p>}
    </EnlaceAccess>
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
          if (await activate.run({ id, activo: wanted })) toast(`${nombre} ya ${wanted ? '' : 'no '}puede entrar.`)
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
    <SaveRow form={form} save="Guardar nombre" label={`Guardar nombre de ${nombre}`}>
      <TextField label="Nombre" {...form.field('nombre')} />
    </SaveRow>
  )
}

/** The API token of a judge, for another app of judges. */
function TokenRow({ juez: { id, nombre, activo, tieneToken } }: { juez: JuezPart }) {
  const create = useCommandWithToast(createTokenJuez, { about: `token ${id}`, before: 'No se creó el token.' })
  const revoke = useCommandWithToast(revokeTokenJuez, { about: `token ${id}`, before: 'No se revocó el token.' })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 grow basis-40 text-14 text-muted">
        {tieneToken ? 'Otra aplicación tiene su token.' : 'Para calificar desde otra aplicación.'}
      </p>
      {/* One button for both acts: it keeps the focus when one takes the place of the other. */}
      <span>
        <RowAct
          act={tieneToken ? 'Revocar token' : 'Crear token'}
          of={`de ${nombre}`}
          variant={tieneToken ? 'danger' : 'outline'}
          reason={!tieneToken && !activo && 'Actívalo primero.'}
          busy={create.busy || revoke.busy}
          busyText={revoke.busy ? 'Revocando...' : 'Creando token...'}
          onClick={async () => {
            if (tieneToken) {
              if (await revoke.run({ id })) toast(`Token de ${nombre} revocado.`)
              return
            }
            const created = await create.run({ id })
            if (created) showToken(nombre, created.token)
          }}
        />
      </span>
    </div>
  )
}

function showToken(nombre: string, token: string): void {
  showSecret({
    title: `Token de ${nombre}`,
    label: 'Token',
    secret: token,
    copied: 'Token copiado.',
    text: (
      <>
        La otra aplicación lo envía como <code>Authorization: Bearer</code> y califica en nombre de {nombre}. Cópialo
        ahora: no se vuelve a mostrar.
      </>
    ),
  })
}
