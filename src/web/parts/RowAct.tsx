import type { IconNode } from 'lucide'
import type { ComponentProps } from 'react'
import type { Command, Input, Output } from '#contract/define.ts'
import { useCommandWithToast } from '../api/command.ts'
import { Icon } from '../ui/Icon.tsx'
import { Button } from '../ui/Button.tsx'

interface Props extends Omit<ComponentProps<typeof Button>, 'icon' | 'size' | 'children'> {
  /** The button shows this; its accessible name goes on with `of`, since several rows have the same act. */
  readonly act: string
  readonly of: string
  readonly icon?: IconNode
}

/** An act on one thing of several. */
export function RowAct({ act, of, icon, ...button }: Props) {
  const sign = icon && <Icon of={icon} size={16} />
  return (
    <Button size="dense" icon={sign} aria-label={`${act} ${of}`} {...button}>
      {act}
    </Button>
  )
}

interface CommandProps<C extends Command> extends Props {
  readonly command: C
  readonly input: Input<C>
  /** The subject of the refusal's toast, and the sentence that begins it. */
  readonly about: string
  readonly failed: string
  readonly onDone: (output: Output<C>) => void
}

/** An act that one command does, without a question. A refusal is said in a toast. */
export function RowCommand<C extends Command>({ command, input, about, failed, onDone, ...act }: CommandProps<C>) {
  const { busy, run } = useCommandWithToast(command, { about, before: failed })
  return (
    <RowAct
      {...act}
      busy={busy}
      onClick={async () => {
        const output = await run(input)
        if (output !== undefined) onDone(output)
      }}
    />
  )
}
