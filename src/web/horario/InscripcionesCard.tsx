import { useRef } from 'react'
import { formatMomento, toLocalInput } from '#domain/hora.ts'
import { conAvisos } from '#domain/horaEscrita.ts'
import { aperturaOf } from '#domain/apertura.ts'
import type { Reglas } from '#domain/inscripcion.ts'
import { FECHA_Y_HORA } from '#contract/fields.ts'
import { saveInscripciones } from '#contract/inscripciones.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { useServerClock } from '../live/tab.ts'
import { SaveButton } from '../parts/SaveRow.tsx'
import { Aviso } from '../ui/Aviso.tsx'
import { Card } from '../ui/Card.tsx'
import { DateTimeField } from '../ui/DateTimeField.tsx'
import { numberOf, NumberField } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'

interface Props {
  readonly reglas: Reglas
  readonly zona: string
}

const FAILED = 'Error al actualizar las inscripciones:'

/** The dates between which competitors can enter and change their entries, and the limit of entries per category. */
export function InscripcionesCard({ reglas, zona }: Props) {
  const fields = useRef<HTMLFormElement>(null)
  const inZona = (iso: string | null) => (iso === null ? '' : toLocalInput(Date.parse(iso), zona))
  const form = useCommandForm(saveInscripciones, {
    initial: { desde: inZona(reglas.desde), hasta: inZona(reglas.hasta), maximo: String(reglas.maximo) },
    toInput: ({ desde, hasta, maximo }) => ({ desde, hasta, maximo: numberOf(maximo) }),
    check: () => checkIncomplete(fields.current),
    failed: FAILED,
    onDone: (_output, { desde, hasta }) => toast(conAvisos('Inscripciones actualizadas.', [desde, hasta], zona)),
  })
  return (
    <Card title="Inscripciones" titleClassName="mb-3" className="p-5 md:col-span-2 xl:col-span-3">
      <form ref={fields} noValidate onSubmit={form.onSubmit}>
        <div className="grid grid-cols-1 items-start gap-3 md:grid-cols-2 xl:grid-cols-[1fr_1fr_12rem_auto]">
          <DateTimeField label="Inscripciones desde" {...form.field('desde')} />
          <DateTimeField label="Inscripciones hasta" {...form.field('hasta')} />
          <NumberField label="Máximo por categoría" {...form.field('maximo')} />
          {/* At the height of the inputs, below their labels. */}
          <span className="grid md:pt-7">
            <SaveButton form={form}>Guardar Inscripciones</SaveButton>
          </span>
        </div>
        {form.refusal && <Aviso tone="danger" title={`${FAILED} ${form.refusal.message}`} className="mt-3" />}
      </form>
      <p className="mt-3 text-15 text-muted">
        <AperturaText reglas={reglas} zona={zona} /> Si dejas una fecha vacía, no hay límite. Con 0 no hay máximo.
      </p>
    </Card>
  )
}

/** Whether entries are open now, from the saved dates. */
function AperturaText({ reglas, zona }: Props) {
  const { desde, hasta } = reglas
  const now = useServerClock('minute')
  const apertura = aperturaOf(reglas, now)
  const momento = (iso: string) => formatMomento(Date.parse(iso), zona, now)
  let state = hasta === null ? 'Abiertas, sin fecha de cierre.' : `Abiertas hasta el ${momento(hasta)}.`
  let note = ''
  if (apertura === 'antes' && desde !== null) {
    state = `Abrirán el ${momento(desde)}.`
    note = 'Hasta entonces solo la organización inscribe.'
  }
  if (apertura === 'cerradas' && hasta !== null) {
    state = `Cerradas desde el ${momento(hasta)}.`
    note = 'Los competidores ven sus inscripciones, pero solo la organización puede cambiarlas.'
  }
  return (
    <>
      <strong className="font-semibold text-ink">{state}</strong> {note}
    </>
  )
}

/** Refuses an incomplete date. Its value is empty, which would mean no limit; only the browser reports it as bad input. */
function checkIncomplete(form: HTMLFormElement | null): Record<string, string> {
  const inputs = [...(form?.elements ?? [])].filter((element) => element instanceof HTMLInputElement)
  return Object.fromEntries(inputs.filter(({ validity }) => validity.badInput).map(({ name }) => [name, FECHA_Y_HORA]))
}
