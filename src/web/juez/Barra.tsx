import { Hourglass, type Icon } from '../ui/frameIcons.tsx'
import { CheckCheck } from '../ui/tableIcons.ts'
import { CloudOff, LoaderCircle, Send, Tablet, TriangleAlert } from '../ui/icons.ts'
import { outbox } from '../outbox/tab.ts'
import { Button } from '../ui/Button.tsx'
import { Status } from '../ui/Status.tsx'
import { useStore } from '../ui/store.ts'
import { barraOf, type Barra as Estado, type BarraFilas } from './barraOf.ts'
import { isPuntuable, shownTotalOf } from './fila.ts'

const ICONS: Readonly<Record<Estado['signo'], Icon>> = {
  dispositivo: Tablet,
  guardando: LoaderCircle,
  enviando: LoaderCircle,
  enviado: CheckCheck,
  pendiente: CloudOff,
  tardia: Hourglass,
  falla: TriangleAlert,
}

/** The button `Enviar`. */
export const SEND_ID = 'juez-enviar'

interface Props extends BarraFilas {
  /** What is missing, after a press of `Enviar`. */
  readonly aviso: string | null
  readonly onSend: () => void
}

/** The bar at the foot: where the mark is, the total, and `Enviar`. */
export function Barra({ fila, anterior, aviso, onSend }: Props) {
  const state = useStore(outbox)
  const { signo, titulo, detalle } = barraOf({ fila, anterior }, state)
  const Icon = ICONS[signo]
  const mark = fila && state.marcas.get(fila.entrada.id)
  return (
    <div className="stage juez-bar" data-sign={signo}>
      <Icon size={22} aria-hidden className={signo === 'enviando' ? 'juez-sign animate-spin' : 'juez-sign'} />
      <div className="juez-bar-text">
        <Status>
          <p className="font-semibold">{titulo}</p>
          {detalle !== '' && <p className="text-14 text-muted">{detalle}</p>}
        </Status>
        <p
          aria-live="assertive"
          role={aviso === null ? undefined : 'alert'}
          className="text-14 font-semibold text-gold"
        >
          {aviso}
        </p>
      </div>
      {fila && (
        <>
          <figure aria-labelledby="juez-total" className="juez-total">
            <figcaption id="juez-total" className="text-13 text-muted">
              Total
            </figcaption>
            <span className="num text-gold">{shownTotalOf(fila, mark)}</span>
          </figure>
          <Button
            variant="gold"
            size="large"
            id={SEND_ID}
            className="juez-send"
            icon={<Send size={18} aria-hidden />}
            reason={
              !isPuntuable(fila) && (fila.situacion === 'libre' ? 'No calificas a este competidor.' : 'Ya la enviaste.')
            }
            quietReason
            onClick={onSend}
          >
            Enviar
          </Button>
        </>
      )}
    </div>
  )
}
