import { ArrowUpDown, X } from 'lucide'
import { formatPuntos } from '#domain/calificacion.ts'
import { removePenalizacion } from '#contract/calificaciones.ts'
import type { CompetidorAdmin } from '#contract/competidores.ts'
import { yaPasoText } from '#domain/ronda.ts'
import { useCommandWithToast } from '../api/useCommand.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import { toast } from '../ui/toast.ts'
import { JuradoActs, type JuradoActsProps } from './JuradoActs.tsx'

interface Props extends JuradoActsProps {
  readonly isCurrent: boolean
  /** The acts are shown; penalties always are. */
  readonly showsActs: boolean
  /** Judges exist: the entry can be withdrawn and penalised. */
  readonly hasJueces: boolean
  /** Asks for its place; null where the entry cannot move. */
  readonly onMove: (() => void) | null
}

/** A second row of an entry, if any: its penalties, and what the administrator decides about it besides its marks. */
export function JuradoRow({ competidor, isCurrent, showsActs, hasJueces, onRepeat, onMove }: Props) {
  if (!showsActs && competidor.penalizaciones.length === 0) return null
  return (
    <tr role="row" className="block borderless p-0" data-current={isCurrent || undefined}>
      <td role="cell" colSpan={5} className="block px-4 pt-1 pb-3">
        {competidor.penalizaciones.map((penalizacion) => (
          <Penalizada key={penalizacion.id} {...penalizacion} de={competidor} />
        ))}
        {showsActs && (
          <div className="mt-1 flex flex-wrap gap-2">
            {hasJueces && <JuradoActs competidor={competidor} onRepeat={onRepeat} />}
            {onMove && (
              <Button size="dense" icon={ArrowUpDown} onClick={onMove}>
                Mover a…
              </Button>
            )}
          </div>
        )}
      </td>
    </tr>
  )
}

type Penalizacion = CompetidorAdmin['penalizaciones'][number] & { readonly de: CompetidorAdmin }

function Penalizada({ id, puntos, motivo, de: { nombre, pasaA } }: Penalizacion) {
  const remove = useCommandWithToast(removePenalizacion, { about: `penalización ${id}`, before: 'No se quitó.' })
  return (
    <p className="flex items-center gap-2 text-14">
      <span className="num shrink-0 text-16 whitespace-nowrap text-danger">{formatPuntos(-puntos)}</span>
      <span className="text-muted">Penalización: {motivo}</span>
      <KeepFocus>
        <IconButton
          label={`Quitar penalización de ${nombre}`}
          icon={X}
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
