import { Check, CircleDot, Clock3, UserX } from 'lucide'
import type { ReactNode } from 'react'
import { diasPublicados } from '#domain/ajustes.ts'
import { DIAS, diaTitle, type Dia } from '#domain/dia.ts'
import type { Jornada } from '#domain/jornada.ts'
import { quedanOf, sigoOf, type DiaDeSigo, type Sigo as Seguido } from '#domain/sigo.ts'
import type { CategoriaHorarioPart } from '#contract/views/horario.ts'
import { portada } from '#contract/views/portada.ts'
import { lastChangeOf, revisionOf } from '../live/openView.ts'
import { connection, feed, useView } from '../live/tab.ts'
import { Antes, Hora } from './Hora.tsx'
import { Later } from '../parts/Later.tsx'
import { ESTRELLA } from './Seguir.tsx'
import { useOtrosDias } from './useOtroDia.ts'
import { pressSeguir, saveSeguidos, seguidos } from './seguidos.ts'
import { Icon } from '../ui/Icon.tsx'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { Pill } from '../ui/Pill.tsx'
import { useStore } from '../ui/store.ts'
import { useTell } from '../ui/useTell.ts'
import type { LugarOf } from './Lugares.tsx'

const Lugares = lazyPart(async () => (await import('./Lugares.tsx')).Lugares)

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
  const publicado = useView(portada, {})?.publicado
  const arePublic = publicado !== undefined && diasPublicados(publicado).length > 0
  // The device keeps the live day alone.
  const isAway = estado === 'sin conexión' && shown.length < ids.length
  const quedan = estado === 'en vivo' ? quedanOf(ids, dias) : ids
  // A view that lacks a change may not have yet what another one has no more.
  const views = [...feed.views.values()]
  const isSettled = lastChangeOf(views) <= revisionOf(views) && !views.some(({ isBehind }) => isBehind)
  useTell(isSettled && quedan.length < ids.length, (hasGone) => {
    if (hasGone) saveSeguidos(quedan)
  })
  const lista = (lugarOf?: LugarOf) => (
    <ul className="card empty:hidden">
      {shown.map((seguido) => (
        <SeguidoItem key={seguido.id} seguido={seguido} zona={zona} lugar={lugarOf?.(seguido)} />
      ))}
    </ul>
  )
  return (
    <section aria-labelledby="sigo" className="sigo" style={{ '--filas': isAway ? shown.length : ids.length }}>
      <h2 id="sigo" className="mb-2 text-24">
        Sigo
      </h2>
      {isAway && <p className="text-15 text-muted">Los de otros días se verán cuando vuelva la señal.</p>}
      {arePublic ? (
        <Later place={lista()}>
          <Lugares dia={dia}>{lista}</Lugares>
        </Later>
      ) : (
        lista()
      )}
    </section>
  )
}

interface ItemProps {
  readonly seguido: Seguido
  readonly zona: string
  /** Its place, once it has one that is public. */
  readonly lugar: ReactNode
}

function SeguidoItem({ seguido, zona, lugar }: ItemProps) {
  const { id, nombre, numero, titulo, dia, hora, cercania } = seguido
  const donde = [numero, dia && diaTitle(dia), titulo].filter((one) => one !== null).join(', ')
  return (
    <li>
      {(hora !== null || !lugar) && (
        <Hora
          instant={hora}
          zona={zona}
          className={`sigo-hora ${hora === null ? 'text-18 text-muted' : 'text-[calc(1.4375*var(--t))]'}`}
        />
      )}
      <span className="sigo-nombre" style={{ '--letters': nombre.length }}>
        {nombre}
      </span>{' '}
      <span className="sigo-donde">{donde}</span>
      <Antes of={seguido} className="sigo-antes" />
      <span className="sigo-estado">
        {lugar}
        {cercania !== null && !(lugar && cercania === 'Finalizado') && <Estado estado={cercania} />}
      </span>
      <KeepFocus className="contents">
        <button
          type="button"
          aria-label={`Dejar de seguir ${nombre}`}
          className="seguir"
          data-on
          onClick={() => pressSeguir(id)}
        >
          <Icon of={ESTRELLA} size={19} />
        </button>
      </KeepFocus>
    </li>
  )
}

function Estado({ estado }: { estado: string }) {
  if (estado === 'En pista') return <Pill tone="go" icon={CircleDot} text={estado} />
  if (estado === 'Finalizado') return <Pill tone="done" icon={Check} text={estado} />
  const isWaiting = /^(?:Sigue|Faltan)/.test(estado)
  return <Pill tone={isWaiting ? 'wait' : 'off'} icon={isWaiting ? Clock3 : UserX} text={estado} />
}
