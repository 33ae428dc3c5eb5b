import { control as controlView, horario as horarioView } from '#contract/horario.ts'
import { useView } from '../live/useView.ts'
import { Waiting } from '../parts/Waiting.tsx'
import { InscripcionesCard } from './InscripcionesCard.tsx'
import { PublicoCard } from './PublicoCard.tsx'
import { RelojCard } from './RelojCard.tsx'
import { RelojPreview } from './RelojPreview.tsx'
import { TurnoCard } from './TurnoCard.tsx'

/** The settings of the night, grouped by what they bring about. */
export function ControlPage() {
  const horario = useView(horarioView, {})
  const control = useView(controlView, {})
  return (
    <main className="page page-wide">
      <h1 className="mb-5 text-30 lg:text-36">Control de Reloj</h1>
      {horario && control ? (
        <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-[1fr_1.1fr_1fr]">
          <div className="flex flex-col gap-4 md:max-xl:col-span-2">
            <RelojPreview reloj={horario} zona={horario.zonaHoraria} />
            <TurnoCard horario={horario} />
          </div>
          <RelojCard reloj={horario} zona={horario.zonaHoraria} control={control} />
          <PublicoCard publicado={control.publicado} />
          <InscripcionesCard reglas={control.inscripciones} zona={control.zonaHoraria} />
        </div>
      ) : (
        <Waiting failed="No se abrió el control">Cargando control...</Waiting>
      )}
    </main>
  )
}
