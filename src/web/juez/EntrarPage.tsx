import { useState } from 'react'
import { enterAsJuez, readEnlaceJuez } from '#contract/jueces.ts'
import type { Sesion } from '#contract/sesion.ts'
import type { ApiProblem } from '../api/request.ts'
import { useCommand } from '../api/useCommand.ts'
import { session } from '../api/session.ts'
import { Umbral } from '../parts/Umbral.tsx'
import { homeOf, hrefTo, type Path } from '../paths.ts'
import { Redirect, type Params } from '../address.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { ErrorState, Loading } from '../ui/Empty.tsx'
import { useStore } from '../ui/store.ts'
import { TextLink } from '../ui/Button.tsx'
import { useMount } from '../ui/useMount.ts'

/** The page of a judge's link. Signs in at once; asks first when another person has a session in this browser. */
export function EntrarPage({ params: { token = '' } }: { params: Params }) {
  const sesion = useStore(session)
  return (
    <Umbral title="Entrar como juez">
      {sesion ? <Entering key={token} token={token} sesion={sesion} /> : <Opening />}
    </Umbral>
  )
}

function Entering({ token, sesion }: { token: string; sesion: Sesion }) {
  // The session changes when the judge enters. The page continues with the session before that.
  const [before] = useState(sesion)
  const [asked, setAsked] = useState<string>()
  /** Where the page leads at the end. In place of this address: the token stays neither in the address bar nor in the history. */
  const [home, setHome] = useState<Path>()
  const check = useCommand(readEnlaceJuez)
  const entering = useCommand(enterAsJuez)

  const enter = (): Promise<void> =>
    session.change(async () => {
      const juez = await entering.run({ token })
      if (!juez) return
      session.become({ role: 'juez', email: '', ...juez })
      setHome(homeOf('juez'))
    })

  async function begin(): Promise<void> {
    if (before.role === 'visitante') return enter()
    const enlace = await check.run({ token })
    if (!enlace) return
    if (before.role === 'juez' && before.id === enlace.id) return enter()
    setAsked(enlace.nombre)
  }
  useMount(() => void begin())

  if (home !== undefined) return <Redirect to={home} />
  if (asked !== undefined && before.role !== 'visitante') {
    return (
      <ConfirmDialog
        question={`¿Entrar como ${asked}?`}
        act="Entrar"
        busyText="Entrando..."
        busy={entering.busy}
        problem={entering.problem?.message}
        onAct={() => void enter()}
        onCancel={() => setHome(homeOf(before.role))}
      >
        En este navegador está abierta la sesión de {before.nombre}. Al entrar, se cierra.
      </ConfirmDialog>
    )
  }
  const problem = check.problem ?? entering.problem
  return problem ? <Refused problem={problem} onRetry={() => void begin()} /> : <Opening />
}

function Opening() {
  return <Loading rows={2}>Abriendo el enlace...</Loading>
}

/** A link that will never work says so; anything else can be tried again. */
function Refused({ problem, onRetry }: { problem: ApiProblem; onRetry: () => void }) {
  if (problem.code !== 'juez.enlaceInvalid' && problem.code !== 'input.invalid') {
    return (
      <ErrorState title="No se pudo abrir el enlace" onRetry={onRetry}>
        {problem.message}
      </ErrorState>
    )
  }
  return (
    <div className="flex flex-col gap-5">
      <Aviso tone="danger" title="Este enlace ya no sirve.">
        {problem.code === 'input.invalid'
          ? 'Está incompleto. Ábrelo otra vez o escanea el código QR.'
          : 'Pide a la organización el nuevo.'}
      </Aviso>
      <TextLink href={hrefTo('/')}>Ir al inicio</TextLink>
    </div>
  )
}
