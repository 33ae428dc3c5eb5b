import { Plus } from '../ui/icons.ts'
import { createJuez } from '#contract/jueces.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { TextField } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'

/** Adds a judge. */
export function JuezForm() {
  const form = useCommandForm(createJuez, {
    initial: { nombre: '' },
    failed: 'No se agregó el juez.',
    onDone: (_output, { nombre }) => toast(`Juez agregado: ${nombre.trim()}.`),
  })
  return (
    <Card title="Nuevo juez" titleClassName="mb-3">
      <form noValidate onSubmit={form.onSubmit} className="grid gap-3">
        <TextField
          label="Nombre del juez"
          autoComplete="off"
          isAlert
          hint="Tendrá todo el evento y su enlace desde el principio."
          {...form.field('nombre')}
        />
        <Button
          type="submit"
          variant="brand"
          icon={<Plus size={18} aria-hidden />}
          busy={form.busy}
          busyText="Agregando..."
        >
          Agregar
        </Button>
        {form.problem && <Aviso tone="danger" title={form.fault} />}
      </form>
    </Card>
  )
}
