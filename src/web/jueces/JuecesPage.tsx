import { ChevronDown, Plus, Printer } from 'lucide'
import { jueces, type Jueces } from '#contract/views/jueces.ts'
import { AddressNotice } from '../parts/EnlaceAccess.tsx'
import { SaveButton } from '../parts/SaveRow.tsx'
import { ViewPage } from '../parts/ViewPage.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { JuezCard } from './JuezCard.tsx'
import { Reglas } from './Reglas.tsx'
import './jueces.css'
import { createJuez, saveEscalas } from '#contract/jueces.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { Card } from '../ui/Card.tsx'
import { TextField } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import { TIPOS_CRITERIOS, tipoTitle } from '#domain/criterios.ts'
import { numeroText } from '#domain/calificacion.ts'

/** The judges, with their links and assignments, the scales of the marks, and what decides the places. */
export function JuecesPage() {
  return (
    <ViewPage title="Jueces" view={jueces} failed="No se cargaron los jueces" what="jueces">
      {(found) => <JuecesDesk list={found} />}
    </ViewPage>
  )
}

function JuecesDesk({ list: { jueces: all, escalas, pesos, desempate, categorias } }: { list: Jueces }) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[21rem_minmax(0,1fr)] xl:grid-rows-[auto_1fr] print:block">
      <div className="print:hidden">
        <JuezForm />
      </div>
      <section aria-label="Lista de jueces" className="min-w-0 xl:row-span-2">
        {all.length === 0 ? (
          <Empty title="No hay jueces.">Agrega al primero: tendrá un enlace y un código QR para entrar.</Empty>
        ) : (
          <>
            <div className="mb-4 flex flex-wrap items-start justify-between gap-3 print:hidden">
              <AddressNotice>
                Cada juez entra con su enlace o su código QR, sin contraseña, en todos los dispositivos que quiera.
              </AddressNotice>
              <Button icon={Printer} onClick={() => window.print()}>
                Imprimir códigos
              </Button>
            </div>
            <div className="jueces-list grid grid-cols-1 gap-4 lg:grid-cols-2 print:grid-cols-2">
              {all.map((juez) => (
                <JuezCard key={juez.id} juez={juez} categorias={categorias} />
              ))}
            </div>
          </>
        )}
      </section>
      {/* Folded: these are set once, and the judges are what the page is opened for. */}
      <details className="group print:hidden">
        <summary className="card flex min-h-14 list-none items-center gap-3 px-4 py-2">
          <h2 className="grow text-22">Reglas de calificación</h2>
          <Icon of={ChevronDown} size={20} className="shrink-0 text-muted group-open:rotate-180" />
        </summary>
        <div className="mt-4 grid gap-4">
          <EscalasForm escalas={escalas} />
          <Reglas pesos={pesos} desempate={desempate} />
        </div>
      </details>
    </div>
  )
}

/** Adds a judge. */
function JuezForm() {
  const form = useCommandForm(createJuez, {
    initial: { nombre: '' },
    failed: 'No se agregó el juez.',
    onDone: (_output, { nombre }) => toast(`Juez agregado: ${nombre.trim()}.`),
  })
  return (
    <Card title="Nuevo juez" titleClassName="mb-3">
      <form noValidate onSubmit={form.onSubmit} className="grid gap-3">
        <TextField
          label="Nombre del juez"
          isAlert
          hint="Tendrá todo el evento y su enlace desde el principio."
          {...form.field('nombre')}
        />
        <Button type="submit" variant="brand" icon={Plus} busy={form.busy} busyText="Agregando...">
          Agregar
        </Button>
        {form.problem && <Aviso tone="danger" title={form.fault} />}
      </form>
    </Card>
  )
}

/** Range and step of the marks, per type of criteria. The server refuses a text under the name of its field. */
function EscalasForm({ escalas }: { escalas: Jueces['escalas'] }) {
  const form = useCommandForm(saveEscalas, {
    initial: Object.fromEntries(
      TIPOS_CRITERIOS.flatMap((tipo) => [
        [`${tipo}.maximo`, numeroText(escalas[tipo].maximo)],
        [`${tipo}.paso`, numeroText(escalas[tipo].paso)],
      ]),
    ),
    toInput: (typed) =>
      Object.fromEntries(
        TIPOS_CRITERIOS.map((tipo) => [tipo, { maximo: typed[`${tipo}.maximo`], paso: typed[`${tipo}.paso`] }]),
      ),
    failed: 'No se guardaron las escalas.',
    onDone: () => toast('Escalas guardadas.'),
  })
  return (
    <Card title="Escalas">
      <p className="mt-1 mb-3 text-14 text-muted">
        De 0 al máximo, de paso en paso, según los criterios de la categoría. Lo ya calificado no cambia.
      </p>
      <form noValidate onSubmit={form.onSubmit} className="grid gap-3">
        {TIPOS_CRITERIOS.map((tipo) => (
          // Labels may wrap, and a field may have an error: the inputs stay side by side.
          <div
            key={tipo}
            className="grid gap-3 xs:grid-cols-[1fr_1fr] xs:gap-y-0 xs:*:row-span-3 xs:*:grid xs:*:grid-rows-subgrid xs:**:[label]:self-end"
          >
            <EscalaField label={`Máximo de ${tipoTitle(tipo)}`} {...form.field(`${tipo}.maximo`)} />
            <EscalaField label={`Paso de ${tipoTitle(tipo)}`} {...form.field(`${tipo}.paso`)} />
          </div>
        ))}
        {form.problem && <Aviso tone="danger" title={form.fault} />}
        <SaveButton form={form}>Guardar escalas</SaveButton>
      </form>
    </Card>
  )
}

function EscalaField(props: Parameters<typeof TextField>[0]) {
  return <TextField inputMode="decimal" maxLength={10} isAlert {...props} className="num" />
}
