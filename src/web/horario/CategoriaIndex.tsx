import { Check } from 'lucide'
import { memo } from 'react'
import type { Dia } from '#domain/dia.ts'
import { avanceOf } from '#domain/estatus.ts'
import { type Jornada } from '#domain/jornada.ts'
import type { CategoriaHorarioPart } from '#contract/views/horario.ts'
import { isOffline } from '../live/connection.ts'
import { connection } from '../live/tab.ts'
import { Hora } from './Hora.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useStore } from '../ui/store.ts'
import { captionId } from './ids.ts'

interface Props {
  readonly dia: Dia
  readonly categorias: Jornada<CategoriaHorarioPart>['categorias']
  readonly zona: string
}

/** Links to the categories of the day, with their progress. Wide screens only. */
export const CategoriaIndex = memo(function CategoriaIndex({ dia, categorias, zona }: Props) {
  return (
    <nav aria-labelledby="indice" className="card horario-index">
      <h2 id="indice" className="border-b border-line px-4 py-3 text-20">
        Categorías del {dia}
      </h2>
      <ul className="py-1">
        {categorias.map(({ categoria, renglones }) => {
          const avance = avanceOf(renglones)
          const isLive = avance.estado === 'viva'
          return (
            <li key={categoria.id}>
              <button
                type="button"
                aria-current={isLive || undefined}
                className={`flex min-h-11 w-full items-center gap-3 px-4 text-left text-14 font-semibold hover:bg-sunken ${isLive ? 'bg-live-row font-bold' : ''}`}
                onClick={() => goTo(categoria.id)}
              >
                <span className="num grid w-6 shrink-0 place-items-center text-16 text-muted">
                  {avance.estado === 'finalizada' && (
                    <>
                      <Icon of={Check} size={17} className="text-done" />
                      <span className="sr-only">Finalizada</span>
                    </>
                  )}
                  {isLive && <LiveMark />}
                  {(avance.estado === 'espera' || avance.estado === 'vacía') && categoria.orden}
                </span>
                <span className="grow py-1.5 leading-tight">{categoria.nombre}</span>
                {avance.hora !== null && <Hora instant={avance.hora} zona={zona} className="text-16 text-muted" />}
              </button>
            </li>
          )
        })}
      </ul>
    </nav>
  )
})

function LiveMark() {
  const state = useStore(connection)
  const isOld = state.isKept || isOffline(state)
  return (
    <>
      <span className={`pulse ${isOld ? 'bg-gold' : 'bg-live-edge'}`} aria-hidden />
      <span className="sr-only">{isOld ? 'Último turno conocido' : 'En vivo'}</span>
    </>
  )
}

function goTo(categoriaId: string): void {
  const caption = document.getElementById(captionId(categoriaId))
  caption?.scrollIntoView({ block: 'start' })
  caption?.focus({ preventScroll: true })
}
