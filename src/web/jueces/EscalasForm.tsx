import { saveEscalas } from '#contract/jueces.ts'
import type { Jueces } from '#contract/views/jueces.ts'
import { TIPOS_CRITERIOS, tipoTitle, type TipoCriterios } from '#domain/criterios.ts'
import { numeroText, type Escala } from '#domain/escala.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { TextField } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'

/** The names under which the server refuses a text. */
type Campo = `${TipoCriterios}.${keyof Escala}`

/** Range and step of the marks, per type of criteria. */
export function EscalasForm({ escalas }: { escalas: Jueces['escalas'] }) {
  const form = useCommandForm(saveEscalas, {
    initial: initialOf(escalas),
    toInput: (typed) =>
      Object.fromEntries(
        TIPOS_CRITERIOS.map((tipo) => [tipo, { maximo: typed[`${tipo}.maximo`], paso: typed[`${tipo}.paso`] }]),
      ),
    failed: 'No se guardaron las escalas.',
    onDone: () => toast('Escalas guardadas.'),
  })
  return (
    <Card title="Escalas">
      <p className="mt-1 mb-3 text-14 text-muted">
        De 0 al máximo, de paso en paso, según los criterios de la categoría. Lo ya calificado no cambia.
      </p>
      <form noValidate onSubmit={form.onSubmit} className="grid gap-3">
        {TIPOS_CRITERIOS.map((tipo) => (
          <div key={tipo} className="escala-fields">
            <EscalaField label={`Máximo de ${tipoTitle(tipo)}`} {...form.field(`${tipo}.maximo`)} />
            <EscalaField label={`Paso de ${tipoTitle(tipo)}`} {...form.field(`${tipo}.paso`)} />
          </div>
        ))}
        {form.problem && <Aviso tone="danger" title={form.fault} />}
        <Button type="submit" variant={form.changed ? 'brand' : 'outline'} busy={form.busy} busyText="Guardando...">
          Guardar escalas
        </Button>
      </form>
      <UnsavedGuard isUnsaved={form.isUnsaved} />
    </Card>
  )
}

function initialOf(escalas: Jueces['escalas']): Readonly<Record<Campo, string>> {
  return Object.fromEntries(
    TIPOS_CRITERIOS.flatMap((tipo) => [
      [`${tipo}.maximo`, numeroText(escalas[tipo].maximo)],
      [`${tipo}.paso`, numeroText(escalas[tipo].paso)],
    ]),
  ) as Readonly<Record<Campo, string>>
}

function EscalaField(props: Parameters<typeof TextField>[0]) {
  return <TextField inputMode="decimal" autoComplete="off" maxLength={10} isAlert {...props} className="num" />
}
