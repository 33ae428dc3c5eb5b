import { categorias as categoriasView } from '#contract/categorias.ts'
import { useConnection } from '../live/useConnection.ts'
import { feed } from '../live/tab.ts'
import { useView } from '../live/useView.ts'
import { ErrorState } from '../ui/Empty.tsx'
import { Loading } from '../ui/Loading.tsx'
import { CategoriasDesk } from './CategoriasDesk.tsx'
import { CategoriasTable } from './CategoriasTable.tsx'

export function CategoriasPage() {
  const list = useView(categoriasView, {})
  const hasFailed = useConnection().estado === 'sin conexión' && !list
  return (
    <main className="page page-wide">
      <h1 className="mb-5 text-30 lg:text-36">Categorías</h1>
      {list && <CategoriasDesk list={list} />}
      {hasFailed && (
        <section aria-label="Lista de categorías" className="card">
          <CategoriasTable filas={[]} />
          <div className="p-3.5">
            <ErrorState title="No se cargaron las categorías" onRetry={() => feed.retry()}>
              El servidor no respondió. La lista se llenará sola en cuanto vuelva la señal.
            </ErrorState>
          </div>
        </section>
      )}
      {!list && !hasFailed && <Loading>Cargando categorías...</Loading>}
    </main>
  )
}
