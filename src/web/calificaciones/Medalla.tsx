const MEDALS: Readonly<Record<number, string>> = {
  1: 'bg-gold border-[#c8901a]',
  2: 'bg-[#dfe1ea] border-[#7f8598]',
  3: 'bg-[#efbf98] border-[#b4713d]',
}

/** The medal of the first three places, an ornament: the place stands beside it as text. */
export function Medalla({ lugar }: { lugar: number }) {
  const medal = MEDALS[lugar]
  if (medal === undefined) return null
  return (
    <span
      aria-hidden
      className={`num grid size-8 place-items-center rounded-full border-2 text-18 leading-none text-dark ${medal}`}
    >
      {lugar}
    </span>
  )
}
