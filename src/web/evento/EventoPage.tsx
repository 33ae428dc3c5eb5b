import { useId, useMemo, type ReactNode } from 'react'
import { saveEvento } from '#contract/evento.ts'
import { portada } from '#contract/views/portada.ts'
import type { ClaveDeEvento, Evento } from '#domain/evento.ts'
import { TEXTOS_DE_EVENTO } from '#domain/textosDeEvento.ts'
import { formatHora, isZona } from '#domain/hora.ts'
import { useCommandForm, type BoundField } from '../api/useCommandForm.ts'
import { useServerClock } from '../live/tab.ts'
import { SaveButton } from '../parts/SaveRow.tsx'
import { ViewPage } from '../parts/ViewPage.tsx'
import { zonasPorNombre } from '../horario/zona.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { DateTimeField } from '../ui/DateTimeField.tsx'
import { Select, TextField } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import { GaleriaCard } from './GaleriaCard.tsx'

/** The texts and the zone of the event, and the images of the home page. */
export function EventoPage() {
  return (
    <ViewPage title="Evento" view={portada} failed="No se abrió el evento" what="evento">
      {({ evento, imagenes }) => (
        <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_28rem]">
          <TextosForm evento={evento} />
          <GaleriaCard imagenes={imagenes} />
        </div>
      )}
    </ViewPage>
  )
}

/** For long texts. */
const WIDE = 'md:col-span-2'

function TextosForm({ evento }: { evento: Evento }) {
  const form = useCommandForm(saveEvento, {
    initial: { ...evento, fecha: evento.fecha ?? '' },
    failed: 'No se guardó el evento.',
    onDone: () => toast('Evento guardado.'),
  })
  const texto = (campo: ClaveDeEvento) => ({ label: TEXTOS_DE_EVENTO[campo], ...form.field(campo) })
  return (
    <form noValidate onSubmit={form.onSubmit} className="card p-5">
      <Group title="Nombre" help="En el encabezado y en la portada de todos.">
        <TextField {...texto('nombre')} />
        <TextField {...texto('edicion')} />
        <TextField {...texto('subtitulo')} fieldClass={WIDE} />
      </Group>
      <Group title="Sede" help="En la portada, con su enlace al mapa.">
        <TextField {...texto('hotel')} fieldClass={WIDE} />
        <TextField {...texto('direccion')} fieldClass={WIDE} />
        <TextField
          {...texto('enlaceMapa')}
          type="url"
          inputMode="url"
          fieldClass={WIDE}
          hint="Si lo dejas vacío, no aparece el mapa."
        />
      </Group>
      <Group title="Contacto" help="Al pie de todas las páginas.">
        <TextField {...texto('correo')} type="email" />
        <TextField {...texto('telefono')} type="tel" />
        <TextField {...texto('derechos')} fieldClass={WIDE} />
      </Group>
      <Group title="Fecha y hora" help="Todos ven el horario en esta zona, estén donde estén.">
        <DateTimeField
          label="Fecha del jueves"
          type="date"
          hint="Opcional: los demás días la siguen. Sale junto a cada día."
          {...form.field('fecha')}
        />
        <div className={WIDE}>
          <ZonaSelect {...form.field('zonaHoraria')} />
        </div>
      </Group>
      {form.problem && <Aviso tone="danger" title={form.fault} className="mt-5" />}
      <SaveButton form={form} className="mt-5 w-full sm:w-auto">
        Guardar Evento
      </SaveButton>
    </form>
  )
}

function Group({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="not-first:mt-6 not-first:border-t not-first:border-line not-first:pt-5">
      <h2 id={id} className="text-22">
        {title}
      </h2>
      <p className="mt-1 mb-4 text-14 text-muted">{help}</p>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">{children}</div>
    </section>
  )
}

const KNOWN = Intl.supportedValuesOf('timeZone')

/** The time zones that the browser supports, and the saved zone also when it is not one of them. */
function ZonaSelect(field: BoundField) {
  const now = useServerClock('minute')
  const saved = KNOWN.includes(field.value) ? null : field.value
  // Sorted once: there are hundreds, and the form renders at each keystroke.
  const zonas = useMemo(() => zonasPorNombre(saved === null ? KNOWN : [saved, ...KNOWN]), [saved])
  const hint = isZona(field.value) ? `Hora actual en esa zona: ${formatHora(now, field.value)}.` : undefined
  return (
    <Select
      label="Zona horaria"
      hint={hint}
      options={zonas.map(({ zona, nombre }) => [zona, `${nombre} (${zona})`])}
      {...field}
    />
  )
}
