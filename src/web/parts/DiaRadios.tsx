import { DIAS, diaTitle, type Dia } from '#domain/dia.ts'
import { Segmented } from '../ui/Segmented.tsx'
import './DiaRadios.css'

interface Props {
  readonly value: Dia
  /** Answers false when the day is not chosen yet: it is asked about first. */
  readonly onChange: (dia: Dia) => boolean | void
  readonly busy?: boolean
  /** The active day, marked among the three and announced as a description of its radio. */
  readonly live?: Dia
  readonly className?: string
}

export function DiaRadios({ value, onChange, busy = false, live, className = '' }: Props) {
  const options = DIAS.map((dia) => ({
    value: dia,
    label: diaTitle(dia),
    note: dia === live ? 'Día activo' : undefined,
    mark: dia === live ? <span className="pulse dia-live size-2" aria-hidden /> : null,
  }))
  return (
    <Segmented legend="Día" options={options} value={value} onChange={onChange} busy={busy} className={className} />
  )
}
