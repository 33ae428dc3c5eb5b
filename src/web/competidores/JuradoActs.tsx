import { Ban, CircleMinus, Repeat, RotateCcw, UserX } from 'lucide'
import { addPenalizacion, restoreCompetidor, withdrawCompetidor } from '#contract/calificaciones.ts'
import type { CompetidorAdmin } from '#contract/competidores.ts'
import { yaPasoText } from '#domain/ronda.ts'
import { askAct, RowAct, RowCommand } from '../parts/ActDialog.tsx'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import { toast } from '../ui/toast.ts'

export interface JuradoActsProps {
  readonly competidor: CompetidorAdmin
  /** Null where the entry cannot be repeated. */
  readonly onRepeat: ((competidor: CompetidorAdmin) => void) | null
}

/** The buttons of what the administrator decides about an entry besides its marks, in its row and on the live card. */
export function JuradoActs({ competidor, onRepeat }: JuradoActsProps) {
  const { id, nombre, retiro, pasaA } = competidor
  const yaPaso = yaPasoText(pasaA)
  const about = `retiro ${id}`
  return (
    <>
      {retiro ? (
        <KeepFocus key="retirado" className="contents">
          <RowCommand
            act="Restaurar"
            of={nombre}
            icon={RotateCcw}
            command={restoreCompetidor}
            input={{ id }}
            about={about}
            failed="No se restauró."
            onDone={() => toast(`${nombre} compite otra vez.${yaPaso}`)}
          />
        </KeepFocus>
      ) : (
        <KeepFocus key="compite" className="contents">
          <RowCommand
            act="No se presentó"
            of={nombre}
            icon={UserX}
            busyText="Guardando..."
            command={withdrawCompetidor}
            input={{ id, estado: 'no_se_presento' }}
            about={about}
            failed="No se guardó."
            onDone={() => toast(`${nombre} no se presentó.${yaPaso}`)}
          />
          <RowAct
            act="Descalificar"
            of={nombre}
            icon={Ban}
            variant="danger"
            onClick={() =>
              askAct({
                question: `¿Descalificar a ${nombre}?`,
                act: 'Descalificar',
                command: withdrawCompetidor,
                input: { id, estado: 'descalificado' },
                fields: [{ name: 'motivo', label: 'Motivo' }],
                failed: 'No se descalificó.',
                done: `${nombre} está descalificado.`,
                danger: true,
                text: `Conserva su número, pero no tiene lugar en el resultado y el turno se lo salta.${yaPaso}`,
              })
            }
          />
        </KeepFocus>
      )}
      {onRepeat && !retiro && <RowAct act="Repetir" of={nombre} icon={Repeat} onClick={() => onRepeat(competidor)} />}
      <RowAct
        act="Penalizar"
        of={nombre}
        icon={CircleMinus}
        onClick={() =>
          askAct({
            question: `¿Penalizar a ${nombre}?`,
            act: 'Penalizar',
            command: addPenalizacion,
            input: { id },
            fields: [
              { name: 'puntos', label: 'Puntos', type: 'decimal' },
              { name: 'motivo', label: 'Motivo' },
            ],
            failed: 'No se penalizó.',
            done: `${nombre} tiene una penalización.`,
            text: `Los puntos se restan de su total. Se ven en el detalle, con el motivo.${yaPaso}`,
          })
        }
      />
    </>
  )
}
