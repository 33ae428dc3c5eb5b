import { CircleCheck, Hourglass } from 'lucide'
import { useId, type ReactNode } from 'react'
import { conNumero } from '#domain/numero.ts'
import { tituloOf } from '#domain/categoria.ts'
import type { Dia } from '#domain/dia.ts'
import { faltanText } from '#domain/jurado.ts'
import { jurado as juradoView, type CategoriaDeJuradoPart, type CompetidorDeJurado } from '#contract/views/jueces.ts'
import { useView } from '../live/tab.ts'
import { CierreActs } from '../calificaciones/CierreActs.tsx'
import { EstadoPill, ReabiertaPill, RetiroPill } from '../parts/EstadoPill.tsx'
import { ReopenMarca } from '../calificaciones/ReopenMarca.tsx'
import { Tardias } from '../calificaciones/Tardias.tsx'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Card } from '../ui/Card.tsx'

interface Props {
  /** The day whose categories are listed. */
  readonly dia: Dia
  /** The entry on the judge's screen: its marks are listed, and can be reopened. */
  readonly competidorId: string | undefined
}

/** For the head judge: the marks of the entry on screen, late marks, and the categories of a day with their missing judges. */
export function Jurado({ dia, competidorId }: Props) {
  const found = useView(juradoView, {})
  if (!found) return <ViewPlaceholder of={[juradoView.name]} failed="No se abrió el jurado" what="jurado" />
  const entries = found.categorias.flatMap(({ competidores }) => competidores)
  const actual = entries.find(({ id }) => id === competidorId)
  return (
    <div className="grid gap-4">
      <Tardias />
      {actual && <Marcas competidor={actual} />}
      <h2 className="text-24">Categorías del {dia}</h2>
      {found.categorias
        .filter((categoria) => categoria.dia === dia)
        .map((categoria) => (
          <Categoria key={categoria.id} categoria={categoria} />
        ))}
    </div>
  )
}

/** The marks of an entry. `total` is missing while the head judge owes the entry. */
function Marcas({ competidor: { id, nombre, marcas, faltan, pasaA } }: { competidor: CompetidorDeJurado }) {
  const sent = marcas.filter(({ estado }) => estado === 'enviada').length
  return (
    <Card title={`${nombre}: ${sent} de ${sent + faltan.length} jueces`}>
      <ul className="mt-2">
        {marcas.map(({ juezId, juez, estado, total }) => (
          <Line key={juezId} icon={<Icon of={CircleCheck} size={20} className="text-go" />} nombre={juez}>
            {total !== null && <span className="num text-20">{total}</span>}
            {estado === 'enviada' ? (
              <ReopenMarca competidorId={id} competidor={nombre} juezId={juezId} juez={juez} pasaA={pasaA} />
            ) : (
              <ReabiertaPill />
            )}
          </Line>
        ))}
        {faltan
          .filter((juez) => !marcas.some(({ juezId }) => juezId === juez.id))
          .map((juez) => (
            <Line key={juez.id} icon={<Icon of={Hourglass} size={20} className="text-wait" />} nombre={juez.nombre}>
              <span className="text-14 text-muted">Falta</span>
            </Line>
          ))}
      </ul>
    </Card>
  )
}

function Line({ icon, nombre, children }: { icon: ReactNode; nombre: string; children: ReactNode }) {
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-3 py-1.5 not-first:border-t not-first:border-line">
      {icon}
      <span className="min-w-24 flex-[1_1_0] font-semibold">{nombre}</span>
      {children}
    </li>
  )
}

function Categoria({ categoria }: { categoria: CategoriaDeJuradoPart }) {
  const { cierre, competidores } = categoria
  const headingId = useId()
  const pending = competidores.filter(({ faltan, retiro }) => faltan.length > 0 || retiro)
  return (
    <section aria-labelledby={headingId} className="card p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 id={headingId} className="grow text-20">
          {tituloOf(categoria)}
        </h3>
        <EstadoPill estado={cierre ? 'final' : 'provisional'} />
      </div>
      {cierre?.decision && <p className="mt-1 text-14 text-muted">Decisión: {cierre.decision}</p>}
      {pending.length === 0 ? (
        <p className="my-2 text-15 text-muted">
          {competidores.length === 0 ? 'Sin competidores.' : 'No falta ninguna calificación.'}
        </p>
      ) : (
        <ul className="my-2">
          {pending.map((competidor) => (
            <li key={competidor.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1 text-15">
              <span className="font-semibold">{conNumero(competidor)}</span>
              {competidor.retiro ? (
                <RetiroPill estado={competidor.retiro} />
              ) : (
                <span className="text-muted">{faltanText(competidor.faltan)}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      <CierreActs categoria={categoria} />
    </section>
  )
}
