import { tituloOf } from '#domain/categoria.ts'
import type { Mesa } from '#contract/competidores.ts'
import { RowAct } from '../parts/ActDialog.tsx'
import { Card } from '../ui/Card.tsx'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import type { TurnoActs } from './useTurno.tsx'

/** The entries that the turn has passed over without calling them. Shows nothing while there are none. */
export function SinTurno({ mesa: { categorias, sinTurno }, turno }: { mesa: Mesa; turno: TurnoActs }) {
  const passedOver = categorias.flatMap((categoria) =>
    categoria.competidores
      .filter(({ id }) => sinTurno.includes(id))
      .map(({ id, nombre }) => ({ id, nombre, titulo: tituloOf(categoria) })),
  )
  if (passedOver.length === 0) return null
  return (
    <Card title="Sin turno" className="mt-4 p-4">
      <p className="mt-1 text-15 text-muted">
        El turno ya pasó por su lugar y no compitieron. Después de cada uno, el día sigue donde iba.
      </p>
      <ul className="mt-3 grid gap-x-8 gap-y-3 lg:grid-cols-2">
        {passedOver.map(({ id, nombre, titulo }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-3">
            <span className="grow basis-40">
              <span className="font-semibold">{nombre}</span>
              <span className="block text-14 text-muted">{titulo}</span>
            </span>
            <KeepFocus>
              <RowAct act="Dar el turno" of={`a ${nombre}`} onClick={() => turno.select(id, true)} />
            </KeepFocus>
          </li>
        ))}
      </ul>
    </Card>
  )
}
