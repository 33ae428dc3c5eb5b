import { BookOpen, ChevronRight, CircleCheck } from 'lucide'
import { useId } from 'react'
import { preparativos } from '#contract/preparativos.ts'
import { joinNombres } from '#domain/plural.ts'
import { listFaltas, listOpciones, type Falta, type Preparativos } from '#domain/preparativos.ts'
import { addressOf } from '../address.ts'
import { useServerClock, useView } from '../live/tab.ts'
import { ICONS } from './icons.ts'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'
import { hrefTo, PATHS, type MenuPath } from '../paths.ts'
import { Card } from '../ui/Card.tsx'
import { Icon } from '../ui/Icon.tsx'

/** The screen that mends a point, or the part of the guide that says how. */
const MENDED: Readonly<Record<Falta['punto'], MenuPath | { readonly parte: string }>> = {
  textos: '/evento',
  imagenes: '/evento',
  categorias: '/categorias',
  competidores: '/competidores',
  musica: '/competidores',
  orden: '/competidores',
  cambios: '/programa',
  cierre: '/competidores',
  hora: '/control',
  jueces: '/jueces',
  asignacion: '/jueces',
  principal: '/jueces',
  https: { parte: 'red-y-https' },
  fechas: '/control',
  respaldo: { parte: 'respaldo' },
  publicar: '/programa',
  cerrarOrden: '/competidores',
  fecha: '/evento',
}

/** What the event lacks, each point with a link, and the guide of the organiser. */
export function LoQueFalta() {
  const seen = useView(preparativos, {})
  return (
    <Card title="Lo que falta" className="p-5">
      {seen ? (
        <Listas seen={seen} />
      ) : (
        <div className="my-4">
          <ViewPlaceholder of={[preparativos.name]} failed="No se abrió lo que falta" what="lo que falta" />
        </div>
      )}
      <a
        href={hrefTo('/guia')}
        className="flex min-h-11 items-center gap-2.5 border-t border-line pt-3 font-semibold text-link"
      >
        <Icon of={BookOpen} size={19} className="shrink-0" />
        Guía para el día del evento
      </a>
    </Card>
  )
}

function Listas({ seen }: { seen: Preparativos }) {
  const id = useId()
  const faltas = listFaltas(seen, useServerClock('minute'))
  const opciones = listOpciones(seen)
  return (
    <>
      {faltas.length > 0 ? (
        <Puntos puntos={faltas} />
      ) : (
        <p className="my-4 flex items-center gap-2.5 text-18 font-semibold">
          <Icon of={CircleCheck} size={22} className="shrink-0 text-go" />
          Todo listo.
        </p>
      )}
      {opciones.length > 0 && (
        <>
          <h3 id={id} className="border-t border-line pt-3 text-14 text-muted">
            También puedes
          </h3>
          <Puntos puntos={opciones} labelledBy={id} />
        </>
      )}
    </>
  )
}

function Puntos({ puntos, labelledBy }: { puntos: readonly Falta[]; labelledBy?: string }) {
  return (
    <ul aria-labelledby={labelledBy} className="my-2">
      {puntos.map((falta) => (
        <li key={falta.punto} className="border-t border-line first:border-0">
          <Row falta={falta} />
        </li>
      ))}
    </ul>
  )
}

function Row({ falta: { punto, titulo, dias } }: { falta: Falta }) {
  const to = MENDED[punto]
  const isScreen = typeof to === 'string'
  const href = isScreen ? hrefTo(to) : `#${addressOf('/guia/:parte', to)}`
  const where = isScreen ? `En ${PATHS[to].menu}` : 'En la guía'
  return (
    <div className="relative -mx-2 flex min-h-14 items-center gap-3 rounded-8 px-2 py-2 hover:bg-sunken">
      <Icon of={isScreen ? ICONS[to] : BookOpen} size={19} className="shrink-0 text-wait" />
      <span className="grow">
        {/* The whole row opens the link, whose name is the point alone. */}
        <a href={href} className="block font-semibold after:absolute after:inset-0">
          {titulo}
        </a>
        <span className="block text-14 text-muted">{dias.length > 0 ? `${where}: ${joinNombres(dias)}` : where}</span>
      </span>
      <Icon of={ChevronRight} size={18} className="shrink-0 text-muted" />
    </div>
  )
}
