const MEDALS: Readonly<Record<number, string>> = {
  1: 'bg-gold border-[#c8901a]',
  2: 'bg-[#dfe1ea] border-[#7f8598]',
  3: 'bg-[#efbf98] border-[#b4713d]',
}

/** Whether a place has a medal. */
export const hasMedalla = (lugar: number): boolean => MEDALS[lugar] !== undefined

/** The number of a place. The first three have a medal. */
export function Medalla({ lugar }: { lugar: number | null }) {
  const medal = lugar === null ? undefined : MEDALS[lugar]
  return (
    <span
      className={`num grid size-8 place-items-center text-18 leading-none ${medal ? `rounded-full border-2 text-dark ${medal}` : 'text-muted'}`}
    >
      {lugar ?? '–'}
    </span>
  )
}
