import { Timer } from 'lucide'
import type { CategoriaMesaPart, Mesa } from '#contract/competidores.ts'
import { pausarDia, saveFinDePausa } from '#contract/horario.ts'
import { setAdelantar } from '#contract/programa.ts'
import type { Dia } from '#domain/dia.ts'
import { formatHora, toLocalInput } from '#domain/hora.ts'
import type { Jornada } from '#domain/jornada.ts'
import { proximaHora } from '#domain/horaEscrita.ts'
import { finGuardadoText, retrasoText } from '#domain/plan.ts'
import type { ProgramaPublico } from '#domain/programa.ts'
import { turnoOf } from '#domain/turno.ts'
import { useCommandWithToast } from '../api/useCommand.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { useServerClock } from '../live/tab.ts'
import { askAct } from '../parts/ActDialog.tsx'
import { hrefTo } from '../paths.ts'
import { Status } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { DateTimeField } from '../ui/DateTimeField.tsx'
import { numberOf } from '../ui/Field.tsx'
import { Switch } from '../ui/Switch.tsx'
import { toast } from '../ui/toast.ts'
import { outOfOrderText, sayMoved } from './useTurno.tsx'

/** Two lines beside the rest, on a phone a line of its own. */
const FUERA =
  'basis-full max-sm:col-span-full text-14 leading-tight font-semibold text-gold lg:min-w-60 lg:grow lg:basis-0'

interface Props {
  readonly mesa: Mesa
  readonly jornada: Jornada<CategoriaMesaPart>
}

/** How the day keeps to its programme, its breaks, and where it goes on after an entry out of order. */
export function Ritmo({ mesa, jornada }: Props) {
  const { actual, pausa, retraso, fin, fase, otraFecha } = jornada
  const fuera = outOfOrderText(jornada, mesa)
  return (
    <div className="desk-pace">
      {otraFecha && (
        <p className="font-bold text-gold">
          El programa es de otra fecha.{' '}
          <a href={hrefTo('/programa')} className="inline-flex min-h-11 items-center underline underline-offset-4">
            Corregir programa
          </a>
        </p>
      )}
      {mesa.programa && (
        <p className={`digits font-bold lg:min-w-38 ${Number(retraso) > 0 ? 'text-gold' : ''}`}>
          {retraso !== null && retrasoText(retraso)}
        </p>
      )}
      {fin !== null && <p>Termina hacia las {formatHora(fin, mesa.zonaHoraria)}</p>}
      <Status className="font-semibold empty:-ml-5">
        {mesa.haCambiado && (
          <a href={hrefTo('/programa')} className="inline-flex min-h-11 items-center underline underline-offset-4">
            Hay cambios sin publicar.
          </a>
        )}
      </Status>
      {mesa.programa && fase !== 'terminado' && (
        <div className="max-sm:col-span-full lg:order-first">
          <AdelantarSwitch dia={mesa.dia} programa={mesa.programa} />
        </div>
      )}
      {fuera && <p className={FUERA}>{fuera}</p>}
      {pausa && <FinForm key={`${mesa.selectedRow} ${mesa.desde}`} mesa={mesa} jornada={jornada} />}
      {actual && (
        <Button
          size="dense"
          className="ml-auto max-sm:[grid-area:1/2/span_2]"
          icon={Timer}
          onClick={() => askPausa(mesa)}
        >
          Pausar
        </Button>
      )}
    </div>
  )
}

/** Lets the day run ahead of its programme. */
function AdelantarSwitch({ dia, programa }: { dia: Dia; programa: ProgramaPublico }) {
  const set = useCommandWithToast(setAdelantar, { about: 'adelantar', before: 'No se cambió el programa:' })
  const isOn = programa.adelantar !== undefined
  return (
    <Switch
      label="Adelantar lo que sigue"
      description={
        isOn ? 'Con el reloj activo, nadie espera su hora publicada.' : 'Nadie pasa antes de su hora publicada.'
      }
      checked={isOn}
      busy={set.busy}
      onChange={(adelantar) => void set.run({ dia, adelantar })}
    />
  )
}

const desdeOf = (mesa: Mesa) => ({ dia: mesa.dia, turno: turnoOf(mesa) })

/** When the break in course ends. */
function FinForm({ mesa, jornada: { pausa, piso } }: Props) {
  const zona = mesa.zonaHoraria
  const fin = pausa?.fin ?? null
  const now = useServerClock('minute')
  const form = useCommandForm(saveFinDePausa, {
    initial: { hora: fin === null ? '' : toLocalInput(fin, zona).slice(11) },
    toInput: ({ hora }) => ({ hora: hora.slice(0, 5), desde: desdeOf(mesa) }),
    failed: 'No se guardó el fin de la pausa.',
    onDone: (_output, { hora }) => toast(finGuardadoText(proximaHora(hora.slice(0, 5), now, zona), piso, zona)),
  })
  const { error = form.fault ?? undefined, ...field } = form.field('hora')
  return (
    <form noValidate onSubmit={form.onSubmit} className="ml-auto flex flex-wrap items-center gap-2">
      <DateTimeField
        label="Seguimos a las"
        type="time"
        error={error}
        isAlert
        fieldClass="flex flex-wrap items-center gap-x-2 *:[label]:mb-0! *:[label]:whitespace-nowrap *:[p]:order-first *:[p]:mt-0!"
        className="min-h-11! w-34!"
        {...field}
      />
      <Button type="submit" size="dense" busy={form.busy} busyText="Guardando...">
        Guardar
      </Button>
    </form>
  )
}

/** Asks for the title and the length of a break that begins now. */
function askPausa(mesa: Mesa): void {
  askAct({
    question: 'Pausar',
    text: 'Empieza después del competidor en turno, que queda finalizado.',
    act: 'Pausar',
    command: pausarDia,
    input: { desde: desdeOf(mesa) },
    fields: [
      { name: 'titulo', label: 'Título', initial: 'Pausa técnica' },
      { name: 'minutos', label: 'Minutos', type: 'number', initial: '10' },
    ],
    toInput: ({ titulo, minutos }) => ({ titulo, minutos: numberOf(minutos) }),
    failed: 'No empezó la pausa.',
    onDone: ({ movido }) => (movido ? toast('Pausa iniciada.') : sayMoved()),
  })
}
