import { Eye, EyeOff } from 'lucide'
import { announceCategoria, retainCategoria, setEmbargo } from '#contract/embargo.ts'
import { premiaciones, type CategoriaPorAnunciar, type Premiaciones } from '#contract/views/premiaciones.ts'
import { nombreConDia } from '#domain/categoria.ts'
import { diaTitle } from '#domain/dia.ts'
import { useCommandInPlace } from '../api/useCommand.ts'
import { askAct, RowAct, RowCommand } from '../parts/ActDialog.tsx'
import { ViewPage } from '../parts/ViewPage.tsx'
import { Aviso } from '../ui/Aviso.tsx'
import { Empty } from '../ui/Empty.tsx'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import { Switch } from '../ui/Switch.tsx'
import { toast } from '../ui/toast.ts'

/** Retains results until they are announced, and announces them. */
export function PantallasPage() {
  return (
    <ViewPage title="Pantallas" view={premiaciones} failed="No se abrieron las pantallas" what="las pantallas">
      {(seen) => (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[21rem_minmax(0,1fr)]">
          <EmbargoCard retener={seen.retener} />
          <Categorias {...seen} />
        </div>
      )}
    </ViewPage>
  )
}

const RETENER = 'Retener resultados hasta la premiación'

function EmbargoCard({ retener }: { retener: boolean }) {
  const set = useCommandInPlace(setEmbargo, 'No se cambió.')
  return (
    <section aria-labelledby="embargo" className="card flex flex-col gap-4 p-5">
      <h2 id="embargo" className="text-22">
        Resultados
      </h2>
      <Switch
        label={RETENER}
        description="De cada categoría sin anunciar, el público y los jueces ven el título y «Se anuncia en la premiación.» Tú y el juez principal ven todo."
        checked={retener}
        busy={set.busy}
        onChange={(on) => void set.run({ retener: on })}
      />
      {set.fault && <Aviso tone="danger" title={set.fault} />}
    </section>
  )
}

function Categorias({ retener, categorias }: Premiaciones) {
  const shown = categorias.filter(({ hasEntries }) => hasEntries)
  if (shown.length === 0) {
    return <Empty title="Sin categorías.">Aquí aparece cada categoría con competidores.</Empty>
  }
  return (
    <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
      {shown.map((categoria) => (
        <li key={categoria.id}>
          <Premiacion categoria={categoria} nombre={nombreConDia(categoria, categorias)} retener={retener} />
        </li>
      ))}
    </ul>
  )
}

interface Props {
  readonly categoria: CategoriaPorAnunciar
  readonly nombre: string
  readonly retener: boolean
}

function Premiacion({ categoria: { id, dia, anunciada }, nombre, retener }: Props) {
  const titleId = `premiacion-${id}`
  return (
    <section aria-labelledby={titleId} className="card flex h-full flex-col gap-3 p-5">
      <div>
        <h2 id={titleId} className="text-18">
          <span className="sr-only">Premiación de </span>
          {nombre}
        </h2>
        <p className="text-14 text-muted">
          {diaTitle(dia)}: {anunciada ? 'anunciada' : retener ? 'retenida hasta la premiación' : 'sin retener'}
        </p>
      </div>
      <KeepFocus>
        {anunciada && (
          <RowAct
            act="Volver a retener"
            of={nombre}
            icon={EyeOff}
            onClick={() =>
              askAct({
                question: `¿Volver a retener ${nombre}?`,
                text: retener
                  ? 'El público y los jueces dejan de ver sus resultados hasta que se anuncien.'
                  : `Cuando actives «${RETENER}», sus resultados se ocultan hasta que se anuncien.`,
                act: 'Volver a retener',
                command: retainCategoria,
                input: { id },
                failed: 'No se volvió a retener.',
                done: `Sin anunciar: ${nombre}.`,
              })
            }
          />
        )}
        {!anunciada && retener && (
          <RowCommand
            act="Publicar sin premiación"
            of={nombre}
            icon={Eye}
            command={announceCategoria}
            input={{ id }}
            about={nombre}
            failed="No se publicó."
            onDone={() => toast(`Publicada sin premiación: ${nombre}.`)}
          />
        )}
      </KeepFocus>
    </section>
  )
}
