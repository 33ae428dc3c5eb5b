import { CirclePause } from 'lucide'
import type { Reloj } from '#domain/ajustes.ts'
import { control as controlView } from '#contract/horario.ts'
import { horario as horarioView } from '#contract/views/horario.ts'
import { useFailure, useView } from '../live/tab.ts'
import { RelojDigits } from './Hora.tsx'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'
import { nombreDeZona } from './zona.ts'
import { Icon } from '../ui/Icon.tsx'
import { InscripcionesCard } from './InscripcionesCard.tsx'
import { PublicoCard } from './PublicoCard.tsx'
import { RelojCard } from './RelojCard.tsx'
import { TurnoCard } from './TurnoCard.tsx'

const KEYS = [horarioView.name, controlView.name]

/** The settings of the turn, the clock, the public results and the entries. */
export function ControlPage() {
  const horario = useView(horarioView, {})
  const control = useView(controlView, {})
  const isWhole = Boolean(horario && control)
  // When one view fails, the cards of the other stay.
  const isPartial = useFailure(KEYS) === 'view'
  return (
    <main className="page">
      <h1 className="mb-5 text-30 lg:text-36">Control de Reloj</h1>
      {!isWhole && (
        <div className="mb-4">
          <ViewPlaceholder
            of={KEYS}
            failed={isPartial ? 'No se abrió una parte del control' : 'No se abrió el control'}
            what="control"
          />
        </div>
      )}
      {(isPartial || isWhole) && (
        <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2 xl:grid-cols-[1fr_1.1fr_1fr]">
          {horario && (
            <div className="flex flex-col gap-4 md:max-xl:col-span-2">
              <RelojPreview reloj={horario} zona={horario.zonaHoraria} />
              <TurnoCard horario={horario} />
            </div>
          )}
          {horario && control && <RelojCard reloj={horario} zona={horario.zonaHoraria} control={control} />}
          {control && (
            <>
              <PublicoCard publicado={control.publicado} />
              <InscripcionesCard reglas={control.inscripciones} zona={control.zonaHoraria} />
            </>
          )}
        </div>
      )}
    </main>
  )
}

/** The clock as the public sees it. */
function RelojPreview({ reloj, zona }: { reloj: Reloj; zona: string }) {
  return (
    <section aria-label="Reloj en vivo" className="stage rounded-16 p-5">
      <p className="flex items-center gap-2.5 text-14 font-semibold">
        {reloj.activarReloj ? (
          <span className="pulse" aria-hidden />
        ) : (
          <Icon of={CirclePause} size={18} className="text-gold" />
        )}
        {reloj.activarReloj ? 'Reloj activo, hora real' : 'Reloj detenido, hora guardada'}
      </p>
      <p className="my-4 text-[clamp(3.5rem,9vw,5.25rem)] leading-none text-gold">
        <RelojDigits reloj={reloj} zona={zona} />
      </p>
      <p className="text-14 text-muted">Así lo ve el público ahora. Zona del evento: {nombreDeZona(zona)}.</p>
    </section>
  )
}
