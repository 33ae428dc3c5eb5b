import { Building2, ChevronDown, CircleCheck, Copy, type IconNode, Layers, ListX, Music } from 'lucide'
import type { DiaDeMesa } from '#contract/competidores.ts'
import { formatCount } from '#domain/plural.ts'
import { cambioText } from '#domain/ronda.ts'
import { Icon } from '../ui/Icon.tsx'
import { Card } from '../ui/Card.tsx'

/** An entry with its name and the title of its category. */
export interface Pendiente {
  readonly id: string
  readonly nombre: string
  readonly titulo: string
}

interface Props {
  readonly sinMusica: readonly Pendiente[]
  readonly sinCompania: readonly Pendiente[]
  readonly sinOrden: readonly Pendiente[]
  /** Entries that their owner entered twice in a category. */
  readonly dobles: readonly Pendiente[]
  readonly cambios: DiaDeMesa['cambios']
  readonly onShow: (id: string) => void
}

/** The open tasks of an organiser on a day: a number for each kind, which opens the names. */
export function PorResolver({ sinMusica, sinCompania, sinOrden, dobles, cambios, onShow }: Props) {
  const isDone = [sinMusica, sinCompania, sinOrden, dobles, cambios].every((list) => list.length === 0)
  return (
    <Card title="Por resolver" titleClassName="mb-2">
      {isDone ? (
        <p className="flex gap-2.5 text-15 text-muted">
          <Icon of={CircleCheck} size={19} className="mt-0.5 shrink-0 text-go" />
          Nada: todos los competidores tienen música, compañía y orden.
        </p>
      ) : (
        <>
          {cambios.map((cambio) => (
            <p key={cambio.id} className="flex gap-2 py-2 text-15">
              <Icon of={Layers} size={19} className="mt-0.5 shrink-0 text-wait" />
              {cambioText(cambio.ronda, cambio)}
            </p>
          ))}
          <Faltantes what="Sin música" icon={Music} entries={sinMusica} onShow={onShow} />
          <Faltantes what="Sin compañía" icon={Building2} entries={sinCompania} onShow={onShow} />
          <Faltantes what="Sin orden" icon={ListX} entries={sinOrden} onShow={onShow} />
          <Faltantes what="Inscritos dos veces" icon={Copy} entries={dobles} onShow={onShow} />
        </>
      )}
    </Card>
  )
}

interface FaltantesProps {
  readonly what: string
  readonly icon: IconNode
  readonly entries: readonly Pendiente[]
  readonly onShow: (id: string) => void
}

/** The entries that lack one thing: their number, which opens the list of names. Draws nothing without entries. */
function Faltantes({ what, icon, entries, onShow }: FaltantesProps) {
  if (entries.length === 0) return null
  return (
    <details className="group border-t border-line first-of-type:border-0">
      <summary className="-mx-2 flex min-h-11 flex-wrap cursor-pointer list-none items-center gap-2 rounded-8 px-2 text-15">
        <Icon of={icon} size={19} className="shrink-0 text-wait" />
        <span className="grow font-semibold">{what}</span>
        <span className="digits flex items-center gap-1 text-14 text-muted">
          {formatCount(entries.length, 'competidor', 'competidores')}
          <Icon
            of={ChevronDown}
            size={17}
            className="shrink-0 transition-transform duration-150 group-open:rotate-180"
          />
        </span>
      </summary>
      <ul className="desk-lacking mb-3 text-15">
        {entries.map(({ id, nombre, titulo }) => (
          <li key={id}>
            <button
              type="button"
              className="min-h-11 w-full rounded-8 py-1 pl-7 text-left hover:bg-sunken"
              onClick={() => onShow(id)}
            >
              {nombre}
              <span className="block text-13 text-muted">{titulo}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
