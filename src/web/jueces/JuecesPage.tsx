import { jueces } from '#contract/views/jueces.ts'
import { viewKey } from '#contract/view.ts'
import { useView } from '../live/useView.ts'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'

/** The judges, with their links and assignments, and the scales of the marks. */
export function JuecesPage() {
  const found = useView(jueces, {})
  return (
    <main className="page page-wide">
      <h1 className="mb-5 text-30 lg:text-36">Jueces</h1>
      {!found && (
        <ViewPlaceholder of={[viewKey(jueces)]} failed="No se cargaron los jueces">
          Cargando jueces...
        </ViewPlaceholder>
      )}
    </main>
  )
}
