import { useRef, useState, type ReactNode } from 'react'
import { isCompleta, matchesNombre } from '#domain/categoria.ts'
import { diaTitle, type Dia } from '#domain/dia.ts'
import { formatCount } from '#domain/plural.ts'
import { nombreOf } from '#domain/competidor.ts'
import {
  categorias as categoriasView,
  deleteCategoria,
  type CategoriaPart,
  type Categorias,
} from '#contract/categorias.ts'
import { logFault } from '../api/log.ts'
import { useView } from '../live/tab.ts'
import { askDelete } from '../parts/ActDialog.tsx'
import { DiaRadios } from '../parts/DiaRadios.tsx'
import { Empty } from '../ui/Empty.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { CategoriaForm } from './CategoriaForm.tsx'
import { CategoriaRow } from './CategoriaRow.tsx'
import { SinDia } from './SinDia.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { ViewPage } from '../parts/ViewPage.tsx'
import './categorias.css'

export function CategoriasPage() {
  return (
    <ViewPage
      title="Categorías"
      view={categoriasView}
      failed="No se cargaron las categorías"
      layout={listWithFailure}
      what="categorías"
    >
      {(list) => <CategoriasDesk list={list} />}
    </ViewPage>
  )
}

/** The empty table of the page, with the failure in place of its rows. */
function listWithFailure(failure: ReactNode) {
  return (
    <section aria-label="Lista de categorías" className="card">
      <CategoriasTable filas={[]} />
      <div className="p-3.5">{failure}</div>
    </section>
  )
}

/** A table on a wide screen, cards on a narrow one. */
function CategoriasTable({ filas }: { filas: readonly ReactNode[] }) {
  return (
    <table role="table" className="sheet categorias-rows">
      <TableHead
        columns={['Orden', 'Nombre', 'Criterios y método', 'Cupo', 'Fecha de creación', 'Acciones']}
        className="border-t border-line max-lg:sr-only"
      />
      <tbody role="rowgroup">{filas}</tbody>
    </table>
  )
}

/** The categories of one day, with the form that adds to them. Choosing a day here does not change the active day. */
function CategoriasDesk({ list: { dia: live, zonaHoraria, maximo, categorias } }: { list: Categorias }) {
  const [dia, setDia] = useState<Dia>(live)
  const [texto, setTexto] = useState('')
  const table = useRef<HTMLElement>(null)

  const ofDia = categorias.filter((categoria) => categoria.dia === dia && isCompleta(categoria))
  const found = ofDia.filter((categoria) => matchesNombre(categoria, texto))
  const incomplete = categorias.filter((categoria) => !isCompleta(categoria))
  const ask = (categoria: CategoriaPart): void =>
    askDelete({
      question: `¿Estás seguro que deseas eliminar la categoría "${nombreOf(categoria)}" junto con sus competidores y música?`,
      command: deleteCategoria,
      input: { id: categoria.id },
      failed: 'No se eliminó la categoría.',
      done: `Categoría eliminada: ${nombreOf(categoria)}.`,
      text: <Lost categoria={categoria} />,
      moveFocus: () => table.current?.focus(),
      onRefused: (problem) => logFault('The category could not be deleted.', problem),
    })

  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[18.5rem_minmax(0,1fr)] xl:grid-rows-[auto_1fr]">
      <CategoriaForm dia={dia} orden={ofDia.length + 1} />
      <section
        ref={table}
        tabIndex={-1}
        aria-label={`Categorías del ${dia}`}
        className="card outline-none xl:col-start-2 xl:row-span-2"
      >
        <div className="flex flex-wrap items-center justify-between gap-3 p-2 xs:p-3.5">
          <DiaRadios value={dia} live={live} onChange={setDia} className="max-sm:w-full" />
          <SearchField label="Buscar por nombre" value={texto} onChange={setTexto} className="w-full sm:w-62" />
        </div>
        <CategoriasTable
          filas={found.map((categoria, index) => (
            <CategoriaRow
              key={categoria.id}
              categoria={categoria}
              zona={zonaHoraria}
              maximo={maximo}
              arribaId={found[index - 1]?.id}
              abajoId={found[index + 1]?.id}
              onDelete={ask}
            />
          ))}
        />
        {found.length === 0 && (
          <div className="p-3.5 lg:border-t lg:border-line">
            <Empty title="Sin categorías.">
              {ofDia.length === 0
                ? `Agrega la primera del ${dia} con su nombre.`
                : `Ninguna del ${dia} se llama así. Borra la búsqueda para verlas todas.`}
            </Empty>
          </div>
        )}
        {found.length > 0 && (
          <p className="border-t border-line p-3.5 text-14 text-muted">
            Si el cupo está vacío, se usa el máximo por categoría de Control. 0 es sin límite.
          </p>
        )}
        <p
          aria-live="polite"
          className="sr-only"
        >{`${diaTitle(dia)}: ${found.length} de ${formatCount(ofDia.length, 'categoría', 'categorías')}.`}</p>
      </section>
      {incomplete.length > 0 && <SinDia categorias={incomplete} dia={dia} onDelete={ask} />}
    </div>
  )
}

/** The entries that a deletion of the category deletes: the present ones, while the question is open. */
function Lost({ categoria: { id, inscritos: then } }: { categoria: CategoriaPart }) {
  const inscritos = useView(categoriasView, {})?.categorias.find((one) => one.id === id)?.inscritos ?? then
  return <>{lostWith(inscritos)} No se puede deshacer.</>
}

function lostWith(inscritos: number): string {
  if (inscritos === 0) return 'No tiene competidores inscritos.'
  if (inscritos === 1) return 'Se borra también su competidor inscrito, con su música y sus calificaciones.'
  return `Se borran también sus ${inscritos} competidores inscritos, con su música y sus calificaciones.`
}
