import { Ban, CircleMinus, Repeat, RotateCcw, UserX } from 'lucide'
import { addPenalizacion, restoreCompetidor, withdrawCompetidor } from '#contract/calificaciones.ts'
import type { CompetidorAdmin } from '#contract/competidores.ts'
import { yaPasoText } from '#domain/ronda.ts'
import { useCommandWithToast } from '../api/command.ts'
import { askAct } from '../parts/ActDialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Button } from '../ui/Button.tsx'
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
  const withdraw = useCommandWithToast(withdrawCompetidor, { about, before: 'No se guardó.' })
  const restore = useCommandWithToast(restoreCompetidor, { about, before: 'No se restauró.' })
  return (
    <>
      {retiro ? (
        <KeepFocus key="retirado" className="contents">
          <Button
            size="dense"
            icon={<Icon of={RotateCcw} size={16} />}
            aria-label={`Restaurar ${nombre}`}
            busy={restore.busy}
            busyText="Restaurando..."
            onClick={async () => {
              if (await restore.run({ id })) toast(`${nombre} compite otra vez.${yaPaso}`)
            }}
          >
            Restaurar
          </Button>
        </KeepFocus>
      ) : (
        <KeepFocus key="compite" className="contents">
          <Button
            size="dense"
            icon={<Icon of={UserX} size={16} />}
            aria-label={`No se presentó ${nombre}`}
            busy={withdraw.busy}
            busyText="Guardando..."
            onClick={async () => {
              if (await withdraw.run({ id, estado: 'no_se_presento' })) toast(`${nombre} no se presentó.${yaPaso}`)
            }}
          >
            No se presentó
          </Button>
          <Button
            size="dense"
            variant="danger"
            icon={<Icon of={Ban} size={16} />}
            aria-label={`Descalificar ${nombre}`}
            onClick={() =>
              askAct({
                question: `¿Descalificar a ${nombre}?`,
                act: 'Descalificar',
                busyText: 'Descalificando...',
                command: withdrawCompetidor,
                input: { id, estado: 'descalificado' },
                fields: [{ name: 'motivo', label: 'Motivo' }],
                failed: 'No se descalificó.',
                done: `${nombre} está descalificado.`,
                danger: true,
                text: `Conserva su número, pero no tiene lugar en el resultado y el turno se lo salta.${yaPaso}`,
              })
            }
          >
            Descalificar
          </Button>
        </KeepFocus>
      )}
      {onRepeat && !retiro && (
        <Button
          size="dense"
          icon={<Icon of={Repeat} size={16} />}
          aria-label={`Repetir ${nombre}`}
          onClick={() => onRepeat(competidor)}
        >
          Repetir
        </Button>
      )}
      <Button
        size="dense"
        icon={<Icon of={CircleMinus} size={16} />}
        aria-label={`Penalizar ${nombre}`}
        onClick={() =>
          askAct({
            question: `¿Penalizar a ${nombre}?`,
            act: 'Penalizar',
            busyText: 'Penalizando...',
            command: addPenalizacion,
            input: { id },
            fields: [
              { name: 'puntos', label: 'Puntos', isDecimal: true },
              { name: 'motivo', label: 'Motivo' },
            ],
            failed: 'No se penalizó.',
            done: `${nombre} tiene una penalización.`,
            text: `Los puntos se restan de su total. Se ven en el detalle, con el motivo.${yaPaso}`,
          })
        }
      >
        Penalizar
      </Button>
    </>
  )
}
