import type { Output } from '#contract/define.ts'
import type { readBitacora } from '#contract/bitacora.ts'
import { TableHead } from '../ui/TableHead.tsx'

type Renglon = Output<typeof readBitacora>['renglones'][number]

const COLUMNS = ['Cuándo', 'Quién', 'Qué', 'Antes', 'Después'] as const

const CELL = 'border-t border-line px-3 py-2 text-left align-top max-lg:border-0 max-lg:px-4 max-lg:py-0.5'

/** A row per act; a card per act on a narrow screen. */
export function BitacoraTable({ renglones }: { renglones: readonly Renglon[] }) {
  return (
    <div className="card overflow-hidden">
      <table role="table" aria-label="Bitácora" className="w-full border-spacing-0 text-15 max-lg:block">
        <TableHead
          columns={COLUMNS}
          className="text-13 text-muted max-lg:sr-only [&_th]:px-3 [&_th]:py-2 [&_th]:text-left [&_th]:font-medium"
        />
        <tbody role="rowgroup" className="max-lg:block">
          {renglones.map(({ id, cuando, quien, que, antes, despues }) => (
            <tr key={id} role="row" className="max-lg:block max-lg:border-t max-lg:border-line max-lg:py-3">
              <td role="cell" className={`${CELL} whitespace-nowrap text-muted digits max-lg:block max-lg:text-13`}>
                {cuando}
              </td>
              <td role="cell" className={`${CELL} break-words max-lg:block max-lg:text-13`}>
                {quien}
              </td>
              <td role="cell" className={`${CELL} font-semibold break-words max-lg:block`}>
                {que}
              </td>
              <Value label="Antes">{antes}</Value>
              <Value label="Después">{despues}</Value>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A value; the narrow card names it, because its column has no visible heading. */
function Value({ label, children }: { label: string; children: string }) {
  return (
    <td role="cell" className={`${CELL} break-words ${children === '' ? 'max-lg:hidden' : 'max-lg:block'}`}>
      <span aria-hidden className="text-13 text-muted lg:hidden">
        {label}:{' '}
      </span>
      {children}
    </td>
  )
}
