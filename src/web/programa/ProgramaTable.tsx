import { ChevronDown, ChevronRight, Coffee, Pencil, Trash2 } from 'lucide'
import { useState, type ReactNode } from 'react'
import type { CategoriaDePrograma, ProgramaDeDia } from '#contract/programa.ts'
import { formatDuracion } from '#domain/musica.ts'
import { conNumero } from '#domain/numero.ts'
import { planDeDia, type FilaDePlan } from '#domain/plan.ts'
import { SEGUNDO, type Publicacion } from '#domain/programa.ts'
import { Hora } from '../horario/Hora.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { askDeletePausa, askPausa } from './PausaDialog.tsx'

interface Props {
  readonly programa: ProgramaDeDia
  /** What `Publicar programa` would keep now; null until the day has a start. */
  readonly plan: Publicacion | null
}

/** A row for each category, which unfolds its entries, and for each break. */
export function ProgramaTable({ programa, plan }: Props) {
  const { dia, zonaHoraria: zona, categorias, pausas } = programa
  const filas = planDeDia(categorias, pausas, plan)
  if (filas.length === 0)
    return (
      <div className="p-3.5">
        <Empty title="Sin categorías.">{`Agrega la primera del ${dia} en Categorías.`}</Empty>
      </div>
    )
  return (
    <table role="table" className="sheet programa-rows">
      <TableHead columns={['Hora', 'Qué', 'Dura']} className="border-t border-line max-2xs:sr-only" />
      <tbody role="rowgroup">
        {filas.map((fila) =>
          fila.tipo === 'pausa' ? (
            <PausaRow key={fila.pausa.id} {...fila} programa={programa} />
          ) : (
            <CategoriaRows key={fila.categoria.id} {...fila} zona={zona} plan={plan} />
          ),
        )}
      </tbody>
    </table>
  )
}

type FilaOf<T extends 'categoria' | 'pausa'> = Extract<FilaDePlan<CategoriaDePrograma>, { readonly tipo: T }>

interface FilaProps {
  readonly inicio: number | null
  /** In ms. */
  readonly largo: number
  readonly zona: string
  readonly className?: string
  readonly children: ReactNode
}

/** A row with its time and its length; `children`: what it is. */
function Fila({ inicio, largo, zona, className, children }: FilaProps) {
  return (
    <tr role="row" className={className}>
      <td role="cell" className="programa-hora">
        <Hora instant={inicio} zona={zona} />
      </td>
      <td role="cell">{children}</td>
      <td role="cell" className="num">
        {formatDuracion(largo / SEGUNDO)}
      </td>
    </tr>
  )
}

function PausaRow({ programa, pausa, ...tiempo }: FilaOf<'pausa'> & Pick<Props, 'programa'>) {
  return (
    <Fila {...tiempo} zona={programa.zonaHoraria} className="bg-sunken">
      <span className="flex flex-wrap items-center gap-x-2.5">
        <Icon of={Coffee} size={17} className="shrink-0 text-muted" />
        <span className="max-w-[calc(100%-1.75rem)] font-semibold wrap-anywhere">{pausa.titulo}</span>
        <span className="ml-auto flex">
          <IconButton label={`Editar ${pausa.titulo}`} icon={Pencil} onClick={() => askPausa(programa, pausa)} />
          <IconButton
            label={`Eliminar ${pausa.titulo}`}
            icon={Trash2}
            onClick={() => askDeletePausa(programa, pausa)}
          />
        </span>
      </span>
    </Fila>
  )
}

interface CategoriaRowsProps extends FilaOf<'categoria'>, Pick<Props, 'plan'> {
  readonly zona: string
}

function CategoriaRows({ categoria, plan, zona, ...tiempo }: CategoriaRowsProps) {
  const [isOpen, setOpen] = useState(false)
  const { nombre, entradas } = categoria
  return (
    <>
      <Fila {...tiempo} zona={zona}>
        <span className="flex items-center gap-2 max-2xs:flex-wrap">
          <span className="min-w-0 font-semibold wrap-anywhere">{nombre}</span>
          {entradas.length > 0 && (
            <button
              type="button"
              aria-expanded={isOpen}
              className="ml-auto inline-flex min-h-11 shrink-0 items-center gap-1 text-14 font-semibold text-link"
              onClick={() => setOpen(!isOpen)}
            >
              <span className="sr-only">Mostrar {nombre}</span>
              <span aria-hidden>{entradas.length}</span>
              <Icon of={isOpen ? ChevronDown : ChevronRight} size={17} />
            </button>
          )}
        </span>
      </Fila>
      {isOpen &&
        entradas.map((entrada) => (
          <Fila
            key={entrada.id}
            inicio={entrada.retirada ? null : (plan?.inicios[entrada.id] ?? null)}
            largo={entrada.retirada ? 0 : entrada.largo}
            zona={zona}
            className="programa-entrada"
          >
            <span className="block wrap-anywhere">
              {entrada.retirada ? <s>{conNumero(entrada)}</s> : conNumero(entrada)}
            </span>{' '}
            <span className="block text-14 text-muted">{entrada.compania}</span>
          </Fila>
        ))}
    </>
  )
}
