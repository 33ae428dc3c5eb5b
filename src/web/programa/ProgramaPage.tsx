import { useMemo, useState } from 'react'
import {
  programaDeDia,
  publishPrograma,
  savePrograma,
  withdrawPrograma,
  type ProgramaDeDia,
} from '#contract/programa.ts'
import { portada } from '#contract/views/portada.ts'
import { viewKey } from '#contract/view.ts'
import { diaTitle, type Dia } from '#domain/dia.ts'
import { fechaText } from '#domain/fecha.ts'
import { toLocalInput } from '#domain/hora.ts'
import { conAvisos, fromLocalInput } from '#domain/horaEscrita.ts'
import { hasChanged, planDe, preguntaDe, terminaText } from '#domain/plan.ts'
import { addressOf } from '../address.ts'
import { useCommand } from '../api/useCommand.ts'
import { reasonOf, useCommandForm } from '../api/useCommandForm.ts'
import { useServerClock, useView } from '../live/tab.ts'
import { askAct } from '../parts/ActDialog.tsx'
import { DiaRadios } from '../parts/DiaRadios.tsx'
import { SaveButton } from '../parts/SaveRow.tsx'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'
import { Aviso, Status } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { DateTimeField } from '../ui/DateTimeField.tsx'
import { NumberField, numberOf } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import { isUnsaved, mayLeave } from '../ui/unsaved.ts'
import { askPausa } from './PausaDialog.tsx'
import { ProgramaTable } from './ProgramaTable.tsx'
import './programa.css'

/** The programme of a day: its start, its breaks, and when each item is planned. */
export function ProgramaPage() {
  const home = useView(portada, {})
  const [chosen, setDia] = useState<Dia>()
  const dia = chosen ?? home?.dia ?? 'jueves'
  // The page stays on the day that it opened with.
  if (chosen === undefined && home) setDia(dia)
  const programa = useView(programaDeDia, { dia })
  // Another day loses what was typed.
  function choose(next: Dia): boolean {
    const asks = isUnsaved()
    void mayLeave().then((leaves) => leaves && setDia(next))
    return !asks
  }
  return (
    <main className="page">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-30 lg:text-36">Programa</h1>
        <DiaRadios value={dia} onChange={choose} className="max-sm:w-full" />
      </div>
      {programa ? (
        <Programa key={dia} programa={programa} />
      ) : (
        <ViewPlaceholder of={[viewKey(programaDeDia, { dia })]} failed="No se abrió el programa" what="programa" />
      )}
    </main>
  )
}

function Programa({ programa }: { programa: ProgramaDeDia }) {
  const { dia, zonaHoraria, ajustes, pausas, publicado, categorias, turno } = programa
  const { fecha: jueves, fechas } = useView(portada, {})?.evento ?? {}
  const now = useServerClock('minute')
  const plan = useMemo(() => planDe(programa, now), [programa, now])
  const changed = publicado !== null && hasChanged({ categorias, pausas, ajustes }, publicado, turno)
  const total = categorias.reduce((sum, { entradas }) => sum + entradas.length, 0)
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[20rem_minmax(0,1fr)]">
      <div className="grid grid-cols-1 gap-4">
        <Card title="Tiempos" titleClassName="mb-3">
          <AjustesForm programa={programa} />
        </Card>
        <Card title="Publicación" titleClassName="mb-2">
          <p className="text-15 text-muted">
            {publicado
              ? 'El horario muestra las horas esperadas y el retraso.'
              : 'Sin publicar, el horario cuenta los minutos por competidor.'}
          </p>
          {publicado?.adelantar && (
            <p className="text-15 font-semibold">Adelantar lo que sigue está activo: nadie espera su hora publicada.</p>
          )}
          <Status className="font-semibold text-wait">{changed && 'Hay cambios sin publicar.'}</Status>
          <PublicarButton
            dia={dia}
            pregunta={preguntaDe(plan, { ...programa, jueves })}
            isPublicado={publicado !== null}
            isPlain={publicado !== null && !changed}
          />
        </Card>
      </div>
      <section aria-label={`Programa del ${dia}`} className="card outline-none">
        <div className="flex flex-wrap items-center gap-3 p-3.5">
          <p className="mr-auto text-18 font-semibold">
            {plan && total > 0 ? terminaText(plan, zonaHoraria) : diaTitle(fechas?.[dia].larga ?? dia)}
          </p>
          <span className="flex flex-wrap items-center gap-x-3">
            <Button size="dense" onClick={() => askPausa(programa, null)}>
              Agregar pausa
            </Button>
            <a
              href={`#${addressOf('/imprimir/:papel/:dia', { papel: 'programa', dia })}`}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
            >
              Imprimir programa
            </a>
          </span>
        </div>
        <ProgramaTable programa={programa} plan={plan} />
      </section>
    </div>
  )
}

