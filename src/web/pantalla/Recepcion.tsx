import { CloudUpload } from 'lucide'
import { memo, useCallback, useState } from 'react'
import { tituloOf } from '#domain/categoria.ts'
import type { Renglon } from '#domain/estatus.ts'
import {
  faltanOf,
  matchesEnPuerta,
  porLlegarOf,
  toqueAfter,
  toquesOf,
  type CategoriaPorLlegar,
  type Toque,
} from '#domain/llegada.ts'
import { turnoTitle } from '#domain/numero.ts'
import { joinNombres } from '#domain/plural.ts'
import { retiroTitle } from '#domain/retiro.ts'
import { UNSEEN_MS } from '#domain/turno.ts'
import type { CategoriaHorarioPart, CompetidorPublico, Horario } from '#contract/views/horario.ts'
import type { LlegadasPart } from '#contract/views/pantallas.ts'
import { Antes, Hora } from '../horario/Hora.tsx'
import { Titulo } from '../horario/Titulo.tsx'
import { useJornada } from '../horario/useJornada.ts'
import { clock } from '../live/tab.ts'
import { RetiroPill } from '../parts/EstadoPill.tsx'
import { Empty, Loading } from '../ui/Empty.tsx'
import { Icon } from '../ui/Icon.tsx'
import { KeepPlace } from '../ui/KeepPlace.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { useStore } from '../ui/store.ts'
import { useEvery, useShownFor } from '../ui/timed.ts'
import { useMount } from '../ui/useMount.ts'
import { llegadasOf, porEnviarOf } from './llegadas.ts'
import { LuzButton } from './LuzButton.tsx'
import type { MuestraProps } from './muestra.ts'
import { usePuesto } from './usePuesto.ts'
import './recepcion.css'

/** The interval of the requests while taps wait. */
const AGAIN_MS = 5_000

/** The post at the stage door: who of the day has arrived, with or without a signal. */
export function Recepcion({ pantalla: { muestra, llegadas }, enlace, mark }: MuestraProps) {
  const live = usePuesto()
  const deEsteEquipo = llegadasOf(enlace)
  const send = (): void => void deEsteEquipo.send()
  useMount(() => {
    void deEsteEquipo.load()
    // Also while the page is hidden, where no timer runs.
    window.addEventListener('online', send)
    document.addEventListener('visibilitychange', send)
  })
  useEvery(AGAIN_MS, send)
  return (
    <main className="recepcion min-h-dvh">
      <h1 className="sr-only">{muestra.nombre}</h1>
      {live ? (
        <Lista live={live} llegadas={llegadas} enlace={enlace} mark={mark} />
      ) : (
        <>
          <Loading>Cargando horario...</Loading>
          {mark}
        </>
      )}
    </main>
  )
}

/** What stood at the top of the list. `movida`: another object each time that the turn has moved it. */
interface Vista {
  readonly primera: string
  readonly texto: string
  readonly movida: object | null
}

/** How many entries that the list does not have any more a search names. */
const PASARON_MAX = 5

const dichoOf = ({ competidor: { nombre, retiro }, estatus }: Renglon<CompetidorPublico>): string =>
  `${nombre} (${retiro ? retiroTitle(retiro) : estatus})`

interface ListaProps extends Pick<MuestraProps, 'enlace' | 'mark'> {
  readonly live: Horario
  readonly llegadas: LlegadasPart | undefined
}

