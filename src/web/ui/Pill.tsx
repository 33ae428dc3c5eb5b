import type { ReactNode } from 'react'

export type PillTone = 'done' | 'go' | 'wait' | 'info' | 'off'

const TONES: Record<PillTone, string> = {
  done: 'bg-done-soft text-done',
  go: 'bg-go-soft text-go',
  wait: 'bg-wait-soft text-wait',
  info: 'bg-info-soft text-info',
  off: 'bg-off-soft text-off',
}

/** A state, shown by icon, word and colour. */
export function Pill({ tone, icon, children }: { tone: PillTone; icon: ReactNode; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-13 leading-none font-bold whitespace-nowrap ${TONES[tone]}`}
    >
      {icon}
      {children}
    </span>
  )
}
