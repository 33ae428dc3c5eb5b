import { DIAS, diaTitle, type Dia } from '#domain/dia.ts'
import { Segmented } from '../ui/Segmented.tsx'
import './DiaRadios.css'

interface Props {
  readonly value: Dia
  readonly onChange: (dia: Dia) => void
  readonly busy?: boolean
  /** The day that is on, marked among the three. */
  readonly live?: Dia
  readonly className?: string
}

export function DiaRadios({ value, onChange, busy = false, live, className = '' }: Props) {
  const options = DIAS.map((dia) => ({
    value: dia,
    label: diaTitle(dia),
    mark: dia === live ? <span className="pulse dia-live size-2!" aria-hidden /> : null,
  }))
  return (
    <Segmented legend="Día" options={options} value={value} onChange={onChange} busy={busy} className={className} />
  )
}
