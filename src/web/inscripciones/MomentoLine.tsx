import type { MiInscripcion } from '#contract/inscripciones.ts'
import { resultados, type Resultados } from '#contract/views/calificaciones.ts'
import { horario, type CategoriaHorarioPart } from '#contract/views/horario.ts'
import { portada } from '#contract/views/portada.ts'
import { filaDe } from '#contract/views/ruta.ts'
import { diaTitle, type Dia } from '#domain/dia.ts'
import { cercaniasOf, type Renglon } from '#domain/estatus.ts'
import { turnoTitle } from '#domain/numero.ts'
import { useView } from '../live/tab.ts'
import { Antes, Hora } from '../horario/Hora.tsx'
import { LugarLink } from '../horario/LugarLink.tsx'
import { useOtrosDias } from '../horario/useOtrosDias.ts'
import { useJornada } from '../horario/useJornada.ts'

/** What the schedule and the results of a day say, as far as they have loaded. */
export interface DiaDeInscripciones {
  readonly isLive: boolean
  readonly renglones: readonly Renglon[] | undefined
  readonly cercanias: ReadonlyMap<string, string | null> | undefined
  readonly results: Resultados | undefined
  readonly zona: string | undefined
}

/** Opens the schedule and the results of a day: of the live day its times, of another one its order. */
export function useDiaDeInscripciones(dia: Dia): DiaDeInscripciones {
  const home = useView(portada, {})
  // Before the clock is set no day is live, and the schedule shows the active one.
  const activo = home && (home.dia ?? dia)
  const mayBeLive = activo === dia
  const live = useView(horario, mayBeLive ? {} : undefined)
  const vivo = mayBeLive ? live?.dia : activo
  const isLive = vivo === dia
  const jornada = useJornada<CategoriaHorarioPart>(live)
  const [other] = useOtrosDias([vivo && !isLive ? dia : undefined])
  const results = useView(resultados, { dia })
  const categorias = isLive ? jornada?.categorias : other
  const renglones = categorias?.flatMap((categoria) => categoria.renglones)
  const cercanias = renglones && cercaniasOf(renglones, isLive)
  return { isLive, renglones, cercanias, results, zona: home?.evento.zonaHoraria }
}

interface Props {
  readonly one: MiInscripcion & { readonly dia: Dia }
  readonly of: DiaDeInscripciones
}

/** When an entry competes and, once its results are visible, its place. Keeps its height while they load. */
export function MomentoLine({ one: { id, dia, categoriaId }, of }: Props) {
  const { isLive, renglones, cercanias, results, zona = '' } = of
  const renglon = renglones?.find(({ competidor }) => competidor.id === id)
  const fila = results && filaDe(results, { dia, categoriaId, competidorId: id })
  return (
    <>
      {' '}
      <span className="mt-1 flex min-h-6 flex-wrap items-baseline gap-x-3 font-semibold text-ink">
        {renglon && (
          <>
            <span>{turnoTitle(renglon.competidor, renglon.turno)}</span>{' '}
            <span>
              {!isLive && `${diaTitle(dia)}, `}
              <Hora instant={renglon.hora} zona={zona} />
              <Antes of={renglon} />
            </span>{' '}
            {cercanias?.get(id) && <span>{cercanias.get(id)}</span>}
          </>
        )}
      </span>{' '}
      {fila && fila.lugar !== null && <LugarLink of={fila} />}
    </>
  )
}
