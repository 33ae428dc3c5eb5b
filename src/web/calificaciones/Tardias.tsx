import { Check, X } from 'lucide'
import { acceptTardia, discardTardia } from '#contract/calificaciones.ts'
import { tardias as tardiasView, type TardiaPart } from '#contract/views/jueces.ts'
import { formatCount } from '#domain/plural.ts'
import { causaTitle } from '#domain/envio.ts'
import { useView } from '../live/tab.ts'
import { Card } from '../ui/Card.tsx'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import { toast } from '../ui/toast.ts'
import { askAct, RowAct, RowCommand } from '../parts/ActDialog.tsx'

/** The late marks that wait for a decision. Shows nothing while there are none. */
export function Tardias({ className = '' }: { className?: string }) {
  const tardias = useView(tardiasView, {})?.tardias ?? []
  if (tardias.length === 0) return null
  return (
    <Card title="Calificaciones tardías" className={`p-4 ${className}`}>
      <p className="mt-1 text-15 text-muted">
        {formatCount(
          tardias.length,
          'calificación llegó cuando ya no podía contar. Decide si cuenta.',
          'calificaciones llegaron cuando ya no podían contar. Decide si cuentan.',
        )}
      </p>
      <ul className="mt-3 grid gap-3">
        {tardias.map((tardia) => (
          <Tardia key={tardia.id} tardia={tardia} />
        ))}
      </ul>
    </Card>
  )
}

/** Why the mark is late. It may also be of an annulled attempt, whatever the cause. */
function causasText({ causa, intento }: TardiaPart): string {
  if (intento === undefined) return causa === 'intento' ? '' : causaTitle(causa)
  return [...new Set([causa, 'intento' as const])].map(causaTitle).join(' ')
}

function Tardia({ tardia }: { tardia: TardiaPart }) {
  const { id, juez, competidor, categoria, intento, total, vigente } = tardia
  const of = `la de ${juez} para ${competidor}`
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-3">
      <div className="grow basis-40">
        <p className="font-semibold">
          {juez} para {competidor}
          {total !== null && <span className="num ml-2 text-18">{total}</span>}
          {intento !== undefined && <span className="ml-2 text-14 text-wait">Intento {intento}</span>}
        </p>
        <p className="text-14 text-muted">
          {categoria ? `${categoria.nombre} - ${categoria.dia}. ` : ''}
          {causasText(tardia)}
        </p>
        {categoria && vigente && (
          <p className="text-14">
            Ya cuenta otra de {juez}
            {vigente.total !== null && (
              <>
                , de <b className="num">{vigente.total}</b>
              </>
            )}
            . Si aceptas esta, la reemplaza.
          </p>
        )}
      </div>
      <KeepFocus className="flex flex-wrap gap-2">
        {categoria && intento === undefined && (
          <RowCommand
            act="Aceptar"
            of={of}
            icon={Check}
            command={acceptTardia}
            input={{ id }}
            about={`tardía ${id}`}
            failed="No se aceptó."
            onDone={() => toast(`La calificación de ${juez} para ${competidor} ya cuenta.`)}
          />
        )}
        <RowAct
          act="Descartar"
          of={of}
          icon={X}
          variant="danger"
          onClick={() =>
            askAct({
              question: `¿Descartar la calificación tardía de ${juez} para ${competidor}?`,
              act: 'Descartar',
              command: discardTardia,
              input: { id },
              fields: [{ name: 'motivo', label: 'Motivo' }],
              failed: 'No se descartó.',
              done: `La calificación tardía de ${juez} para ${competidor} no cuenta.`,
              danger: true,
              text: 'No contará. El juez verá el motivo y queda en la bitácora.',
            })
          }
        />
      </KeepFocus>
    </li>
  )
}
