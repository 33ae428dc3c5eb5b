import { Ban, CircleMinus, Repeat, RotateCcw, UserX, X } from 'lucide'
import { formatPuntos } from '#domain/calificacion.ts'
import { addPenalizacion, removePenalizacion, restoreCompetidor, withdrawCompetidor } from '#contract/calificaciones.ts'
import type { CompetidorAdmin } from '#contract/competidores.ts'
import { yaPasoText } from '#domain/ronda.ts'
import { askAct } from '../parts/ActDialog.tsx'
import { useCommandWithToast } from '../api/command.ts'
import { Icon } from '../ui/Icon.tsx'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import { toast } from '../ui/toast.ts'

interface Props {
  readonly competidor: CompetidorAdmin
  readonly isCurrent: boolean
  /** The acts are shown; penalties always are. */
  readonly showsActs: boolean
  /** Null where the entry cannot be repeated. */
  readonly onRepeat: ((competidor: CompetidorAdmin) => void) | null
}

/** A second row of an entry: its penalties, and what the administrator decides about it besides its marks. */
export function JuradoRow({ competidor, isCurrent, showsActs, onRepeat }: Props) {
  const { nombre, penalizaciones, pasaA } = competidor
  return (
    <tr role="row" className="row-jurado" data-current={isCurrent || undefined}>
      <td role="cell" colSpan={5}>
        {penalizaciones.map((penalizacion) => (
          <Penalizada key={penalizacion.id} nombre={nombre} pasaA={pasaA} penalizacion={penalizacion} />
        ))}
        {showsActs && <Acts competidor={competidor} onRepeat={onRepeat} />}
      </td>
    </tr>
  )
}

function Penalizada({
  nombre,
  pasaA,
  penalizacion,
}: {
  nombre: string
  pasaA: string | undefined
  penalizacion: CompetidorAdmin['penalizaciones'][number]
}) {
  const { id, puntos, motivo } = penalizacion
  const remove = useCommandWithToast(removePenalizacion, { about: `penalización ${id}`, before: 'No se quitó.' })
  return (
    <p className="flex items-center gap-2 text-14">
      <span className="num shrink-0 text-16 whitespace-nowrap text-danger">{formatPuntos(-puntos)}</span>
      <span className="text-muted">Penalización: {motivo}</span>
      <KeepFocus>
        <IconButton
          label={`Quitar penalización de ${nombre}`}
          icon={<Icon of={X} size={17} />}
          look="danger"
          busy={remove.busy}
          onClick={async () => {
            if (await remove.run({ id })) toast(`Se quitó la penalización de ${nombre}.${yaPasoText(pasaA)}`)
          }}
        />
      </KeepFocus>
    </p>
  )
}

function Acts({ competidor, onRepeat }: Pick<Props, 'competidor' | 'onRepeat'>) {
  const { id, nombre, retiro, pasaA } = competidor
  const yaPaso = yaPasoText(pasaA)
  const about = `retiro ${id}`
  const withdraw = useCommandWithToast(withdrawCompetidor, { about, before: 'No se guardó.' })
  const restore = useCommandWithToast(restoreCompetidor, { about, before: 'No se restauró.' })
  return (
    <div className="mt-1 flex flex-wrap gap-2">
      {retiro ? (
        <KeepFocus key="retirado">
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
        <KeepFocus key="compite" className="flex flex-wrap gap-2">
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
    </div>
  )
}