function Lista({ live, llegadas, enlace, mark }: ListaProps) {
  const [texto, buscar] = useState('')
  const jornada = useJornada<CategoriaHorarioPart>(live)
  const { dia, zonaHoraria: zona } = live
  const deEsteEquipo = llegadasOf(enlace)
  const propios = useStore(deEsteEquipo)
  // Both views are kept on their own: after a start without a network one may still be of another day.
  const deHoy = llegadas?.dia === dia ? llegadas : undefined
  const sinTurno = deHoy?.sinTurno ?? []
  const toques = toquesOf([...(deHoy?.toques ?? []), ...[...propios.values()].filter((toque) => toque.dia === dia)])
  const categorias = porLlegarOf(jornada.categorias, sinTurno, (id) => toques.get(id)?.llego ?? false)
  const encontradas = categorias
    .map((one) => ({ ...one, renglones: one.renglones.filter((line) => matchesEnPuerta(line, texto)) }))
    .filter(({ renglones }) => renglones.length > 0)
  const pasaron = jornada.categorias
    .flatMap(({ renglones }) => renglones.filter((line) => matchesEnPuerta(line, texto)))
    .slice(0, PASARON_MAX)
  const porEnviar = porEnviarOf(propios).length
  // At the top all rows move up when the first one leaves: a tap that was on its way was for another row. One that was passed over
  // stays above those that leave, and a search moves the rows by the person's own hand.
  const filas = encontradas.flatMap(({ renglones }) => renglones.map(({ competidor }) => competidor.id))
  const primera = `${filas[0]} ${filas.find((id) => !sinTurno.includes(id))}`
  const [vista, setVista] = useState<Vista>({ primera, texto, movida: null })
  if (vista.primera !== primera || vista.texto !== texto)
    setVista({ primera, texto, movida: vista.texto === texto ? {} : vista.movida })
  const isUnseen = useShownFor(vista.movida, UNSEEN_MS) !== null
  const tap = useCallback(
    (antes: number, toque: Omit<Toque, 'at'>): void => {
      if (!isUnseen || window.scrollY > 0)
        deEsteEquipo.tap({ ...toqueAfter(antes, { ...toque, at: clock.now() }), dia })
    },
    [deEsteEquipo, dia, isUnseen],
  )
  return (
    <>
      <header className="recepcion-cabeza stage">
        <p className="font-display text-24 leading-tight font-semibold">
          Faltan por llegar: <span className="num text-gold">{faltanOf(categorias)}</span>
        </p>
        <p className="recepcion-avisos">
          {porEnviar > 0 && (
            <span className="recepcion-por-enviar">
              <Icon of={CloudUpload} size={16} />
              {porEnviar} por enviar
            </span>
          )}
          {mark}
        </p>
        <div className="recepcion-busca">
          <SearchField label="Buscar competidor..." value={texto} onChange={buscar} />
          <LuzButton />
        </div>
      </header>
      <div className="mx-auto grid max-w-180 gap-5 px-4 pt-4 pb-10 wrap-anywhere">
        {jornada.fase === 'terminado' && <Empty title="Día terminado" />}
        {jornada.total === 0 && <Empty title="No hay competidores registrados." />}
        {categorias.length > 0 && encontradas.length === 0 && (
          <Empty title="Ningún competidor coincide.">
            {pasaron.length > 0
              ? `Ya no están en la lista: ${joinNombres(pasaron.map(dichoOf))}. Avisa a la mesa.`
              : 'Revisa la ortografía o busca solo una parte del nombre.'}
          </Empty>
        )}
        <KeepPlace>
          {encontradas.map((una) => (
            <Categoria key={una.categoria.id} {...una} {...{ zona, toques, sinTurno, tap }} />
          ))}
        </KeepPlace>
      </div>
    </>
  )
}

type Tap = (antes: number, toque: Omit<Toque, 'at'>) => void

interface CategoriaProps extends CategoriaPorLlegar<CategoriaHorarioPart> {
  readonly zona: string
  readonly toques: ReadonlyMap<string, Toque>
  readonly sinTurno: readonly string[]
  readonly tap: Tap
}

function Categoria({ categoria, renglones, llegaron, de, zona, toques, sinTurno, tap }: CategoriaProps) {
  return (
    <section aria-label={tituloOf(categoria)}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-24">
          <Titulo of={categoria} />
        </h2>
        <p className={`digits text-14 font-semibold ${llegaron === de ? 'text-go' : 'text-muted'}`}>
          Llegaron {llegaron} de {de}
        </p>
      </div>
      <ul className="card">
        {renglones.map((renglon) => {
          const { id } = renglon.competidor
          const toque = toques.get(id)
          const isSinTurno = sinTurno.includes(id)
          return (
            <li key={id} aria-current={renglon.estatus === 'Compitiendo' || undefined}>
              <Fila {...{ renglon, zona, isSinTurno, tap }} llego={toque?.llego ?? false} antes={toque?.at ?? 0} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface FilaProps {
  readonly renglon: Renglon<CompetidorPublico>
  readonly zona: string
  readonly isSinTurno: boolean
  readonly llego: boolean
  /** The time of the tap that it shows; 0: none. */
  readonly antes: number
  readonly tap: Tap
}

/** One entry. The whole row is the switch; `memo`: a tap renders one of hundreds. */
const Fila = memo(function Fila({ renglon, zona, isSinTurno, llego, antes, tap }: FilaProps) {
  const { id, nombre, compania, retiro } = renglon.competidor
  const datos = (
    <>
      <span className="recepcion-hora">
        {isSinTurno ? 'Sin turno' : <Hora instant={renglon.hora} zona={zona} />}
        <Antes of={renglon} />
      </span>
      <span className="recepcion-nombre">
        <strong>{nombre}</strong>
        <span>
          <span className="recepcion-numero num">{turnoTitle(renglon.competidor, renglon.turno)}</span> {compania}
        </span>
      </span>
    </>
  )
  if (retiro)
    return (
      <div className="recepcion-fila">
        {datos}
        <RetiroPill estado={retiro} />
      </div>
    )
  return (
    <label className="recepcion-fila" data-llego={llego || undefined}>
      {datos}
      <input
        type="checkbox"
        role="switch"
        className="switch"
        aria-label={`Llegó ${nombre}`}
        checked={llego}
        aria-checked={llego}
        onChange={({ target }) => tap(antes, { competidorId: id, llego: target.checked })}
      />
    </label>
  )
})
