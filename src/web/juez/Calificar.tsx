import { ArrowUp, ClipboardList, Gavel, SkipForward } from 'lucide'
import { Suspense, useMemo, useState, type ReactNode } from 'react'
import type { DeJuez } from '#contract/views/jueces.ts'
import { conNumero } from '#domain/numero.ts'
import { portada } from '#contract/views/portada.ts'
import { seguimosText } from '#domain/hora.ts'
import { listFilas, groupFilas, enPantallaAfter, type EnPantalla } from '#domain/porCalificar.ts'
import { finDe } from '#domain/programa.ts'
import type { Turno } from '#domain/turno.ts'
import { connection, useContactMinute, useView } from '../live/tab.ts'
import { markOf, situacionOf } from '../outbox/mark.ts'
import { outbox } from '../outbox/tab.ts'
import { Icon } from '../ui/Icon.tsx'
import { Aviso, Status } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { useStore } from '../ui/store.ts'
import type { FilaDeJuez } from './fila.ts'
import { Listas, LISTA_ID } from './Listas.tsx'
import { Papeleta } from './Papeleta.tsx'
import { tituloOf } from '#domain/categoria.ts'
import { RetiroPill } from '../parts/EstadoPill.tsx'

const Jurado = lazyPart(async () => (await import('./Jurado.tsx')).Jurado)

/** Scores one entry after the other: the entry on the screen, the lists, and what a head judge sees besides. */
export function Calificar({ documento }: { documento: DeJuez }) {
  const { marcas } = useStore(outbox)
  const filas = useMemo(
    () => listFilas(documento.categorias, (entrada) => situacionOf(markOf(marcas, entrada), entrada)),
    [documento, marcas],
  )
  const listas = useMemo(() => groupFilas(filas, documento), [filas, documento])
  const { fila, anterior, borrada, movida, open } = useEnPantalla(filas, documento.competidorId)
  const { pausa, competidorId } = documento
  const turno = pausa ? undefined : filas.find(({ entrada }) => entrada.id === competidorId)

  const openAndShow = (competidorId: string): void => {
    open(competidorId)
    showTop()
  }
  return (
    <main className="juez">
      <Encabezado
        fila={fila}
        turno={turno}
        isMoved={movida !== null}
        porCalificar={listas.porCalificar.length}
        hasJurado={documento.principal}
        onTurno={openAndShow}
      >
        <EnPausa turno={documento} />
      </Encabezado>
      <Papeleta
        fila={fila}
        anterior={anterior}
        filas={filas}
        movida={movida}
        isDraftLost={[...marcas.values()].some((mark) => mark.estado === 'borrador' && mark.competidorId === borrada)}
      />
      <div className="juez-lists outline-none" id={LISTA_ID} tabIndex={-1}>
        <Listas {...listas} turno={documento} shown={fila?.entrada.id} onOpen={openAndShow} />
        {listas.porCalificar.length + listas.calificadas.length === 0 && (
          <Empty title="No tienes competidores por calificar.">La organización asigna a los jueces.</Empty>
        )}
      </div>
      {documento.principal && (
        <div className="juez-jurado outline-none" id={JURADO_ID} tabIndex={-1}>
          <Button className="justify-self-start" icon={<Icon of={ArrowUp} size={18} />} onClick={showTop}>
            Volver a calificar
          </Button>
          <ErrorBoundary>
            <Suspense>
              <Jurado dia={documento.dia} competidorId={fila?.entrada.id ?? null} />
            </Suspense>
          </ErrorBoundary>
        </div>
      )}
    </main>
  )
}

/** The entry on the screen, from far below. */
function showTop(): void {
  document.querySelector('h1')?.focus({ preventScroll: true })
  window.scrollTo({ top: 0, behavior: 'instant' })
}

/** The id of the section for head judges. */
const JURADO_ID = 'jurado'

interface Props {
  readonly fila: FilaDeJuez | undefined
  /** The entry that has the turn. */
  readonly turno: FilaDeJuez | undefined
  /** The turn has moved the screen to the entry: the judge did not ask for it, and is told. */
  readonly isMoved: boolean
  readonly porCalificar: number
  /** The judge is a head judge. */
  readonly hasJurado: boolean
  readonly onTurno: (competidorId: string) => void
  readonly children: ReactNode
}

