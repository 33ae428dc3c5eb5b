const MEDALS: Readonly<Record<number, string>> = {
  1: 'bg-gold border-[#c8901a]',
  2: 'bg-[#dfe1ea] border-[#7f8598]',
  3: 'bg-[#efbf98] border-[#b4713d]',
}

/** The number of a place. The first three have a medal, unless `isPlain`. */
export function LugarBadge({ lugar, isPlain }: { lugar: number | null; isPlain: boolean }) {
  const medal = isPlain || lugar === null ? undefined : MEDALS[lugar]
  return (
    <span
      className={`num grid size-8 place-items-center text-18 leading-none ${medal ? `rounded-full border-2 text-dark ${medal}` : 'text-muted'}`}
    >
      {lugar ?? '–'}
    </span>
  )
}
