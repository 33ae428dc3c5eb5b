import type { ReactNode } from 'react'
import type { CommandForm } from '../api/useCommandForm.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'

interface Props {
  readonly form: Pick<CommandForm<never>, 'busy' | 'changed' | 'fault' | 'isUnsaved' | 'onSubmit'>
  /** The text of the button: `Guardar Hora`. The button is outlined while nothing has changed. */
  readonly save: string
  readonly children: ReactNode
}

/** A form with one setting and the button that saves it. An error shows below. */
export function SaveRow({ form, save, children }: Props) {
  return (
    <form noValidate onSubmit={form.onSubmit} className="@container">
      <div className="grid grid-cols-1 items-start gap-3 @min-[21rem]:grid-cols-[minmax(0,1fr)_auto]">
        {children}
        {/* At the height of the input, below its label. */}
        <span className="grid @min-[21rem]:pt-7">
          <Button type="submit" variant={form.changed ? 'brand' : 'outline'} busy={form.busy} busyText="Guardando...">
            {save}
          </Button>
        </span>
      </div>
      {form.fault && <Aviso tone="danger" title={form.fault} className="mt-3" />}
      <UnsavedGuard isUnsaved={form.isUnsaved} />
    </form>
  )
}
