import { Check, CircleAlert, Plus } from 'lucide'
import { memo, useState } from 'react'
import {
  COLUMNAS,
  competidoresText,
  cuentaOf,
  cuentaText,
  desenlaceText,
  type Carga,
  type Cuenta,
  type Desenlace,
  type FilaDeHoja,
} from '#domain/carga.ts'
import { diaTitle } from '#domain/dia.ts'
import { formatCount } from '#domain/plural.ts'
import type { ApiProblem } from '../api/request.ts'
import { Aviso, Status } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Pill } from '../ui/Pill.tsx'
import { Switch } from '../ui/Switch.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import '../ui/sheet.css'

/** A list with what happens to each of its rows. */
export interface Revisada extends Carga {
  readonly desenlaces: readonly Desenlace[]
}

interface Props {
  /** Undefined until the list was checked. */
  readonly revisada: Revisada | undefined
  readonly busy: boolean
  /** Why the list was not loaded. */
  readonly problem: ApiProblem | null
  readonly onCargar: (revisada: Revisada) => void
}

/** What a list would do, and the button that does it. The live regions are there from the start. */
export function Revision({ revisada, busy, problem, onCargar }: Props) {
  const cuenta = revisada && cuentaOf(revisada.desenlaces)
  return (
    <section aria-label="Revisión" className={cuenta ? 'mt-5 grid gap-4' : ''}>
      <div>
        <Status className="text-18 font-semibold digits">{cuenta && cuentaText(cuenta)}</Status>
        {cuenta && cuenta.nuevas.length > 0 && (
          <p className="mt-1 text-15 wrap-anywhere">
            Categorías nuevas: {cuenta.nuevas.map(({ dia, nombre }) => `${nombre} (${dia})`).join(', ')}.
          </p>
        )}
        <Status className="mt-1 text-15 wrap-anywhere text-muted">
          {revisada && lecturaOf(revisada).map((line) => <p key={line}>{line}</p>)}
        </Status>
      </div>
      {problem && <Aviso tone="danger" title={problem.message} />}
      {revisada && cuenta && (
        <>
          <div className="justify-self-start max-sm:w-full">
            <Button
              variant="brand"
              className="max-sm:w-full"
              busy={busy}
              busyText="Cargando..."
              reason={reasonOf(cuenta)}
              onClick={() => onCargar(revisada)}
            >
              Cargar {competidoresText(cuenta.nuevos)}
            </Button>
          </div>
          <Filas revisada={revisada} errores={cuenta.errores} />
        </>
      )}
    </section>
  )
}

/** How the sheet was read, where that is not plain. */
function lecturaOf({ ignoradas, arriba, heredadas }: Carga): string[] {
  return [
    ...(arriba > 0 ? [`Filas de arriba que no se leen: ${arriba}`] : []),
    ...(ignoradas.length > 0 ? [`Columnas ignoradas: ${ignoradas.join(', ')}.`] : []),
    ...(heredadas > 0 ? [`Día o categoría de la fila de arriba: ${formatCount(heredadas, 'fila', 'filas')}.`] : []),
  ]
}

function reasonOf({ nuevos, errores }: Cuenta): string | false {
  if (errores > 0) return 'Corrige primero las filas con error.'
  return nuevos === 0 && 'No hay ningún competidor nuevo.'
}

const COLUMNS = ['Fila', ...Object.values(COLUMNAS), 'Qué pasará']

/** On a phone the row and the day stand on one line. */
const ANCHOS =
  'max-lg:[--columns:auto_minmax(0,1fr)] lg:[--columns:calc(4*var(--t))_calc(6*var(--t))_repeat(4,minmax(0,1fr))]'

/**
 * The rows, or those with a fault alone, which are hard to find among 2,000. Not rendered again while the list is loaded.
 */
const Filas = memo(function Filas({ revisada, errores }: { revisada: Revisada; errores: number }) {
  const [onlyErrores, showOnly] = useState(false)
  const { filas, desenlaces } = revisada
  const hasBoth = errores > 0 && errores < filas.length
  return (
    <>
      {hasBoth && (
        <div className="max-w-90">
          <Switch
            label="Solo las filas con error"
            description={`${errores} de ${filas.length}`}
            checked={onlyErrores}
            onChange={showOnly}
          />
        </div>
      )}
      <div className="card overflow-hidden">
        <table role="table" aria-label="Filas de la lista" className={`sheet sheet-text ${ANCHOS}`}>
          <TableHead columns={COLUMNS} className="max-lg:sr-only" />
          <tbody role="rowgroup">
            {filas.map((fila, index) => {
              const desenlace = desenlaces[index]
              if (!desenlace || (hasBoth && onlyErrores && desenlace.que !== 'error')) return null
              return <FilaRow key={fila.fila} fila={fila} desenlace={desenlace} />
            })}
          </tbody>
        </table>
      </div>
    </>
  )
})

function FilaRow({ fila, desenlace }: { fila: FilaDeHoja; desenlace: Desenlace }) {
  return (
    <tr role="row">
      <td role="cell" className="digits text-muted max-lg:before:content-['Fila_']">
        {fila.fila}
      </td>
      <td role="cell" className="max-lg:pl-0">
        {desenlace.que === 'error' ? fila.dia : diaTitle(desenlace.destino.dia)}
      </td>
      <td role="cell" className="max-lg:col-span-full">
        {fila.categoria}
      </td>
      <td role="cell" className="font-semibold max-lg:col-span-full">
        {fila.nombre}
      </td>
      <td role="cell" className="text-muted max-lg:col-span-full">
        {fila.compania}
      </td>
      <td role="cell" className="max-lg:col-span-full">
        <Resultado desenlace={desenlace} />
      </td>
    </tr>
  )
}

function Resultado({ desenlace }: { desenlace: Desenlace }) {
  const text = desenlaceText(desenlace)
  if (desenlace.que === 'error') return <Falla text={text} />
  const isNew = desenlace.que === 'nuevo'
  return (
    <>
      <Pill tone={isNew ? 'go' : 'off'} icon={isNew ? Plus : Check} text={text} />
      {desenlace.notas !== '' && <p className="mt-1 text-14 wrap-anywhere">{desenlace.notas}</p>}
    </>
  )
}

/** Why a row is left out, or stops the list. */
export function Falla({ text }: { text: string }) {
  return (
    <span className="flex gap-1.5 font-semibold text-danger">
      <Icon of={CircleAlert} size={17} className="mt-0.5 shrink-0" />
      {text}
    </span>
  )
}
