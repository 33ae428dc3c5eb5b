import { categorias as categoriasView } from '#contract/categorias.ts'
import { viewKey } from '#contract/view.ts'
import { feed } from '../live/tab.ts'
import { DAMAGED, useFailure } from '../live/useFailure.ts'
import { useView } from '../live/useView.ts'
import { ErrorState } from '../ui/Empty.tsx'
import { Loading } from '../ui/Loading.tsx'
import { CategoriasDesk } from './CategoriasDesk.tsx'
import { CategoriasTable } from './CategoriasTable.tsx'

export function CategoriasPage() {
  const list = useView(categoriasView, {})
  const failure = useFailure([viewKey(categoriasView)])
  return (
    <main className="page page-wide">
      <h1 className="mb-5 text-30 lg:text-36">Categorías</h1>
      {list && <CategoriasDesk list={list} />}
      {!list && failure && (
        <section aria-label="Lista de categorías" className="card">
          <CategoriasTable filas={[]} />
          <div className="p-3.5">
            <ErrorState title="No se cargaron las categorías" onRetry={() => feed.retry()}>
              {failure === 'view'
                ? DAMAGED
                : 'El servidor no respondió. La lista se llenará sola en cuanto vuelva la señal.'}
            </ErrorState>
          </div>
        </section>
      )}
      {!list && !failure && <Loading>Cargando categorías...</Loading>}
    </main>
  )
}
