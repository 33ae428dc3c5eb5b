import type { Mesa } from '#contract/competidores.ts'
import { diaSiguiente } from '#domain/dia.ts'
import { porCerrarDe } from '#domain/cierre.ts'
import { Button } from '../ui/Button.tsx'
import type { TurnoActs } from './useTurno.tsx'

/** What is left to do after the last turn of the day, and the next day. */
export function CierreDeDia({ mesa: { dia, categorias }, turno }: { mesa: Mesa; turno: TurnoActs }) {
  const { sinCerrar, notasQueFaltan } = porCerrarDe(categorias)
  const siguiente = diaSiguiente(dia)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 pb-4 text-15">
      {sinCerrar > 0 && <p className="font-semibold">Categorías sin cerrar: {sinCerrar}</p>}
      {notasQueFaltan > 0 && <p className="font-semibold">Notas que faltan: {notasQueFaltan}</p>}
      {siguiente && (
        <Button
          size="dense"
          busy={turno.isChangingDia}
          busyText="Cambiando..."
          onClick={() => turno.changeDia(siguiente)}
        >
          Hacer activo el {siguiente}
        </Button>
      )}
    </div>
  )
}
