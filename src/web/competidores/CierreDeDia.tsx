import type { Mesa } from '#contract/competidores.ts'
import { diaSiguiente, type Dia } from '#domain/dia.ts'
import { porCerrarDe } from '#domain/cierre.ts'
import { Button } from '../ui/Button.tsx'

interface Props {
  readonly mesa: Mesa
  readonly busy: boolean
  readonly onActivate: (dia: Dia) => void
}

/** What is left to do after the last turn of the day, and the next day. */
export function CierreDeDia({ mesa: { dia, categorias }, busy, onActivate }: Props) {
  const { sinCerrar, notasQueFaltan } = porCerrarDe(categorias)
  const siguiente = diaSiguiente(dia)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 pb-4 text-15">
      {sinCerrar > 0 && <p className="font-semibold">Categorías sin cerrar: {sinCerrar}</p>}
      {notasQueFaltan > 0 && <p className="font-semibold">Notas que faltan: {notasQueFaltan}</p>}
      {siguiente && (
        <Button size="dense" busy={busy} busyText="Cambiando..." onClick={() => onActivate(siguiente)}>
          Hacer activo el {siguiente}
        </Button>
      )}
    </div>
  )
}
