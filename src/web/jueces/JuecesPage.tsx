import { Printer } from '../ui/tableIcons.ts'
import { jueces, type Jueces } from '#contract/views/jueces.ts'
import { viewKey } from '#contract/view.ts'
import { useView } from '../live/useView.ts'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { EscalasForm } from './EscalasForm.tsx'
import { JuezCard } from './JuezCard.tsx'
import { JuezForm } from './JuezForm.tsx'
import './jueces.css'

/** The judges, with their links and assignments, and the scales of the marks. */
export function JuecesPage() {
  const found = useView(jueces, {})
  return (
    <main className="page page-wide">
      <h1 className="juez-screen mb-5 text-30 lg:text-36">Jueces</h1>
      {found ? (
        <JuecesDesk list={found} />
      ) : (
        <ViewPlaceholder of={[viewKey(jueces)]} failed="No se cargaron los jueces" what="jueces" />
      )}
    </main>
  )
}

function JuecesDesk({ list: { jueces: all, escalas, categorias } }: { list: Jueces }) {
  return (
    <div className="jueces-desk">
      <div className="juez-screen grid gap-4 md:max-xl:grid-cols-2">
        <JuezForm />
        <EscalasForm escalas={escalas} />
      </div>
      <section aria-label="Lista de jueces" className="min-w-0">
        {all.length === 0 ? (
          <Empty title="No hay jueces.">Agrega al primero: tendrá un enlace y un código QR para entrar.</Empty>
        ) : (
          <>
            <div className="juez-screen mb-4 flex flex-wrap items-start justify-between gap-3">
              <AddressNotice />
              <Button icon={<Printer size={18} aria-hidden />} onClick={() => window.print()}>
                Imprimir códigos
              </Button>
            </div>
            <div className="jueces-list grid grid-cols-1 gap-4 lg:grid-cols-2">
              {all.map((juez) => (
                <JuezCard key={juez.id} juez={juez} categorias={categorias} />
              ))}
            </div>
          </>
        )}
      </section>
    </div>
  )
}

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/

/** Warns when the links do not open on other devices (loopback address), or do not work offline (no https). */
function AddressNotice() {
  const { hostname, protocol } = location
  if (LOOPBACK.test(hostname)) {
    return (
      <Aviso tone="info" title="Estos enlaces solo abren en este equipo.">
        Para las tabletas, abre esta página desde la dirección del evento.
      </Aviso>
    )
  }
  if (protocol === 'https:') return <p className="max-w-140 text-15 text-muted">{HELP}</p>
  return (
    <Aviso tone="info" title="Esta dirección no usa https.">
      Los enlaces abren, pero sin https las tabletas no trabajan sin señal ni mantienen la pantalla encendida.
    </Aviso>
  )
}

const HELP = 'Cada juez entra con su enlace o su código QR, sin contraseña, en todos los dispositivos que quiera.'
