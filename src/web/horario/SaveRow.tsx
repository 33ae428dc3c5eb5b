import type { ReactNode } from 'react'
import type { ApiProblem } from '../api/request.ts'
import type { CommandForm } from '../api/useCommandForm.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'

interface Props {
  readonly form: Pick<CommandForm<never>, 'busy' | 'changed' | 'refusal' | 'onSubmit'>
  /** The button: `Guardar Hora`. It stays outlined until there is something to save. */
  readonly save: string
  /** What the failure begins with: `Error al actualizar la hora`. */
  readonly failed: string
  readonly children: ReactNode
}

/** One setting with the button that saves it, and what went wrong under them. */
export function SaveRow({ form, save, failed, children }: Props) {
  return (
    <form noValidate onSubmit={form.onSubmit} className="@container">
      <div className="grid grid-cols-1 items-start gap-3 @min-[21rem]:grid-cols-[minmax(0,1fr)_auto]">
        {children}
        {/* Level with the control, whatever stands under it. */}
        <span className="grid @min-[21rem]:pt-7">
          <Button type="submit" variant={form.changed ? 'brand' : 'outline'} busy={form.busy} busyText="Guardando...">
            {save}
          </Button>
        </span>
      </div>
      {form.refusal && <Aviso tone="danger" title={`${failed}: ${reasonOf(form.refusal)}`} className="mt-3" />}
      <UnsavedGuard isUnsaved={() => form.changed} />
    </form>
  )
}

/** What is wrong with the setting itself says more than what is said of the request: the field bears the same sentence. */
function reasonOf({ fields, message }: ApiProblem): string {
  return Object.values(fields)[0] ?? message
}
