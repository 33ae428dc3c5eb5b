import { MINUTOS_MAX, MINUTOS_MIN, type Reloj } from '#domain/ajustes.ts'
import { toLocalInput } from '#domain/hora.ts'
import { conAvisos } from '#domain/horaEscrita.ts'
import { saveHora, saveMinutos, selectRubrica, setReloj, type Control } from '#contract/horario.ts'
import { useCommandInPlace } from '../api/useCommand.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { DateTimeField } from '../ui/DateTimeField.tsx'
import { Select, NumberField, numberOf } from '../ui/Field.tsx'
import { Switch } from '../ui/Switch.tsx'
import { useChosen } from '../ui/useChosen.ts'
import { toast } from '../ui/toast.ts'
import { SaveRow } from '../parts/SaveRow.tsx'

export function RelojCard({ reloj, zona, control }: { reloj: Reloj; zona: string; control: Control }) {
  const active = useCommandInPlace(setReloj, 'Error al actualizar el reloj:')
  return (
    <section className="card flex flex-col gap-5 p-5">
      <div>
        <h2 className="mb-3 text-22">Reloj</h2>
        <Switch
          label="Activar Reloj"
          description="Activado, usa la hora real; desactivado, la hora guardada."
          checked={reloj.activarReloj}
          busy={active.busy}
          onChange={(activarReloj) => void active.run({ activarReloj })}
        />
        {active.fault && <Aviso tone="danger" title={active.fault} className="mt-3" />}
      </div>
      <HoraForm hora={reloj.hora} zona={zona} />
      <MinutosForm minutos={reloj.minutosPorCompetidor} />
      <RubricaSelect control={control} />
    </section>
  )
}

function HoraForm({ hora, zona }: { hora: string | null; zona: string }) {
  const form = useCommandForm(saveHora, {
    initial: { hora: hora === null ? '' : toLocalInput(Date.parse(hora), zona) },
    failed: 'Error al actualizar la hora:',
    onDone: (_output, typed) => toast(conAvisos('Hora actualizada correctamente.', [typed.hora], zona)),
  })
  return (
    <SaveRow form={form} save="Guardar Hora">
      <DateTimeField label="Hora" {...form.field('hora')} />
    </SaveRow>
  )
}

function MinutosForm({ minutos }: { minutos: number }) {
  const form = useCommandForm(saveMinutos, {
    initial: { minutosPorCompetidor: String(minutos) },
    toInput: ({ minutosPorCompetidor }) => ({ minutosPorCompetidor: numberOf(minutosPorCompetidor) }),
    failed: 'Error al actualizar los minutos:',
    onDone: () => toast('Minutos por competidor actualizados.'),
  })
  return (
    <SaveRow form={form} save="Guardar Minutos">
      <NumberField
        label="Minutos por competidor"
        type="number"
        min={MINUTOS_MIN}
        max={MINUTOS_MAX}
        {...form.field('minutosPorCompetidor')}
      />
    </SaveRow>
  )
}

function RubricaSelect({ control: { rubricas, rubricaSel } }: { control: Control }) {
  const select = useCommandInPlace(selectRubrica, 'Error al actualizar la rúbrica:')
  const [shown, choose] = useChosen(rubricaSel ?? '', select.busy)
  return (
    <div>
      <Select
        label="Selección de Rúbrica"
        value={shown}
        aria-busy={select.busy || undefined}
        readOnly={select.busy}
        options={[['', '-- Selecciona una rúbrica --'], ...rubricas.map((rubrica) => [rubrica, rubrica] as const)]}
        onChange={async ({ target }) => {
          if (select.busy) return
          choose(target.value)
          if (await select.run({ rubricaSel: target.value })) toast('Rúbrica actualizada.')
        }}
      />
      {select.fault && <Aviso tone="danger" title={select.fault} className="mt-3" />}
    </div>
  )
}
