import { useId, useRef, useState, type ComponentProps } from 'react'
import type { Input } from '#contract/define.ts'
import { assignJuez } from '#contract/jueces.ts'
import type { Jueces, JuezPart } from '#contract/views/jueces.ts'
import { DIAS, diaTitle, isDia } from '#domain/dia.ts'
import { useCommandWithToast } from '../api/useCommand.ts'
import { Status } from '../ui/Aviso.tsx'

type Modo = 'evento' | 'dia' | 'categoria'
const MODOS = { evento: 'Todo el evento', dia: 'Por día', categoria: 'Por categoría' } as const

/** The choice of the administrator, until the server shows it. */
interface Eleccion {
  readonly modo: Modo
  readonly valores: readonly string[]
}

/** The days or categories that a judge scores. Each choice is saved at once; an empty one waits for its first value. */
export function Asignacion({ juez, categorias }: { juez: JuezPart; categorias: Jueces['categorias'] }) {
  const name = useId()
  const saved = eleccionOf(juez)
  const { chosen, choose } = useEleccion(juez)
  const { modo, valores } = chosen ?? saved
  const toggle = (value: string): void =>
    void choose({
      modo,
      valores: valores.includes(value) ? valores.filter((other) => other !== value) : [...valores, value],
    })
  return (
    <fieldset className="min-w-0">
      <legend className="text-15 font-semibold">Asignación de {juez.nombre}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {(['evento', 'dia', 'categoria'] as const).map((each) => (
          <Choice
            key={each}
            type="radio"
            name={name}
            label={MODOS[each]}
            checked={each === modo}
            onChange={() => choose(each === saved.modo ? saved : { modo: each, valores: [] })}
          />
        ))}
      </div>
      {modo === 'dia' && (
        <div className="mt-1 flex flex-wrap gap-x-5 gap-y-1 border-l-3 border-line pl-3">
          {DIAS.map((dia) => (
            <Choice key={dia} label={diaTitle(dia)} checked={valores.includes(dia)} onChange={() => toggle(dia)} />
          ))}
        </div>
      )}
      {modo === 'categoria' &&
        DIAS.map((dia) => {
          const ofDia = categorias.filter((categoria) => categoria.dia === dia)
          return (
            ofDia.length > 0 && (
              <fieldset key={dia} className="mt-1 min-w-0 border-l-3 border-line pl-3">
                <legend className="text-14 text-muted">{diaTitle(dia)}</legend>
                <div className="flex flex-wrap gap-x-5 gap-y-1">
                  {ofDia.map(({ id, nombre }) => (
                    <Choice key={id} label={nombre} checked={valores.includes(id)} onChange={() => toggle(id)} />
                  ))}
                </div>
              </fieldset>
            )
          )
        })}
      <Status className="text-14 text-muted">
        {modo !== 'evento' && valores.length === 0 && `Elige al menos ${UNO[modo]}. Mientras tanto sigue como estaba.`}
      </Status>
    </fieldset>
  )
}

const UNO = { dia: 'un día', categoria: 'una categoría' } as const

function Choice({ label, ...input }: ComponentProps<'input'> & { label: string }) {
  return (
    <label className="inline-flex min-h-11 max-w-full items-center gap-2.5 text-15 wrap-anywhere">
      <input type="checkbox" {...input} className="size-5 flex-none accent-brand" />
      {label}
    </label>
  )
}

/** An imported judge may have both; the screen then shows the categories. */
function eleccionOf({ dias, categorias }: JuezPart): Eleccion {
  if (categorias) return { modo: 'categoria', valores: categorias }
  return dias ? { modo: 'dia', valores: dias } : { modo: 'evento', valores: [] }
}

/** The choice under way. Of the choices made while one is saved, the last is saved after it. */
function useEleccion({ id, nombre }: JuezPart) {
  const assign = useCommandWithToast(assignJuez, { about: `asignación ${id}`, before: `No se asignó a ${nombre}.` })
  const [chosen, setChosen] = useState<Eleccion>()
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const wanted = useRef<Eleccion>(undefined)

  async function choose(next: Eleccion): Promise<void> {
    setChosen(next)
    wanted.current = next
    if (next.modo !== 'evento' && next.valores.length === 0) return
    saving.current = saving.current.then(() => (wanted.current === next ? assign.run(inputOf(id, next)) : undefined))
    await saving.current
    // A choice made meanwhile stays.
    setChosen((now) => (now === next ? undefined : now))
  }
  return { chosen, choose }
}

function inputOf(id: string, { modo, valores }: Eleccion): Input<typeof assignJuez> {
  if (modo === 'categoria') return { id, categorias: [...valores] }
  return modo === 'dia' ? { id, dias: valores.filter(isDia) } : { id }
}
