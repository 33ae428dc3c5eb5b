import { Plus } from 'lucide'
import { useId } from 'react'
import type { Dia } from '#domain/dia.ts'
import { createCategoria } from '#contract/categorias.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { CONTROL, FieldError } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import { useShownFor } from '../ui/timed.ts'

/** Milliseconds. */
const DUPLICATE_MS = 3_000

/** Adds a category at the end of a day. `orden` is the position that it will get. */
export function CategoriaForm({ dia, orden }: { dia: Dia; orden: number }) {
  const form = useCommandForm(createCategoria, {
    initial: { nombre: '' },
    failed: 'No se agregó la categoría.',
    toInput: ({ nombre }) => ({ nombre, dia }),
    onDone: (_output, { nombre }) => toast(`Categoría agregada: ${nombre.trim()}.`),
  })
  const id = useId()
  const { error, ...input } = form.field('nombre')
  const isDuplicate = form.problem?.code === 'categoria.duplicate'
  const duplicate = useShownFor(isDuplicate ? form.problem : null, DUPLICATE_MS)
  const said = error ?? duplicate?.message

  return (
    <Card title="Nueva categoría" titleClassName="mb-3">
      <form
        noValidate
        className="grid gap-x-3 md:max-xl:grid-cols-[1fr_14rem]"
        onSubmit={(event) => {
          // An empty name sends nothing and shows no error.
          if (input.value.trim() === '') event.preventDefault()
          else form.onSubmit(event)
        }}
      >
        <label htmlFor={id} className="col-span-full mb-1.5 text-15 font-semibold">
          Nombre de la categoría
        </label>
        <input
          {...input}
          id={id}
          autoComplete="off"
          aria-invalid={said ? true : undefined}
          aria-describedby={`${id}-said ${id}-hint`}
          className={CONTROL}
        />
        {/* The height is reserved, so that an error moves nothing. */}
        <div id={`${id}-said`} className="col-span-full min-h-8 pb-1.5 md:max-xl:order-1">
          {said && <FieldError error={said} isAlert />}
        </div>
        <Button type="submit" variant="brand" className="h-12" icon={Plus} busy={form.busy} busyText="Agregando...">
          Agregar
        </Button>
        <p
          id={`${id}-hint`}
          className="col-span-full mt-2.5 text-14 text-balance text-muted md:max-xl:order-1 md:max-xl:mt-0"
        >
          Se agrega al final del {dia}, con el orden {orden}.
        </p>
        {form.problem && !isDuplicate && (
          <Aviso tone="danger" title={form.fault} className="order-1 col-span-full mt-3" />
        )}
      </form>
    </Card>
  )
}
