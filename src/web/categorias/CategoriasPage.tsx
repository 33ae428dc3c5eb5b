import type { ReactNode } from 'react'
import { categorias as categoriasView } from '#contract/categorias.ts'
import { useView } from '../live/tab.ts'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'
import { CategoriasDesk } from './CategoriasDesk.tsx'
import { CategoriasTable } from './CategoriasTable.tsx'

export function CategoriasPage() {
  const list = useView(categoriasView, {})
  return (
    <main className="page page-wide">
      <h1 className="mb-5 text-30 lg:text-36">Categorías</h1>
      {list ? (
        <CategoriasDesk list={list} />
      ) : (
        <ViewPlaceholder
          of={[categoriasView.name]}
          failed="No se cargaron las categorías"
          layout={listWithFailure}
          what="categorías"
        />
      )}
    </main>
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
