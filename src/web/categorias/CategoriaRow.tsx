import { CalendarDays, Layers, Pencil } from 'lucide'
import { nombreOf } from '#domain/competidor.ts'
import { moveCategoria, type CategoriaPart, setCriterios, setMetodo } from '#contract/categorias.ts'
import { DeleteButton, useRowMove } from '../parts/RowButtons.tsx'
import { useCommandWithMotivo } from '../parts/useMotivo.ts'
import { askDia, askNombre } from './CambioDialog.tsx'
import { CupoField } from './CupoField.tsx'
import { formatFecha } from './fecha.ts'
import { askRonda } from './RondaDialog.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useId } from 'react'
import { criteriosOfTipo, isTipoCriterios, TIPOS_CRITERIOS, tipoTitle } from '#domain/criterios.ts'
import { isMetodo, METODOS, metodoTitle } from '#domain/metodo.ts'
import { useCommandWithToast } from '../api/useCommand.ts'
import { Options } from '../ui/Field.tsx'
import { RowSelect } from '../ui/RowSelect.tsx'
import { toast } from '../ui/toast.ts'
import { useChosen } from '../ui/useChosen.ts'

interface Props {
  readonly categoria: CategoriaPart
  readonly zona: string
  /** The limit of a category without its own; 0 is no limit. */
  readonly maximo: number
  /** The ids of the rows above and below. */
  readonly arribaId: string | undefined
  readonly abajoId: string | undefined
  readonly onDelete: (categoria: CategoriaPart) => void
}

const CRITERIOS =
  '[grid-area:criteria] lg:grid lg:grid-cols-[auto_minmax(0,1fr)] lg:items-center lg:gap-x-2 lg:gap-y-0.5 lg:py-1 lg:*:first:contents'

export function CategoriaRow({ categoria, zona, maximo, arribaId, abajoId, onDelete }: Props) {
  const { id, orden, fechaCreacion } = categoria
  const nombre = nombreOf(categoria)
  const move = useCommandWithMotivo(moveCategoria, 'No se cambió el orden.')
  const { rowProps, buttons } = useRowMove({
    nombre,
    isFirst: arribaId === undefined,
    isLast: abajoId === undefined,
    busy: move.busy,
    onMove: (direccion) => {
      const vecinoId = direccion === 'up' ? arribaId : abajoId
      const texts = { question: `¿Mover ${nombre}?`, act: 'Mover' }
      return move.save({ id, direccion, vecinoId }, texts)
    },
  })

  return (
    <tr role="row" {...rowProps}>
      <td role="cell" className="num text-18 [grid-area:order]">
        {orden ?? <span className="font-sans text-13 font-normal text-muted">Sin orden</span>}
      </td>
      <td role="cell" className="font-semibold wrap-anywhere [grid-area:name] lg:self-end lg:pt-1">
        {nombre}
      </td>
      <td role="cell" data-label="Criterios" className={CRITERIOS}>
        <CriteriosSelect categoria={categoria} nombre={nombre} />
        <span data-label="Método" className="block max-lg:mt-1 lg:[grid-area:1/2]">
          <MetodoSelect categoria={categoria} nombre={nombre} />
        </span>
      </td>
      <td role="cell" data-label="Cupo" className="[grid-area:count]">
        <CupoField categoria={categoria} nombre={nombre} maximo={maximo} />
      </td>
      <td role="cell" className="digits text-13 text-muted [grid-area:date] lg:self-start lg:pb-1">
        {formatFecha(fechaCreacion, zona)}
      </td>
      <td role="cell" className="[grid-area:acts]">
        <span className="flex items-center justify-end lg:flex-wrap lg:*:min-w-9">
          {categoria.cerrada && (
            <IconButton
              label={`Crear ronda con los mejores de ${nombre}`}
              icon={Layers}
              onClick={() => askRonda(categoria)}
            />
          )}
          <IconButton label={`Cambiar nombre de ${nombre}`} icon={Pencil} onClick={() => askNombre(categoria)} />
          <IconButton label={`Cambiar día de ${nombre}`} icon={CalendarDays} onClick={() => askDia(categoria)} />
          {buttons}
          <DeleteButton nombre={nombre} className="ml-2" onClick={() => onDelete(categoria)} />
        </span>
      </td>
    </tr>
  )
}

/** Chooses the criteria of a category, and names those that `Automático` selects. */
function CriteriosSelect({ categoria, nombre }: { categoria: CategoriaPart; nombre: string }) {
  const { id, criterios, tipoCriterios } = categoria
  const save = useCommandWithToast(setCriterios, { about: `criterios ${id}`, before: 'No se cambiaron los criterios.' })
  const [shown, choose] = useChosen<string>(criterios ?? 'automatico', save.busy)
  const hintId = useId()
  return (
    <span className="categorias-cell">
      <RowSelect
        aria-label={`Criterios de ${nombre}`}
        aria-describedby={hintId}
        aria-busy={save.busy || undefined}
        isLocked={save.busy}
        value={shown}
        onChoose={async (value) => {
          choose(value)
          const chosen = isTipoCriterios(value) ? value : 'automatico'
          if (await save.run({ id, criterios: chosen })) toast(`Criterios de ${nombre} guardados.`)
        }}
      >
        <Options
          of={[['automatico', 'Automático'], ...TIPOS_CRITERIOS.map((tipo) => [tipo, tipoTitle(tipo)] as const)]}
        />
      </RowSelect>
      <span id={hintId} className="text-14 whitespace-nowrap text-muted">
        {tipoTitle(tipoCriterios)}, {criteriosOfTipo(tipoCriterios).length}
        <span className="sr-only"> criterios</span>
      </span>
    </span>
  )
}

/** Chooses how the marks of a category become places. */
function MetodoSelect({ categoria: { id, metodo }, nombre }: { categoria: CategoriaPart; nombre: string }) {
  const { busy, save } = useCommandWithMotivo(setMetodo, `No se cambió el método de ${nombre}.`)
  const [shown, choose] = useChosen(metodo, busy)
  return (
    <RowSelect
      aria-label={`Método de ${nombre}`}
      aria-busy={busy || undefined}
      isLocked={busy}
      value={shown}
      onChoose={async (value) => {
        if (!isMetodo(value)) return
        choose(value)
        const isSaved = await save(
          { id, metodo: value },
          {
            question: `¿Cambiar el método de ${nombre} a ${metodoTitle(value)}?`,
            done: `Método de ${nombre} guardado.`,
          },
        )
        if (!isSaved) choose(metodo)
      }}
    >
      <Options of={METODOS.map((one) => [one, metodoTitle(one)])} />
    </RowSelect>
  )
}
