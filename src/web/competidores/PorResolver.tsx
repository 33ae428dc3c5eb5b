import { Building2, ChevronDown, CircleCheck, Copy, type IconNode, Layers, ListX, Music, Timer } from 'lucide'
import { useState } from 'react'
import type { CategoriaMesaPart, CompetidorAdmin, DiaDeMesa } from '#contract/competidores.ts'
import { tituloOf } from '#domain/categoria.ts'
import { formatCount } from '#domain/plural.ts'
import { cambioText } from '#domain/ronda.ts'
import { Icon } from '../ui/Icon.tsx'
import { Card } from '../ui/Card.tsx'

type Entry = CompetidorAdmin & { readonly titulo: string }

interface Props {
  readonly categorias: readonly CategoriaMesaPart[]
  readonly cambios: DiaDeMesa['cambios']
  readonly sinTiempo: readonly string[]
  readonly onShow: (id: string) => void
}

/** The open tasks of an organiser on a day: a number for each kind, which opens the names. */
export function PorResolver({ categorias, cambios, sinTiempo, onShow }: Props) {
  const entriesOf = (listOf: (categoria: CategoriaMesaPart) => readonly CompetidorAdmin[]): Entry[] =>
    categorias.flatMap((one) => listOf(one).map((entry) => ({ ...entry, titulo: tituloOf(one) })))
  const entries = entriesOf(({ competidores, sinOrden }) => [...competidores, ...sinOrden])
  const tasks = [
    ['Sin música', Music, entries.filter(({ tieneMusica }) => !tieneMusica)],
    ['Sin compañía', Building2, entries.filter(({ tieneCompania }) => !tieneCompania)],
    ['Sin orden', ListX, entriesOf(({ sinOrden }) => sinOrden)],
    // Their owner entered them twice in a category.
    ['Inscritos dos veces', Copy, entries.filter(({ isDoble }) => isDoble)],
  ] as const
  const avisos = [
    ...cambios.map((cambio) => [Layers, cambioText(cambio.ronda, cambio)] as const),
    ...sinTiempo.map((text) => [Timer, text] as const),
  ]
  const isDone = avisos.length === 0 && tasks.every(([, , list]) => list.length === 0)
  return (
    <Card title="Por resolver" titleClassName="mb-2">
      {isDone ? (
        <p className="flex gap-2.5 text-15 text-muted">
          <Icon of={CircleCheck} size={19} className="mt-0.5 shrink-0 text-go" />
          Nada: todos los competidores tienen música, compañía y orden.
        </p>
      ) : (
        <>
          {avisos.map(([icon, text]) => (
            <p key={text} className="flex gap-2 py-2 text-15">
              <Icon of={icon} size={19} className="mt-0.5 shrink-0 text-wait" />
              {text}
            </p>
          ))}
          {tasks.map(([what, icon, list]) => (
            <Faltantes key={what} what={what} icon={icon} entries={list} onShow={onShow} />
          ))}
        </>
      )}
    </Card>
  )
}

interface FaltantesProps {
  readonly what: string
  readonly icon: IconNode
  readonly entries: readonly Entry[]
  readonly onShow: (id: string) => void
}

/** The entries that lack one thing: their number, which opens the list of names. Draws nothing without entries. */
function Faltantes({ what, icon, entries, onShow }: FaltantesProps) {
  // A closed list has no rows: a press would render 400 that nobody sees.
  const [isOpen, setOpen] = useState(false)
  if (entries.length === 0) return null
  return (
    <details
      className="group border-t border-line first-of-type:border-0"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
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
      {isOpen && (
        <ul className="mb-3 max-h-96 overflow-y-auto text-15">
          {entries.map(({ id, nombre, titulo }) => (
            <li key={id}>
              <button
                type="button"
                className="min-h-11 w-full rounded-8 py-1 pl-7 text-left -outline-offset-3 hover:bg-sunken"
                onClick={() => onShow(id)}
              >
                {nombre}
                <span className="block text-13 text-muted">{titulo}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
