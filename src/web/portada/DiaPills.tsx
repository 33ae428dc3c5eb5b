import { DIAS, diaTitle, type Dia } from '#domain/dia.ts'

/** The three days, with the active day marked. Invisible, but with its height, until the active day is known. */
export function DiaPills({ dia }: { dia: Dia | null | undefined }) {
  return (
    <ul
      aria-label="Días del evento"
      className={`mt-5 flex flex-wrap gap-2 font-display text-16 font-semibold ${dia === undefined ? 'invisible' : ''}`}
    >
      {DIAS.map((one) => (
        <li
          key={one}
          className={`flex min-h-9 items-center gap-2 rounded-full border px-2.5 xs:px-3.5 ${one === dia ? 'border-white bg-white text-dark' : 'border-control'}`}
        >
          {one === dia && <span aria-hidden className="pulse bg-[#0b6a2b]" />}
          {one === dia ? `${diaTitle(one)}, en vivo` : diaTitle(one)}
        </li>
      ))}
    </ul>
  )
}
