import type { Output } from '#contract/define.ts'
import { BITACORA_COLUMNS, type readBitacora } from '#contract/bitacora.ts'
import { TableHead } from '../ui/TableHead.tsx'
import './bitacora.css'

export type Acto = Output<typeof readBitacora>['actos'][number]

/** A row per act; a card per act on a narrow screen. */
export function BitacoraTable({ actos }: { actos: readonly Acto[] }) {
  return (
    <div className="card overflow-hidden">
      <table role="table" aria-label="Bitácora" className="bitacora">
        <TableHead columns={BITACORA_COLUMNS} className="max-lg:sr-only" />
        <tbody role="rowgroup">
          {actos.map(({ id, cuando, quien, que, antes, despues }) => (
            <tr key={id} role="row">
              <td role="cell" className="digits">
                {cuando}
              </td>
              <td role="cell">{quien}</td>
              <td role="cell">{que}</td>
              <td role="cell" data-label="Antes">
                {antes}
              </td>
              <td role="cell" data-label="Después">
                {despues}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
