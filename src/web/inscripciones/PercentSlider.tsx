import './music.css'

interface Props {
  readonly label: string
  /** From 0 to 100. */
  readonly percent: number
  /** The value in words; a percentage without it. */
  readonly text?: string
  readonly isOff?: boolean
  readonly onSeek: (percent: number) => void
}

/** A position or a volume: shows it, and goes to another one. */
export function PercentSlider({ label, percent, text, isOff, onSeek }: Props) {
  return (
    <input
      type="range"
      min="0"
      max="100"
      aria-label={label}
      aria-valuetext={text}
      value={Math.round(percent)}
      disabled={isOff}
      style={{ '--at': `${percent}%` }}
      onChange={({ target }) => onSeek(Number(target.value))}
    />
  )
}
