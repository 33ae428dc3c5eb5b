import type { IconNode } from 'lucide'
import { Icon } from './Icon.tsx'

const TONES = {
  done: 'bg-done-soft text-done',
  go: 'bg-go-soft text-go',
  wait: 'bg-wait-soft text-wait',
  info: 'bg-info-soft text-info',
  off: 'bg-off-soft text-off',
}

interface Props {
  readonly tone: keyof typeof TONES
  readonly icon?: IconNode
  readonly strokeWidth?: number
  readonly text: string
}

/** A state, shown by icon, word and colour. */
export function Pill({ tone, icon, strokeWidth = 2.5, text }: Props) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-13 leading-none font-bold whitespace-nowrap ${TONES[tone]}`}
    >
      {icon && <Icon of={icon} size={14} strokeWidth={strokeWidth} />}
      {text}
    </span>
  )
}
