import { Check, CircleDot, Clock3, UserX } from 'lucide'
import { isPublicado } from '#domain/ajustes.ts'
import { DIAS, diaTitle, type Dia } from '#domain/dia.ts'
import type { Jornada } from '#domain/jornada.ts'
import { quedanOf, sigoOf, type DiaDeSigo, type Sigo as Seguido } from '#domain/sigo.ts'
import { resultados } from '#contract/views/calificaciones.ts'
import type { CategoriaHorarioPart } from '#contract/views/horario.ts'
import { portada } from '#contract/views/portada.ts'
import { filaDe } from '#contract/views/ruta.ts'
import { lastChangeOf, revisionOf } from '../live/openView.ts'
import { connection, feed, useView, useViews } from '../live/tab.ts'
import { Antes, Hora } from './Hora.tsx'
import { LugarLink } from './LugarLink.tsx'
import { ESTRELLA } from './Seguir.tsx'
import { useOtrosDias } from './useOtrosDias.ts'
import { pressSeguir, saveSeguidos, seguidos } from './seguidos.ts'
import { Icon } from '../ui/Icon.tsx'
import { KeepFocus } from '../ui/KeepFocus.tsx'
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
  const filaOf = useFilas(dia)
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
          <SeguidoItem key={seguido.id} seguido={seguido} zona={zona} fila={filaOf(seguido)} />
        ))}
      </ul>
    </section>
  )
}

/** The results of followed entries. Opens every day whose results are public: the server learns that an entry is followed, not which one. */
function useFilas(vivo: Dia): (seguido: Seguido) => ReturnType<typeof filaDe> {
  const publicado = useView(portada, {})?.publicado
  const days = useViews(
    resultados,
    DIAS.map((dia) => (publicado && isPublicado(publicado, dia) ? { dia } : undefined)),
  )
  return ({ id, categoriaId, dia }) => {
    const day = days.find((one) => one?.dia === (dia ?? vivo))
    return day && filaDe(day, { dia: day.dia, categoriaId, competidorId: id })
  }
}

interface ItemProps {
  readonly seguido: Seguido
  readonly zona: string
  readonly fila: ReturnType<typeof filaDe>
}

function SeguidoItem({ seguido, zona, fila }: ItemProps) {
  const { id, nombre, numero, titulo, dia, hora, cercania } = seguido
  const hasLugar = fila !== undefined && fila.lugar !== null
  const donde = [numero, dia && diaTitle(dia), titulo].filter((one) => one !== null).join(', ')
  return (
    <li>
      {(hora !== null || !hasLugar) && (
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
        {hasLugar && <LugarLink of={fila} />}
        {cercania !== null && !(hasLugar && cercania === 'Finalizado') && <Estado estado={cercania} />}
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
