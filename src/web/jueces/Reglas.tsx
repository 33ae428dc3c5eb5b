import { Plus, Trash2 } from 'lucide'
import { useState } from 'react'
import { criteriosOfTipo, TIPOS_CRITERIOS, tipoTitle, type TipoCriterios } from '#domain/criterios.ts'
import { numeroText } from '#domain/calificacion.ts'
import { stepInList } from '#domain/lista.ts'
import { ELEMENTOS } from '#domain/elementos.ts'
import { readPesos, type Pesos } from '#domain/pesos.ts'
import { saveDesempate, savePesos } from '#contract/jueces.ts'
import type { Jueces } from '#contract/views/jueces.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { MoveButtons } from '../parts/RowButtons.tsx'
import { SaveButton } from '../parts/SaveRow.tsx'
import { useCommandWithMotivo, useMotivo } from '../parts/useMotivo.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Select, TextField } from '../ui/Field.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import { toast } from '../ui/toast.ts'

/** The rules for places: the weights of the criteria and the tie-break list. */
export function Reglas({ pesos, desempate }: Pick<Jueces, 'pesos' | 'desempate'>) {
  return (
    <>
      <Card title="Pesos">
        <p className="mt-1 text-14 text-muted">
          Un criterio con más peso cuenta más en el total de cada juez. Vacíos: todos cuentan igual. Lo ya calificado no
          cambia.
        </p>
        {/* Beside each other where they have the width of the page. */}
        <div className="mt-3 grid gap-5 md:max-xl:grid-cols-3">
          {TIPOS_CRITERIOS.map((tipo) => (
            <PesosForm key={tipo} tipo={tipo} pesos={pesos[tipo]} />
          ))}
        </div>
      </Card>
      <DesempateCard desempate={desempate} />
    </>
  )
}

const FAILED = 'No se guardaron los pesos.'
const SAVED = 'Pesos guardados.'

/** The weights of a type of criteria. */
function PesosForm({ tipo, pesos }: { tipo: TipoCriterios; pesos: Pesos }) {
  const criterios = criteriosOfTipo(tipo)
  const title = tipoTitle(tipo)
  const ask = useMotivo()
  const form = useCommandForm(savePesos, {
    initial: Object.fromEntries(criterios.map(({ clave }) => [clave, pesos[clave] ? numeroText(pesos[clave]) : ''])),
    toInput: (typed) => ({ tipo, pesos: typed }),
    check: (typed) => {
      const read = readPesos(typed, criterios)
      return 'fault' in read ? { [read.clave]: read.fault } : {}
    },
    failed: FAILED,
    onDone: () => toast(SAVED),
    onRefused: (problem, typed) =>
      ask(problem, {
        question: `¿Cambiar los pesos de ${title}?`,
        command: savePesos,
        input: { tipo, pesos: typed },
        failed: FAILED,
        done: SAVED,
        onDone: form.reset,
      }),
  })
  return (
    <form noValidate onSubmit={form.onSubmit} aria-label={`Pesos de ${title}`}>
      <h3 className="text-18">{title}</h3>
      {criterios.map(({ clave, nombre }) => (
        <TextField
          key={clave}
          label={nombre}
          aria-label={`Peso de ${nombre} en ${title}`}
          inputMode="decimal"
          maxLength={10}
          isAlert
          fieldClass="mt-2 grid grid-cols-[minmax(0,1fr)_5.5rem] items-center gap-x-3 *:[label]:mb-0! *:[label]:font-medium! *:[p]:col-span-full"
          className="num"
          {...form.field(clave)}
        />
      ))}
      {form.refusal && form.refusal.code !== 'motivo.required' && (
        <Aviso tone="danger" title={form.fault} className="mt-3" />
      )}
      <SaveButton form={form} className="mt-3 w-full">
        Guardar pesos de {title}
      </SaveButton>
    </form>
  )
}

/** The tie-break list. Each change is saved at once. */
function DesempateCard({ desempate }: Pick<Jueces, 'desempate'>) {
  const { busy, save } = useCommandWithMotivo(saveDesempate, 'No se guardó el desempate.')
  const [chosen, choose] = useState('')
  const rest = ELEMENTOS.filter((elemento) => !desempate.includes(elemento))
  const elegido = rest.find((elemento) => elemento === chosen) ?? rest[0]
  const change = (list: readonly string[]): Promise<boolean> =>
    save({ desempate: [...list] }, { question: '¿Cambiar el desempate?', done: 'Desempate guardado.' })
  return (
    <Card title="Desempate">
      <p className="mt-1 text-14 text-muted">
        Decide el primer criterio en que los empatados difieren. Sin ninguno, el empate queda.
      </p>
      <ol className="my-3">
        {desempate.map((elemento, at) => (
          <li key={elemento} className="flex items-center gap-3 border-line not-first:border-t">
            <span className="num w-5 text-18">{at + 1}</span>
            <span className="min-w-0 grow text-15 font-semibold">{elemento}</span>
            <KeepFocus className="flex flex-none">
              <MoveButtons
                nombre={elemento}
                isFirst={at === 0}
                isLast={at === desempate.length - 1}
                busy={busy}
                onMove={(direccion) => change(stepInList(desempate, elemento, direccion))}
              />
              <IconButton
                label={`Quitar ${elemento}`}
                icon={Trash2}
                look="danger"
                busy={busy}
                onClick={() => void change(desempate.filter((other) => other !== elemento))}
              />
            </KeepFocus>
          </li>
        ))}
      </ol>
      {elegido === undefined ? (
        <p className="text-14 text-muted">Ya están todos los criterios.</p>
      ) : (
        <form
          noValidate
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void change([...desempate, elegido])
          }}
        >
          <Select
            label="Criterio de desempate"
            value={elegido}
            readOnly={busy}
            options={rest.map((elemento) => [elemento, elemento])}
            onChange={({ target }) => choose(target.value)}
          />
          <Button type="submit" icon={Plus} busy={busy} busyText="Guardando...">
            Agregar desempate
          </Button>
        </form>
      )}
    </Card>
  )
}
