import type { ComponentProps, ReactNode } from 'react'
import type { CommandForm } from '../api/useCommandForm.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'

interface SaveProps extends Omit<ComponentProps<typeof Button>, 'form'> {
  readonly form: Pick<CommandForm<never>, 'busy' | 'changed' | 'isUnsaved'>
}

/** The button that saves what a form changes: outlined while nothing has changed. Leaving the page with changes asks first. */
export function SaveButton({ form, ...button }: SaveProps) {
  const variant = form.changed ? 'brand' : 'outline'
  return (
    <>
      <Button type="submit" variant={variant} busy={form.busy} busyText="Guardando..." {...button} />
      <UnsavedGuard isUnsaved={form.isUnsaved} />
    </>
  )
}

interface Props {
  readonly form: SaveProps['form'] & Pick<CommandForm<never>, 'fault' | 'onSubmit'>
  /** The text of the button: `Guardar Hora`. */
  readonly save: string
  /** The accessible name of the button, where several have the same text. */
  readonly label?: string
  readonly children: ReactNode
}

/** A form with one setting and the button that saves it. An error shows below. */
export function SaveRow({ form, save, label, children }: Props) {
  return (
    <form noValidate onSubmit={form.onSubmit} className="@container">
      <div className="grid grid-cols-1 items-start gap-3 @min-[21rem]:grid-cols-[minmax(0,1fr)_auto]">
        {children}
        {/* At the height of the input, below its label. */}
        <span className="grid @min-[21rem]:pt-7">
          <SaveButton form={form} aria-label={label}>
            {save}
          </SaveButton>
        </span>
      </div>
      {form.fault && <Aviso tone="danger" title={form.fault} className="mt-3" />}
    </form>
  )
}
