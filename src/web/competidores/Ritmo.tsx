import { Timer } from 'lucide'
import type { CategoriaMesaPart, Mesa } from '#contract/competidores.ts'
import { pausarDia, saveFinDePausa } from '#contract/horario.ts'
import { formatHora, toLocalInput } from '#domain/hora.ts'
import type { Programa } from '#domain/horario.ts'
import { retrasoText } from '#domain/plan.ts'
import { turnoOf } from '#domain/turno.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { NumberField, numberOf, TextField, TimeField } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { openDialog } from '../ui/Modal.tsx'
import { toast } from '../ui/toast.ts'

interface Props {
  readonly mesa: Mesa
  readonly programa: Programa<CategoriaMesaPart>
  /** Another person moved the turn first. */
  readonly onMovedByOther: () => void
}

/** How the day keeps to its programme, and its breaks. */
export function Ritmo({ mesa, programa, onMovedByOther }: Props) {
  const { actual, pausa, retraso, fin } = programa
  return (
    <div className="desk-pace">
      {retraso !== null && <p className={`font-bold ${retraso > 0 ? 'text-gold' : ''}`}>{retrasoText(retraso)}</p>}
      {fin !== null && <p>Termina hacia las {formatHora(fin, mesa.zonaHoraria)}</p>}
      {pausa && <FinForm key={`${mesa.selectedRow} ${mesa.desde}`} mesa={mesa} fin={pausa.fin} />}
      {actual && (
        <Button
          size="dense"
          className="ml-auto"
          icon={<Icon of={Timer} size={17} />}
          onClick={() => openDialog((close) => <PausarDialog mesa={mesa} onClose={close} onMoved={onMovedByOther} />)}
        >
          Pausar
        </Button>
      )}
    </div>
  )
}

const desdeOf = (mesa: Mesa) => ({ dia: mesa.dia, turno: turnoOf(mesa) })

/** When the break in course ends. */
function FinForm({ mesa, fin }: { mesa: Mesa; fin: number | null }) {
  const form = useCommandForm(saveFinDePausa, {
    initial: { hora: fin === null ? '' : toLocalInput(fin, mesa.zonaHoraria).slice(11) },
    toInput: ({ hora }) => ({ hora: hora.slice(0, 5), desde: desdeOf(mesa) }),
    failed: 'No se guardó el fin de la pausa.',
    onDone: () => toast('Fin de la pausa guardado.'),
  })
  const { error, ...field } = form.field('hora')
  return (
    <form noValidate onSubmit={form.onSubmit} className="desk-fin">
      <TimeField label="Seguimos a las" error={error ?? form.fault ?? undefined} isAlert {...field} />
      <Button type="submit" size="dense" busy={form.busy} busyText="Guardando...">
        Guardar
      </Button>
    </form>
  )
}

interface DialogProps {
  readonly mesa: Mesa
  readonly onClose: () => boolean
  readonly onMoved: () => void
}

/** Asks for the title and the length of a break that begins now. */
function PausarDialog({ mesa, onClose, onMoved }: DialogProps) {
  const form = useCommandForm(pausarDia, {
    initial: { titulo: 'Pausa técnica', minutos: '10' },
    toInput: ({ titulo, minutos }) => ({ titulo, minutos: numberOf(minutos), desde: desdeOf(mesa) }),
    failed: 'No empezó la pausa.',
    onDone: ({ movido }) => {
      onClose()
      if (movido) toast('Pausa iniciada.')
      else onMoved()
    },
  })
  const [titulo, minutos] = [form.field('titulo'), form.field('minutos')]
  return (
    <ConfirmDialog
      question="Pausar"
      act="Pausar"
      busyText="Pausando..."
      busy={form.busy}
      problem={titulo.error || minutos.error ? null : form.fault}
      onAct={form.onSubmit}
      onCancel={onClose}
      fields={
        <>
          <TextField label="Título" autoComplete="off" fieldClass="mt-4" isAlert {...titulo} />
          <NumberField label="Minutos" fieldClass="mt-4" isAlert={!titulo.error} {...minutos} />
        </>
      }
    >
      Empieza después del competidor en turno, que queda finalizado.
    </ConfirmDialog>
  )
}
