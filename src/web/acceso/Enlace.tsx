import { CircleCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { readEnlace } from '#contract/acceso.ts'
import { useAnswer } from '../api/useAnswer.ts'
import { hrefTo } from '../paths.ts'
import { Umbral } from '../parts/Umbral.tsx'
import { Aviso } from '../ui/Aviso.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { ErrorState } from '../ui/Empty.tsx'
import { Loading } from '../ui/Loading.tsx'

interface Props {
  readonly token: string
  readonly tipo: 'configurar' | 'restablecer'
  readonly title: string
  /** What the link has brought about. */
  readonly done: string
  readonly children: (link: { nombre: string; onDone: () => void }) => ReactNode
}

/** A one-time link: first whether it still holds, then the form it is for, then the way to sign in. */
export function Enlace({ token, tipo, title, done, children }: Props) {
  return (
    <Umbral title={title}>
      <Opened key={token} token={token} tipo={tipo} done={done}>
        {children}
      </Opened>
    </Umbral>
  )
}

function Opened({ token, tipo, done, children }: Omit<Props, 'title'>) {
  const { answer, problem, again } = useAnswer(readEnlace, { token })
  const [isDone, setDone] = useState(false)

  if (isDone) {
    return (
      <div className="flex flex-col gap-5">
        <output className="flex gap-3 rounded-12 bg-go-soft px-4 py-3 text-15 font-bold text-go">
          <CircleCheck size={19} aria-hidden className="mt-0.5 shrink-0" />
          {done}
        </output>
        <a href={hrefTo('/acceder')} className={buttonClass('brand')}>
          Acceder
        </a>
      </div>
    )
  }
  if (problem?.status === 0) {
    return (
      <ErrorState title="No se pudo revisar el enlace" onRetry={again}>
        {problem.message}
      </ErrorState>
    )
  }
  if (problem || (answer && answer.tipo !== tipo)) {
    return (
      <Aviso tone="danger" title="Este enlace no sirve">
        {problem?.code === 'enlace.invalid' ? problem.message : 'Revisa que esté completo, o pide uno nuevo.'}
      </Aviso>
    )
  }
  if (!answer) return <Loading rows={3}>Revisando el enlace...</Loading>
  return children({ nombre: answer.nombre, onDone: () => setDone(true) })
}
