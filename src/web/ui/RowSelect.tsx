import { ChevronDown } from 'lucide'
import type { ComponentProps } from 'react'
import { readOnlyProps } from './Field.tsx'
import { Icon } from './Icon.tsx'

interface Props extends Omit<ComponentProps<'select'>, 'onChange' | 'className'> {
  /** The choice cannot change now. */
  readonly isLocked: boolean
  /** As wide as its cell, not as its longest option. */
  readonly isWide?: boolean
  readonly onChoose: (value: string) => void | Promise<void>
}

/** A select in the row of a table. */
export function RowSelect({ isLocked, isWide = false, onChoose, children, ...select }: Props) {
  return (
    <span className={isWide ? 'relative block max-w-120' : 'relative inline-block max-w-full'}>
      <select
        {...select}
        {...readOnlyProps(isLocked)}
        className={`touch appearance-none rounded-10 border border-control bg-surface pr-8 pl-3 text-15 text-ellipsis text-ink aria-readonly:pointer-events-none ${isWide ? 'w-full' : 'max-w-full'}`}
        onChange={({ target: { value } }) => {
          if (!isLocked) void onChoose(value)
        }}
      >
        {children}
      </select>
      <Icon
        of={ChevronDown}
        size={16}
        className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-muted"
      />
    </span>
  )
}
