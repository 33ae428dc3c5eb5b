import type { ReactNode } from 'react'
import { numeroText } from '#domain/calificacion.ts'
import type { Criterio } from '#domain/criterios.ts'
import type { Pesos } from '#domain/pesos.ts'
import { alcanceOf, formatMarca, type Desglose } from '#domain/resultados.ts'
import type { Detalle, MarcaDeDetalle } from '#contract/views/calificaciones.ts'
import { TableHead } from '../ui/TableHead.tsx'

type Aporte = Desglose<MarcaDeDetalle>['aportes'][number]

interface Props {
  /** The name of the table. */
  readonly titulo?: string
  readonly found: Pick<Extract<Detalle, { encontrado: true }>, 'criterios' | 'pesos' | 'maximo'>
  readonly aportes: readonly Aporte[]
  /** The acts of the organisers on the mark of a judge. */
  readonly actsOf?: ((marca: MarcaDeDetalle) => ReactNode) | undefined
}

/** A row per judge, a column per criterion. On a narrow screen each row is a card. */
export function MarcasTable({ titulo = 'Calificaciones por juez', found, aportes, actsOf }: Props) {
  const { criterios, pesos, maximo } = found
  const sinContar = aportes.filter(({ cuenta, sumado }) => sumado && !cuenta)
  const rowsOf = (some: readonly Aporte[]) =>
    some.map((aporte, at) => (
      // Two judges may have one name, and the public gets no ids of judges.
      <tr key={aporte.juezId ?? at} role="row">
        <th role="rowheader" scope="row">
          {aporte.juez}
          {actsOf && <span className="marcas-acts">{actsOf(aporte)}</span>}
        </th>
        {criterios.map(({ clave, nombre }) => (
          <td key={clave} role="cell">
            <Label>{nombre}</Label>
            <span className="num marca">{formatMarca(aporte.criterios[clave])}</span>
            {/* As long as the mark is of the highest one. */}
            <span aria-hidden className="marca-bar">
              <span style={{ width: `${alcanceOf(aporte.criterios[clave], maximo) * 100}%` }} />
            </span>
          </td>
        ))}
        <PtsCell aporte={aporte} />
      </tr>
    ))
  return (
    <table role="table" aria-label={titulo} className="marcas">
      <TableHead columns={['Juez', ...criterios.map(({ nombre }) => nombre), 'Pts']} className="max-xl:sr-only" />
      <tbody role="rowgroup">
        {pesos && <PesosRow criterios={criterios} pesos={pesos} />}
        {rowsOf(aportes.filter((aporte) => !sinContar.includes(aporte)))}
      </tbody>
      {sinContar.length > 0 && (
        <tbody role="rowgroup">
          <tr role="row" className="marcas-group">
            <th role="rowheader" scope="rowgroup" colSpan={criterios.length + 2}>
              Sin contar
            </th>
          </tr>
          {rowsOf(sinContar)}
        </tbody>
      )}
    </table>
  )
}

/** The weight of each criterion. */
function PesosRow({ criterios, pesos }: { criterios: readonly Criterio[]; pesos: Pesos }) {
  return (
    <tr role="row" className="marcas-pesos">
      <th role="rowheader" scope="row">
        Peso
      </th>
      {criterios.map(({ clave, nombre }) => (
        <td key={clave} role="cell">
          <Label>{nombre}</Label>
          <span className="num marca">{numeroText(pesos[clave] ?? 0)}</span>
        </td>
      ))}
      <td role="cell" className="marcas-pts">
        &nbsp;
      </td>
    </tr>
  )
}

/** The total of a judge, and what it did: the place that it gave, or that it does not count. */
function PtsCell({ aporte: { l_calificacion, sinNumero, lugar, sumado } }: { aporte: Aporte }) {
  const isDropped = !sumado
  const Total = isDropped ? 's' : 'span'
  return (
    <td role="cell" className="marcas-pts">
      <Label>Pts</Label>
      <Total className={`num leading-[1.1] ${sinNumero ? 'text-18' : 'text-22'} ${isDropped ? 'text-muted' : ''}`}>
        {formatMarca(l_calificacion)}
      </Total>
      {sinNumero && <span className="block text-13 leading-tight text-wait">cuenta como 0.00</span>}
      {isDropped && <span className="block text-13">No cuenta</span>}
      {lugar !== null && <span className="block text-13">Lugar {lugar}</span>}
    </td>
  )
}

/** The name of the column beside the mark, for the eye. Screen readers read the head of the column. */
function Label({ children }: { children: string }) {
  return (
    <span aria-hidden className="marca-label">
      {children}
    </span>
  )
}
