import { Check, Play } from 'lucide'
import type { PistaDeEntrada } from '#contract/views/pantallas.ts'
import { tituloOf } from '#domain/categoria.ts'
import { formatDuracion } from '#domain/musica.ts'
import { retiroTitle } from '#domain/retiro.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { rowId, type Linea } from './pista.ts'

interface Props {
  readonly linea: Linea
  readonly pista: PistaDeEntrada | undefined
  /** Its track is on the device. */
  readonly isHere: boolean
  /** It is on the card, which has its button. */
  readonly isOnCard: boolean
  readonly onToggle: () => void
}

/** An entry in the running order of the post of music. */
export function MusicaFila({ linea, pista, isHere, isOnCard, onToggle }: Props) {
  const { competidor, turno, estatus } = linea.renglon
  const { nombre, numero, retiro } = competidor
  return (
    <li id={rowId(linea)} aria-current={estatus === 'Compitiendo' || undefined} data-estatus={estatus}>
      <span className="num text-center text-20 text-link">{numero ?? turno}</span>
      <p>
        <strong>{nombre}</strong>
        <br />
        {tituloOf(linea.categoria)}
      </p>
      <p className="text-right">
        {retiro ? retiroTitle(retiro) : estatus}
        <span className="num">
          {pista ? pista.duracion !== null && formatDuracion(Math.round(pista.duracion)) : 'Sin música'}
          {isHere && <Icon of={Check} size={16} />}
          {isHere && <span className="sr-only">, en este equipo</span>}
        </span>
      </p>
      {pista && !isOnCard && <IconButton label={`Reproducir ${nombre}`} icon={Play} look="round" onClick={onToggle} />}
    </li>
  )
}
