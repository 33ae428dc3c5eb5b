import { ArrowUp, ClipboardList, Gavel, SkipForward } from 'lucide'
import { Suspense, useMemo, useState } from 'react'
import type { DeJuez } from '#contract/views/jueces.ts'
import { turnoText, turnoTitle } from '#domain/numero.ts'
import { horario, type CategoriaHorarioPart } from '#contract/views/horario.ts'
import { seguimosText } from '#domain/hora.ts'
import { listFilas, groupFilas, enPantallaAfter, type EnPantalla } from '#domain/porCalificar.ts'
import { enPistaOf, type PausaEnCurso } from '#domain/turno.ts'
import { usePresencia } from '../api/usePresencia.ts'
import { connection, useView } from '../live/tab.ts'
import { markOf, situacionOf } from '../outbox/mark.ts'
import { outbox } from '../outbox/tab.ts'
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
import { useJornada } from '../horario/useJornada.ts'

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
  const shown = fila?.entrada.id
  usePresencia(shown)
  const turno = filas.find(({ entrada }) => entrada.id === enPistaOf(documento))

  const openAndShow = (competidorId: string): void => {
    open(competidorId)
    showTop()
  }
  return (
    <main className="juez">
      <div className="col-span-full flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line bg-surface px-4 py-3 md:px-6">
        {/* Where the turn has moved the screen, the judge did not ask for it, and is told. */}
        <h1 tabIndex={-1} aria-live={movida === null ? 'off' : 'polite'} aria-atomic className="juez-title">
          <Titulo fila={fila} isTurno={turno === fila} />
        </h1>
        <div className="flex flex-wrap gap-2">
          {turno && turno.entrada.id !== shown && (
            <Button variant="gold" icon={SkipForward} onClick={() => openAndShow(turno.entrada.id)}>
              Ir al {turnoText(turno.entrada, turno.posicion)}
            </Button>
          )}
          <Button icon={ClipboardList} onClick={() => focusSection(LISTA_ID)}>
            Lista <span className="min-w-6 rounded-16 bg-wait-soft px-1.5 text-wait">{listas.porCalificar.length}</span>
          </Button>
          {documento.principal && (
            <Button icon={Gavel} onClick={() => focusSection(JURADO_ID)}>
              Jurado
            </Button>
          )}
        </div>
        <Status className="w-full">{documento.pausa && <EnPausa pausa={documento.pausa} />}</Status>
      </div>
      <Papeleta
        fila={fila}
        anterior={anterior}
        filas={filas}
        movida={movida}
        isDraftLost={[...marcas.values()].some((mark) => mark.estado === 'borrador' && mark.competidorId === borrada)}
      />
      <div className="juez-lists outline-none" id={LISTA_ID} tabIndex={-1}>
        <Listas {...listas} turno={documento} shown={shown} onOpen={openAndShow} />
        {listas.porCalificar.length + listas.calificadas.length === 0 && (
          <Empty title="No tienes competidores por calificar.">La organización asigna a los jueces.</Empty>
        )}
      </div>
      {documento.principal && (
        <div className="juez-jurado outline-none" id={JURADO_ID} tabIndex={-1}>
          <Button className="justify-self-start" icon={ArrowUp} onClick={showTop}>
            Volver a calificar
          </Button>
          <ErrorBoundary>
            <Suspense>
              <Jurado dia={documento.dia} competidorId={shown} />
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

/** The break in course, as the schedule says it. What is owed can be marked meanwhile. */
function EnPausa({ pausa: { titulo, hasta } }: { pausa: PausaEnCurso }) {
  const vivo = useView(horario, {})
  const jornada = useJornada<CategoriaHorarioPart>(vivo)
  const zona = vivo?.zonaHoraria ?? connection.zona
  const sigue = jornada?.pausa ? jornada.pausa.sigue : hasta
  if (zona === undefined) return null
  return <Aviso tone="info" isQuiet isBar title={`Pausa: ${titulo}, ${seguimosText(sigue, zona)}`} />
}

function Titulo({ fila, isTurno }: { fila: FilaDeJuez | undefined; isTurno: boolean }) {
  if (!fila) return 'Todavía no hay turno'
  const { entrada, categoria, posicion } = fila
  return (
    <>
      <span className="block">{entrada.nombre}</span>{' '}
      <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 font-sans text-15 leading-[1.3] font-normal text-muted">
        <span>
          {entrada.compania && `${entrada.compania}, `}
          {tituloOf(categoria)}
        </span>{' '}
        <span className={isTurno ? 'juez-tag juez-tag-live' : 'juez-tag'}>{turnoTitle(entrada, posicion)}</span>
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
