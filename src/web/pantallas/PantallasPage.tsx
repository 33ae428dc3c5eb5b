import { Plus } from 'lucide'
import { setEmbargo } from '#contract/embargo.ts'
import { createPantalla, readReportes } from '#contract/pantallas.ts'
import { pantallas as pantallasView } from '#contract/views/pantallas.ts'
import { premiaciones, type Premiaciones } from '#contract/views/premiaciones.ts'
import { nombreConDia } from '#domain/categoria.ts'
import { isConectada, TIPOS_PANTALLA } from '#domain/pantalla.ts'
import { useCommandInPlace } from '../api/useCommand.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { useQuery } from '../api/useQuery.ts'
import { PremiacionEnCurso } from '../calificaciones/Premiacion.tsx'
import { useView } from '../live/tab.ts'
import { AddressNotice } from '../parts/EnlaceAccess.tsx'
import { ViewPage } from '../parts/ViewPage.tsx'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Select, TextField } from '../ui/Field.tsx'
import { Switch } from '../ui/Switch.tsx'
import { useEvery } from '../ui/timed.ts'
import { toast } from '../ui/toast.ts'
import { PantallaCard } from './PantallaCard.tsx'
import { PorPremiar, RETENER } from './PorPremiar.tsx'

/** The ceremony in course, the categories that can have one, the screens, and whether results wait for their announcement. */
export function PantallasPage() {
  return (
    <ViewPage title="Pantallas" view={premiaciones} failed="No se abrieron las pantallas" what="las pantallas">
      {(seen) => (
        <div className="grid grid-cols-1 items-start gap-x-6 *:mb-5 xl:grid-cols-[minmax(0,1fr)_25rem] xl:grid-rows-[auto_auto_auto_1fr]">
          <PremiacionEnCurso className="xl:col-span-2" />
          <PorPremiar premiaciones={seen}>
            <section aria-labelledby="tus-pantallas" className="grid gap-4 xl:col-start-2 xl:row-span-3 xl:row-start-2">
              <h2 id="tus-pantallas" className="text-24">
                Tus pantallas
              </h2>
              <Pantallas categorias={seen.categorias} />
              <PantallaForm />
            </section>
            <EmbargoCard retener={seen.retener} />
          </PorPremiar>
        </div>
      )}
    </ViewPage>
  )
}

const ASK_MS = 5_000

function Pantallas({ categorias }: Pick<Premiaciones, 'categorias'>) {
  const seen = useView(pantallasView, {})
  const { pages, isLoading, problem, refetch } = useQuery(readReportes, {})
  useEvery(ASK_MS, () => {
    if (!isLoading) refetch()
  })
  // Without an answer nothing is known of a page.
  const { ahora, reportes } = (!problem && pages[0]) || { ahora: 0, reportes: [] }
  const choices = categorias.map((one) => [one.id, nombreConDia(one, categorias)] as const)
  if (!seen) return <ViewPlaceholder of={[pantallasView.name]} failed="No se abrieron los enlaces" what="los enlaces" />
  if (seen.pantallas.length === 0) {
    return (
      <p className="text-15 text-muted">
        Sin pantallas. Agrega la de la sala, la del locutor, la transmisión, la música o la recepción.
      </p>
    )
  }
  return (
    <>
      <AddressNotice>Abre cada enlace en el equipo que lo muestra. No pide cuenta.</AddressNotice>
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2 xl:grid-cols-1 [&_.qr]:w-34">
        {seen.pantallas.map((pantalla) => (
          <PantallaCard
            key={pantalla.id}
            pantalla={pantalla}
            categorias={choices}
            isConectada={isConectada(reportes.find(({ pantallaId }) => pantallaId === pantalla.id)?.visto, ahora)}
          />
        ))}
      </div>
    </>
  )
}

function PantallaForm() {
  const form = useCommandForm(createPantalla, {
    initial: { nombre: '', tipo: TIPOS_PANTALLA[0] },
    failed: 'No se agregó la pantalla.',
    onDone: () => toast('Pantalla agregada.'),
  })
  return (
    <Card title="Nueva pantalla" titleClassName="mb-3">
      <form noValidate onSubmit={form.onSubmit} className="grid gap-3">
        <TextField label="Nombre de la pantalla" isAlert {...form.field('nombre')} />
        <Select label="Tipo" options={TIPOS_PANTALLA.map((tipo) => [tipo, tipo] as const)} {...form.field('tipo')} />
        <Button type="submit" variant="brand" icon={Plus} busy={form.busy} busyText="Agregando...">
          Agregar
        </Button>
        {form.problem && <Aviso tone="danger" title={form.fault} />}
      </form>
    </Card>
  )
}

function EmbargoCard({ retener }: { retener: boolean }) {
  const set = useCommandInPlace(setEmbargo, 'No se cambió.')
  return (
    <section aria-label="Resultados" className="card flex flex-col gap-4 p-4 xl:row-start-3">
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
