import { Check, CircleDot, Clock3, UserX } from 'lucide'
import { DIAS, diaTitle, type Dia } from '#domain/dia.ts'
import type { Jornada } from '#domain/horario.ts'
import { quedanOf, sigoOf, type DiaDeSigo, type Sigo as Seguido } from '#domain/sigo.ts'
import type { CategoriaHorarioPart } from '#contract/views/horario.ts'
import { lastChangeOf, revisionOf } from '../live/openView.ts'
import { connection, feed } from '../live/tab.ts'
import { Antes, Hora } from '../parts/Hora.tsx'
import { useOtrosDias } from '../parts/useOtroDia.ts'
import { saveSeguidos, seguidos } from '../parts/seguidos.ts'
import { Pill } from '../ui/Pill.tsx'
import { useStore } from '../ui/store.ts'
import { useTell } from '../ui/useTell.ts'

interface Props {
  /** The live day. */
  readonly dia: Dia
  readonly categorias: Jornada<CategoriaHorarioPart>['categorias']
  readonly zona: string
}

/** The followed entries of every day. The server learns that an entry is followed, not which one: all other days are opened. */
export function Sigo({ dia, categorias, zona }: Props) {
  const ids = useStore(seguidos)
  const { estado } = useStore(connection)
  const otros = useOtrosDias(DIAS.map((one) => (one === dia ? undefined : one)))
  const dias = DIAS.map((one, index): DiaDeSigo => {
    const isLive = one === dia
    return { dia: one, isLive, categorias: isLive ? categorias : otros[index] }
  })
  const shown = sigoOf(ids, dias)
  // The device keeps the live day alone.
  const isAway = estado === 'sin conexión' && shown.length < ids.length
  const quedan = estado === 'en vivo' ? quedanOf(ids, dias) : ids
  // A view that lacks a change may not have yet what another one has no more.
  const views = [...feed.views.values()]
  const isSettled = lastChangeOf(views) <= revisionOf(views) && !views.some(({ isBehind }) => isBehind)
  useTell(isSettled && quedan.length < ids.length, (hasGone) => {
    if (hasGone) saveSeguidos(quedan)
  })
  return (
    <section aria-labelledby="sigo" className="sigo" style={{ '--filas': isAway ? shown.length : ids.length }}>
      <h2 id="sigo" className="mb-2 text-24">
        Sigo
      </h2>
      {isAway && <p className="text-15 text-muted">Los de otros días se verán cuando vuelva la señal.</p>}
      <ul className="card empty:hidden">
        {shown.map((seguido) => (
          <SeguidoItem key={seguido.id} seguido={seguido} zona={zona} />
        ))}
      </ul>
    </section>
  )
}

function SeguidoItem({ seguido, zona }: { seguido: Seguido; zona: string }) {
  const { nombre, numero, titulo, dia, hora, cercania } = seguido
  const donde = [numero, dia && diaTitle(dia), titulo].filter((one) => one !== null).join(', ')
  return (
    <li>
      <Hora
        instant={hora}
        zona={zona}
        className={hora === null ? 'text-18 text-muted' : 'text-[calc(1.4375*var(--t))]'}
      />
      <span className="sigo-nombre">
        <span className="block leading-tight font-semibold">{nombre}</span>{' '}
        <span className="block text-14 text-muted">
          {donde}
          <Antes of={seguido} />
        </span>
      </span>
      {cercania !== null && <Estado estado={cercania} />}
    </li>
  )
}

function Estado({ estado }: { estado: string }) {
  if (estado === 'En pista') return <Pill tone="go" icon={CircleDot} text={estado} />
  if (estado === 'Finalizado') return <Pill tone="done" icon={Check} text={estado} />
  const isWaiting = /^(?:Sigue|Faltan)/.test(estado)
  return <Pill tone={isWaiting ? 'wait' : 'off'} icon={isWaiting ? Clock3 : UserX} text={estado} />
}
