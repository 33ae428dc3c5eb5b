import { CheckCheck, CloudOff, Hourglass, type IconNode, LoaderCircle, Send, Tablet, TriangleAlert } from 'lucide'
import { outbox } from '../outbox/tab.ts'
import { Icon } from '../ui/Icon.tsx'
import { Button } from '../ui/Button.tsx'
import { Status } from '../ui/Aviso.tsx'
import { useStore } from '../ui/store.ts'
import { isPuntuable, shownTotalOf, type FilaDeJuez } from './fila.ts'
import { formatCount } from '#domain/plural.ts'
import { faltanCriteriosText, sinPuntuar } from '#domain/papeleta.ts'
import { isRecibida, markIdOf, markOf, papeletaOf } from '../outbox/mark.ts'
import type { OutboxState } from '../outbox/outbox.ts'

/** The icon of each sign, and its classes. */
const SIGNS = {
  dispositivo: [Tablet, 'text-live'],
  guardando: [LoaderCircle, 'text-gold'],
  enviando: [LoaderCircle, 'animate-spin text-gold'],
  enviado: [CheckCheck, 'text-live'],
  pendiente: [CloudOff, 'text-gold'],
  tardia: [Hourglass, 'text-gold'],
  falla: [TriangleAlert, 'text-danger'],
} as const satisfies Record<string, readonly [IconNode, string]>

/** The button `Enviar`. */
export const SEND_ID = 'juez-enviar'

interface Props extends BarraFilas {
  /** The missing criteria, after a press of `Enviar`. */
  readonly aviso: string | null
  readonly onSend: () => void
}

/** The bar at the foot: where the mark is, the total, and `Enviar`. */
export function Barra({ fila, anterior, aviso, onSend }: Props) {
  const state = useStore(outbox)
  const { signo, titulo, detalle } = barraOf({ fila, anterior }, state)
  const [icon, look] = SIGNS[signo]
  const mark = fila && markOf(state.marcas, fila.entrada)
  return (
    <div className="stage juez-bar">
      <Icon of={icon} size={22} className={`flex-none ${look}`} />
      <div className="min-w-0 grow basis-36 max-sm:basis-[70%]">
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
          <figure aria-labelledby="juez-total" className="juez-total leading-none">
            <figcaption id="juez-total" className="text-13 text-muted">
              Total
            </figcaption>
            <span className="num text-42 text-gold">{shownTotalOf(fila, mark)}</span>
          </figure>
          <Button
            variant="gold"
            size="large"
            id={SEND_ID}
            className="min-w-34 max-sm:grow"
            icon={Send}
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

/** The text of the bar. */
interface Aviso {
  readonly signo: keyof typeof SIGNS
  readonly titulo: string
  readonly detalle: string
}

const LATE = { signo: 'tardia', titulo: 'Tardía: espera al juez principal.' } as const
const SAVING = { signo: 'guardando', titulo: 'Guardando...', detalle: '' } as const
const SAVED = { signo: 'dispositivo', titulo: 'Guardado en este dispositivo' } as const

interface BarraFilas {
  readonly fila: FilaDeJuez | undefined
  /** The entry that was on the screen before the turn moved. */
  readonly anterior: FilaDeJuez | undefined
}

/**
 * Says where the mark on the screen is, and how many marks wait. When the device does not keep the marks it says that instead,
 * until the server has all of them.
 */
function barraOf(filas: BarraFilas, state: OutboxState): Aviso {
  const { marcas, falla } = state
  const unsent = [...marcas.values()].filter((mark) => !isRecibida(mark))
  const waiting = unsent.filter(({ estado }) => estado === 'pendiente').length
  const pendientes = waiting > 0 ? formatCount(waiting, 'pendiente', 'pendientes') : ''
  const barra = sendingOf(filas, state, pendientes)
  const isAnswered = unsent.length === 0 && (barra.signo === 'enviado' || barra.signo === 'tardia')
  if (falla === null || isAnswered) return barra
  return { signo: 'falla', titulo: 'No se guardó en este dispositivo', detalle: join(falla, pendientes) }
}

function sendingOf({ fila, anterior }: BarraFilas, state: OutboxState, pendientes: string): Aviso {
  const { marcas } = state
  const mark = fila && markOf(marcas, fila.entrada)
  const own = fila && ownOf(fila, state)
  if (own) return { ...own, detalle: join(own.detalle, pendientes) }
  if (pendientes) {
    // Why the server refused the mark on the screen for now.
    const problema = mark?.estado === 'pendiente' ? mark.problema : null
    const detalle = problema ?? 'Se envían solas al volver la señal.'
    return { signo: 'pendiente', titulo: pendientes, detalle }
  }
  if (anterior?.situacion === 'enviada') {
    const total = shownTotalOf(anterior, markOf(marcas, anterior.entrada))
    return { signo: 'enviado', titulo: 'Enviado', detalle: `${anterior.entrada.nombre}, ${total}` }
  }
  return { signo: 'dispositivo', titulo: 'Nada por enviar', detalle: '' }
}

/** About the mark on the screen; `undefined` while there is none, and while it only waits. */
function ownOf(fila: FilaDeJuez, state: OutboxState): Aviso | undefined {
  const { situacion, entrada } = fila
  const { tardia } = entrada
  switch (situacion) {
    case 'pendiente':
      return pendienteOf(fila, state)
    case 'enviada':
      return { signo: 'enviado', titulo: 'Enviado', detalle: 'Solo el juez principal puede reabrirla.' }
    case 'tardia':
      return { ...LATE, detalle: '' }
    case 'borrador':
    case 'conflicto':
      return borradorOf(fila, state)
    case 'reabierta':
      return { signo: 'dispositivo', titulo: 'Reabierta', detalle: 'Corrígela y envíala otra vez.' }
    case 'libre':
      // A late mark of an annulled attempt: the entry is still to be scored.
      return tardia?.estado === 'pendiente' ? { ...LATE, detalle: `Es la del intento ${tardia.intento}.` } : undefined
    default:
      return situacion satisfies never
  }
}

function pendienteOf({ entrada }: FilaDeJuez, { guardando, enviando }: OutboxState): Aviso | undefined {
  if (guardando > 0 && enviando === null) return SAVING
  if (enviando === markIdOf(entrada.id, entrada.intento))
    return { signo: 'enviando', titulo: 'Enviando…', detalle: 'Guardado en este dispositivo.' }
  return undefined
}

/** About a mark that the judge has not sent. */
function borradorOf({ entrada, categoria, situacion }: FilaDeJuez, { marcas, guardando }: OutboxState): Aviso {
  if (guardando > 0) return SAVING
  if (situacion === 'conflicto') return { ...SAVED, detalle: 'Elige una de las dos versiones' }
  const faltan = sinPuntuar(papeletaOf(markOf(marcas, entrada), entrada), categoria).length
  const puestos = `Los ${categoria.criterios.length} criterios están puestos`
  return { ...SAVED, detalle: faltan > 0 ? faltanCriteriosText(faltan) : puestos }
}

function join(...sentences: string[]): string {
  return sentences.filter(Boolean).join(' · ')
}
