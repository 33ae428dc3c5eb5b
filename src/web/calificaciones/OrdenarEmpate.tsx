import { useState } from 'react'
import type { Direction } from '#domain/orden.ts'
import { stepInList } from '#domain/lista.ts'
import { yaPasoText } from '#domain/ronda.ts'
import { orderEmpate } from '#contract/calificaciones.ts'
import type { CategoriaPorCerrar } from '#contract/views/jueces.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { Status } from '../ui/Aviso.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { Select, TextField } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import { MoveButtons } from '../parts/RowButtons.tsx'

/** `empates`: also those that were ordered before. */
export interface CategoriaConEmpates extends CategoriaPorCerrar {
  readonly id: string
  readonly nombre: string
  readonly competidores: readonly { readonly id: string; readonly nombre: string; readonly compania?: string }[]
}

interface Props {
  readonly categoria: CategoriaConEmpates
  readonly onClose: () => boolean
}

/** Orders the entries of a tie by hand. With several ties, one at a time. */
export function OrdenarEmpateDialog({ categoria: { id, nombre, pasaA, empates, competidores }, onClose }: Props) {
  const [at, setAt] = useState(0)
  const [ordenes, setOrdenes] = useState(() => empates.map(({ ids }) => ids))
  const [said, say] = useState('')
  const ids = ordenes[at] ?? []
  const autor = empates[at]?.autor ?? null
  const byId = new Map(competidores.map((competidor) => [competidor.id, competidor]))
  const nombreOf = (competidorId: string): string => byId.get(competidorId)?.nombre ?? ''
  const form = useCommandForm(orderEmpate, {
    initial: { motivo: '' },
    toInput: ({ motivo }) => ({ id, ids, motivo }),
    failed: 'No se ordenó el empate.',
    onDone: () => {
      onClose()
      toast(`Empate de ${nombre} ordenado.`)
    },
  })
  const { error } = form.field('motivo')

  const move = async (competidorId: string, direccion: Direction): Promise<boolean> => {
    const next = stepInList(ids, competidorId, direccion)
    setOrdenes(ordenes.with(at, next))
    say(`${nombreOf(competidorId)}: ${next.indexOf(competidorId) + 1} de ${next.length}.`)
    return true
  }

  return (
    <ConfirmDialog
      question={`Ordenar empate de ${nombre}`}
      act="Guardar orden del empate"
      busyText="Guardando..."
      busy={form.busy}
      problem={error ? null : form.fault}
      onAct={form.onSubmit}
      onCancel={onClose}
      fields={
        <>
          {empates.length > 1 && (
            <div className="mt-4">
              <Select
                label="Empate"
                value={at}
                readOnly={form.busy}
                options={empates.map((empate, index) => [index, empate.ids.map(nombreOf).join(', ')])}
                onChange={({ target }) => setAt(Number(target.value))}
              />
            </div>
          )}
          {autor !== null && <p className="mt-3 text-14 text-muted">Empate resuelto por {autor}.</p>}
          <ol className="mt-3">
            {ids.map((competidorId, index) => (
              <li key={competidorId} className="flex items-center gap-3 border-line py-1 not-first:border-t">
                <span className="num w-5 text-18">{index + 1}</span>
                <span className="min-w-0 grow leading-tight wrap-anywhere">
                  <span className="block text-15 font-semibold">{nombreOf(competidorId)}</span>
                  <span className="text-13 text-muted">{byId.get(competidorId)?.compania}</span>
                </span>
                <span className="flex flex-none">
                  <MoveButtons
                    nombre={nombreOf(competidorId)}
                    isFirst={index === 0}
                    isLast={index === ids.length - 1}
                    busy={form.busy}
                    onMove={(direccion) => move(competidorId, direccion)}
                  />
                </span>
              </li>
            ))}
          </ol>
          <Status className="sr-only">{said}</Status>
          <TextField label="Motivo" isAlert fieldClass="mt-4" {...form.field('motivo')} />
        </>
      }
    >
      El primero queda en el mejor lugar. Si llega otra calificación de la categoría, este orden se deshace.
      {yaPasoText(pasaA)}
    </ConfirmDialog>
  )
}