function AjustesForm({ programa: { dia, zonaHoraria, ajustes } }: { programa: ProgramaDeDia }) {
  const { inicio, montaje, jueceo } = ajustes
  const form = useCommandForm(savePrograma, {
    initial: {
      inicio: inicio === null ? '' : toLocalInput(inicio, zonaHoraria),
      montaje: String(montaje),
      jueceo: String(jueceo),
    },
    toInput: (typed) => ({
      dia,
      inicio: typed.inicio,
      montaje: numberOf(typed.montaje),
      jueceo: numberOf(typed.jueceo),
    }),
    failed: 'No se guardó el programa.',
    onDone: (_output, typed) => toast(conAvisos('Programa guardado.', [typed.inicio], zonaHoraria)),
  })
  const campos = { inicio: form.field('inicio'), montaje: form.field('montaje'), jueceo: form.field('jueceo') }
  const typed = fromLocalInput(campos.inicio.value, zonaHoraria)
  const fecha = typed === null ? undefined : fechaText(typed, zonaHoraria)
  return (
    <form noValidate onSubmit={form.onSubmit} className="programa-form">
      <DateTimeField label="Inicio" hint={fecha} isAlert {...campos.inicio} />
      <NumberField label="Montaje (segundos)" isAlert={!campos.inicio.error} {...campos.montaje} />
      <NumberField
        label="Jueceo (segundos)"
        isAlert={!campos.inicio.error && !campos.montaje.error}
        {...campos.jueceo}
      />
      {form.problem && <Aviso tone="danger" title={form.fault ?? ''} />}
      <SaveButton form={form}>Guardar programa</SaveButton>
      <p className="text-14 text-muted">
        Cada competidor dura su música más el montaje y el jueceo; sin música medida, los minutos por competidor.
      </p>
    </form>
  )
}

interface PublicarProps {
  readonly dia: Dia
  readonly pregunta: ReturnType<typeof preguntaDe>
  readonly isPublicado: boolean
  /** Nothing has changed since the publication. */
  readonly isPlain: boolean
}

function PublicarButton({ dia, pregunta, isPublicado, isPlain }: PublicarProps) {
  const publish = useCommand(publishPrograma)
  const ask = (question: NonNullable<typeof pregunta>): void =>
    askAct({
      ...question,
      act: 'Publicar',
      role: 'alertdialog',
      command: publishPrograma,
      input: { dia },
      failed: 'No se publicó el programa.',
      done: 'Programa publicado.',
    })
  const fault = publish.problem && reasonOf(publish.problem)
  return (
    <div className="programa-form mt-3">
      <Button
        variant={isPlain ? 'outline' : 'brand'}
        busy={publish.busy}
        busyText="Publicando..."
        onClick={async () => {
          if (pregunta) return ask(pregunta)
          if (await publish.run({ dia })) toast('Programa publicado.')
        }}
      >
        Publicar programa
      </Button>
      {fault && <Aviso tone="danger" title={fault} />}
      {isPublicado && (
        <Button
          onClick={() =>
            askAct({
              question: `¿Retirar el programa del ${dia}?`,
              text: 'El horario vuelve a contar los minutos por competidor. El inicio, los segundos y las pausas se conservan.',
              act: 'Retirar',
              role: 'alertdialog',
              command: withdrawPrograma,
              input: { dia },
              failed: 'No se retiró el programa.',
              done: 'Programa retirado.',
            })
          }
        >
          Retirar programa
        </Button>
      )}
    </div>
  )
}
