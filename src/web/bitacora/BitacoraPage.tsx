import { useState } from 'react'
import { formatCount } from '#domain/plural.ts'
import type { Output } from '#contract/define.ts'
import { BUSQUEDA_MAX, exportBitacora, readBitacora, BITACORA_COLUMNS } from '#contract/bitacora.ts'
import { useQuery, type UseQuery } from '../api/useQuery.ts'
import { Descarga } from '../competidores/Descarga.tsx'
import { DeshacerCarga } from '../inscripciones/DeshacerCarga.tsx'
import { Aviso, Status } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Empty, ErrorState, Loading } from '../ui/Empty.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { useDebounced } from '../ui/timed.ts'
import { TableHead } from '../ui/TableHead.tsx'
import '../ui/sheet.css'

const TYPING_MS = 300

/** The log of acts for the administrator: search, page by page, and a download. */
export function BitacoraPage() {
  const [texto, setTexto] = useState('')
  const escrito = texto.trim().slice(0, BUSQUEDA_MAX)
  const buscar = useDebounced(escrito, TYPING_MS)
  return (
    <main className="page">
      <h1 className="mb-5 text-30 lg:text-36">Bitácora</h1>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <SearchField label="Buscar en la bitácora" value={texto} onChange={setTexto} className="w-full sm:w-80" />
        <Descarga
          url={`${exportBitacora.path}?${new URLSearchParams({ buscar: escrito }).toString()}`}
          label="Descargar CSV"
          failed="No se descargó el CSV."
        />
      </div>
      <Actos buscar={buscar} />
    </main>
  )
}

function Actos({ buscar }: { buscar: string }) {
  const query = useQuery(readBitacora, { buscar })
  const { pages, isLoading, problem, more } = query
  const actos = pages.flatMap((page) => page.actos)
  const isFound = buscar !== '' && !isLoading && !problem
  return (
    <>
      <Status className="sr-only">
        {isFound && `${formatCount(actos.length, 'acto', 'actos')}${more ? ' o más' : ''}`}
      </Status>
      <Contents buscar={buscar} actos={actos} {...query} />
    </>
  )
}

interface ContentsProps extends UseQuery<Output<typeof readBitacora>> {
  readonly buscar: string
  readonly actos: readonly Acto[]
}

function Contents({ buscar, actos, pages, isLoading, problem, more, refetch }: ContentsProps) {
  if (pages.length === 0 && problem) {
    return (
      <ErrorState title="No se cargó la bitácora" onRetry={refetch}>
        {problem.message}
      </ErrorState>
    )
  }
  if (pages.length === 0) return <Loading>Cargando bitácora...</Loading>
  if (actos.length === 0) {
    return (
      <Empty title={buscar === '' ? 'Aún no hay actos.' : 'Ningún acto coincide.'}>
        {buscar === ''
          ? 'Aquí aparece quién cambió qué y cuándo.'
          : 'Se busca en quién lo hizo y en qué cambió. Borra la búsqueda para ver todos.'}
      </Empty>
    )
  }
  return (
    <>
      <BitacoraTable actos={actos} onUndone={refetch} />
      {problem && (
        <Aviso tone="danger" title="No se cargaron los anteriores" className="mt-4">
          {problem.message}
        </Aviso>
      )}
      {more && (
        <p className="mt-4 flex justify-center">
          <Button busy={isLoading} busyText="Cargando..." onClick={more}>
            Ver anteriores
          </Button>
        </p>
      )}
    </>
  )
}

export type Acto = Output<typeof readBitacora>['actos'][number]

/** A long value after a change must not break the words of the other columns. */
const COLUMNS = 'lg:[--columns:calc(7.25*var(--t))_13%_23%_22%_minmax(0,1fr)]'
const LABEL = 'max-lg:before:text-13 max-lg:before:text-muted'

/** A row per act; a card per act on a narrow screen. */
export function BitacoraTable({ actos, onUndone }: { actos: readonly Acto[]; onUndone: () => void }) {
  return (
    <div className="card overflow-hidden">
      <table role="table" aria-label="Bitácora" className={`sheet sheet-text ${COLUMNS}`}>
        <TableHead columns={BITACORA_COLUMNS} className="max-lg:sr-only" />
        <tbody role="rowgroup">
          {actos.map(({ id, cuando, quien, que, antes, despues, carga }) => (
            <tr key={id} role="row">
              <td role="cell" id={`acto-${id}`} className="digits text-muted max-lg:text-13">
                {cuando}
              </td>
              <td role="cell" className="max-lg:text-13">
                {quien}
              </td>
              <td role="cell" className="font-semibold">
                {que}
                {carga !== undefined && <DeshacerCarga carga={carga} describedBy={`acto-${id}`} onUndone={onUndone} />}
              </td>
              <td role="cell" className={`${LABEL} max-lg:before:content-['Antes:_']`}>
                {antes}
              </td>
              <td role="cell" className={`${LABEL} max-lg:before:content-['Después:_']`}>
                {despues}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
