import { ChartNoAxesColumn, Equal, Lock, LockOpen } from 'lucide'
import { useId, type ReactNode } from 'react'
import { closeCategoria, reopenCategoria } from '#contract/calificaciones.ts'
import { Button } from '../ui/Button.tsx'
import { askAct, RowAct } from '../parts/ActDialog.tsx'
import { formatPuntos } from '#domain/calificacion.ts'
import { yaPasoText } from '#domain/ronda.ts'
import type { FilaDePanel } from '#domain/panel.ts'
import { viewKey } from '#contract/view.ts'
import { panel } from '#contract/views/jueces.ts'
import { useView } from '../live/tab.ts'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import { LightModal } from '../ui/LightModal.tsx'
import { openDialog } from '../ui/Modal.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { OrdenarEmpateDialog, type CategoriaConEmpates } from './OrdenarEmpate.tsx'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'
import './panel.css'

/** Closes or reopens a category, shows its panel, and orders its ties. */
export function CierreActs({ categoria }: { categoria: CategoriaConEmpates }) {
  const { id, nombre, cierre, decision, parciales } = categoria
  const isClosed = cierre !== null
  const verb = isClosed ? 'Reabrir' : 'Cerrar'
  return (
    <div className="flex flex-wrap gap-2">
      <RowAct
        act="Ver panel"
        of={`de ${nombre}`}
        icon={ChartNoAxesColumn}
        onClick={() => openDialog((close) => <PanelDialog categoriaId={id} onClose={close} />)}
      />
      {!isClosed && <EmpateAct categoria={categoria} />}
      <RowAct
        act={`${verb} categoría`}
        of={nombre}
        icon={isClosed ? LockOpen : Lock}
        onClick={() =>
          isClosed
            ? askAct({
                question: `¿Reabrir la categoría ${nombre}?`,
                act: 'Reabrir',
                command: reopenCategoria,
                input: { id },
                failed: 'No se reabrió.',
                done: `La categoría ${nombre} está abierta.`,
                text: `Su resultado vuelve a ser provisional y se podrán cambiar calificaciones, penalizaciones y orden.${yaPasoText(categoria.pasaA)}`,
              })
            : askAct({
                question: `¿Cerrar la categoría ${nombre}?`,
                act: 'Cerrar',
                command: closeCategoria,
                input: { id },
                fields: [{ name: 'decision', label: 'Decisión', hint: DECISION, ifAsked: !decision }],
                switches: {
                  name: 'excluidos',
                  hint: NO_CONTAR,
                  items: parciales.map((juez) => ({ id: juez.id, label: `No contar a ${juez.nombre}` })),
                },
                failed: 'No se cerró.',
                done: `La categoría ${nombre} está cerrada. Su resultado es final.`,
                text: decision
                  ? 'Faltan calificaciones, o no todos los competidores tienen los mismos jueces. Escribe qué se decidió.'
                  : 'Su resultado será final. Lo que llegue después esperará como calificación tardía.',
              })
        }
      />
    </div>
  )
}

/** Orders the ties of an open category; nothing without ties. */
export function EmpateAct({ categoria }: { categoria: CategoriaConEmpates }) {
  const { nombre, empates } = categoria
  if (empates.length === 0) return null
  return (
    <KeepFocus>
      <RowAct
        act="Ordenar empate"
        of={`de ${nombre}`}
        icon={Equal}
        onClick={() => openDialog((close) => <OrdenarEmpateDialog categoria={categoria} onClose={close} />)}
      />
    </KeepFocus>
  )
}

const DECISION = 'Queda en la bitácora, con tu nombre. Si un juez no cuenta, también se lee junto al resultado.'
const NO_CONTAR = 'Ninguna de sus calificaciones cuenta en esta categoría, hasta que se reabra.'

const PANEL =
  'appear m-auto max-h-[calc(100dvh-2rem)] w-[min(100%-2rem,60rem)] overflow-auto rounded-20 border border-line bg-surface p-5 wrap-break-word text-ink lifted'

/**
 * The figures of each judge of a category side by side, to find typing errors and judges who differ from the others.
 * Read-only.
 */
function PanelDialog({ categoriaId, onClose }: { categoriaId: string; onClose: () => void }) {
  const id = useId()
  const found = useView(panel, { categoriaId })
  return (
    <LightModal aria-labelledby={id} className={PANEL} onDismiss={onClose}>
      <h2 id={id} className="text-24">
        Panel de {found?.nombre ?? 'la categoría'}
      </h2>
      <p className="mt-1 mb-4 text-15 text-muted">
        Los lugares van en el orden del resultado: si un juez se aparta, se ve aquí.
      </p>
      {found ? (
        <PanelTable filas={found.filas} />
      ) : (
        <ViewPlaceholder of={[viewKey(panel, { categoriaId })]} failed="No se abrió el panel" what="panel" />
      )}
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>Listo</Button>
      </div>
    </LightModal>
  )
}

const COLUMNS = ['Media', 'Dispersión', 'Lugares', 'Lugar final'] as const

/** What each column shows of a judge. */
function cellsOf({ media, dispersion, lugares }: FilaDePanel): Readonly<Record<(typeof COLUMNS)[number], ReactNode>> {
  return {
    Media: formatPuntos(media),
    Dispersión: formatPuntos(dispersion),
    Lugares: <Lugares of={lugares} />,
    'Lugar final': lugares.map(({ final }) => final).join(', '),
  }
}

function PanelTable({ filas }: { filas: readonly FilaDePanel[] | null }) {
  if (filas === null) return <p>Envía antes tus propias calificaciones de esta categoría: después se ve el panel.</p>
  if (filas.length === 0) return <p>Todavía no hay calificaciones.</p>
  const puntos = filas.flatMap(({ lugares }) => lugares.map((dado) => dado.puntos))
  const range = { low: Math.min(...puntos), high: Math.max(...puntos) }
  return (
    <table role="table" className="panel-table">
      <TableHead columns={['Juez', ...COLUMNS]} className="max-sm:sr-only" />
      <tbody role="rowgroup">
        {filas.map((fila) => (
          <tr key={fila.juezId} role="row">
            <th role="rowheader" scope="row" className="max-sm:col-span-full sm:min-w-40">
              {fila.juez}
              <Dots fila={fila} range={range} />
            </th>
            {Object.entries(cellsOf(fila)).map(([column, shown]) => (
              <td key={column} role="cell" className="num text-16" data-label={column}>
                {shown}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A place this far from the final one is marked. */
const LEJOS = 3

function Lugares({ of }: { of: FilaDePanel['lugares'] }) {
  return of.map(({ lugar, final }, index) => {
    const isFar = Math.abs(lugar - final) >= LEJOS
    return (
      <span key={final}>
        {index > 0 && ', '}
        {isFar ? <strong className="text-danger">{lugar}</strong> : lugar}
      </span>
    )
  })
}

/** The marks of a judge as dots on the scale of the whole panel. */
function Dots({ fila, range: { low, high } }: { fila: FilaDePanel; range: { low: number; high: number } }) {
  const at = (puntos: number) => (high === low ? 50 : 2 + (96 * (puntos - low)) / (high - low))
  return (
    <svg aria-hidden viewBox="0 0 100 8" preserveAspectRatio="none" className="mt-1.5 block h-2 w-full">
      <line x1="0" x2="100" y1="4" y2="4" className="stroke-line" />
      {fila.lugares.map(({ final, puntos }) => (
        <rect key={final} x={at(puntos) - 0.75} y="1" width="1.5" height="6" rx="0.75" className="fill-link" />
      ))}
    </svg>
  )
}