/** The break in course. What is owed can be marked meanwhile. */
function EnPausa({ turno: { desde, pausa } }: { turno: Turno }) {
  const zona = useView(portada, {})?.evento.zonaHoraria ?? connection.zona
  const now = useContactMinute(pausa?.hasta ?? null, true)
  const largo = pausa ? pausa.hasta - (desde ?? pausa.hasta) : 0
  return (
    <Status className="w-full">
      {pausa && zona !== undefined && (
        <Aviso
          tone="info"
          isQuiet
          isBar
          title={`Pausa: ${pausa.titulo}, ${seguimosText(finDe({ desde: pausa.hasta - largo, largo }, now), zona)}`}
        />
      )}
    </Status>
  )
}

/** The entry on the screen, and the way to the turn and to the list. */
function Encabezado({ fila, turno, isMoved, porCalificar, hasJurado, onTurno, children }: Props) {
  const isElsewhere = turno && turno.entrada.id !== fila?.entrada.id
  return (
    <div className="col-span-full flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line bg-surface px-4 py-3 md:px-6">
      <h1 tabIndex={-1} aria-live={isMoved ? 'polite' : 'off'} aria-atomic className="juez-title">
        {fila ? <Titulo fila={fila} isTurno={turno === fila} /> : 'Todavía no hay turno'}
      </h1>
      <div className="flex flex-wrap gap-2">
        {isElsewhere && (
          <Button variant="gold" icon={<Icon of={SkipForward} size={18} />} onClick={() => onTurno(turno.entrada.id)}>
            Ir al turno {turno.numero}
          </Button>
        )}
        <Button icon={<Icon of={ClipboardList} size={18} />} onClick={() => focusSection(LISTA_ID)}>
          Lista <span className="juez-count">{porCalificar}</span>
        </Button>
        {hasJurado && (
          <Button icon={<Icon of={Gavel} size={18} />} onClick={() => focusSection(JURADO_ID)}>
            Jurado
          </Button>
        )}
      </div>
      {children}
    </div>
  )
}

function Titulo({ fila: { entrada, categoria, numero }, isTurno }: { fila: FilaDeJuez; isTurno: boolean }) {
  return (
    <>
      <span className="block">{conNumero(entrada)}</span>{' '}
      <span className="juez-subtitle">
        <span>
          {entrada.compania && `${entrada.compania}, `}
          {tituloOf(categoria)}
        </span>{' '}
        <span className={isTurno ? 'juez-tag juez-tag-live' : 'juez-tag'}>Turno {numero}</span>
        {entrada.retiro && <RetiroPill estado={entrada.retiro} />}
      </span>
    </>
  )
}

/** Moves the focus to a section of the page and scrolls to it. */
function focusSection(id: string): void {
  const part = document.getElementById(id)
  part?.focus({ preventScroll: true })
  part?.scrollIntoView({ block: 'start' })
}

interface Seen {
  readonly enPantalla: EnPantalla
  /** The turn for which `enPantalla` was computed; `undefined`: none yet. */
  readonly turno: string | null | undefined
  /** The entry before, when the turn has moved the screen. */
  readonly anterior: string | null
}

const NOWHERE: Seen = { enPantalla: { competidorId: null, elegida: false }, turno: undefined, anterior: null }

/** The entry on the screen: follows the turn, and stays where the judge is typing. `open` shows an entry of the list. */
function useEnPantalla(filas: readonly FilaDeJuez[], turno: string | null) {
  const [seen, setSeen] = useState(NOWHERE)
  const find = (id: string | null) => filas.find(({ entrada }) => entrada.id === id)
  const hayCambio = seen.turno !== turno
  const enPantalla = enPantallaAfter(seen.enPantalla, find(seen.enPantalla.competidorId)?.situacion, {
    competidorId: turno,
    hayCambio,
  })
  const anterior = enPantalla === seen.enPantalla ? seen.anterior : seen.enPantalla.competidorId
  if (hayCambio || enPantalla !== seen.enPantalla) setSeen({ enPantalla, turno, anterior })
  const open = (competidorId: string): void =>
    setSeen({ enPantalla: { competidorId, elegida: competidorId !== turno }, turno, anterior: null })
  /** The entry that was on the screen until it was deleted. */
  const borrada = find(anterior) ? null : anterior
  /** The entry on the screen, when the turn has moved the screen to it; null when the judge opened it. Another object for each move. */
  const movida = anterior === null ? null : enPantalla
  return { fila: find(enPantalla.competidorId), anterior: find(anterior), borrada, movida, open }
}
